import type { LadderMessage } from '@parley/contract';

/** What an arrow is called: `INVITE`, `INVITE with SDP`, `200 OK (BYE)`, `INVITE, not sent`. */
export function ladderLabel({ start_line: line, message, unsent }: LadderMessage): string {
  const response = /^SIP\/2\.0 (\d{3} ?.*)$/.exec(line);
  const words = response ? responseWords(response[1]!.trim(), message) : (line.split(' ', 1)[0] ?? line);
  if (unsent !== null) return `${words}, not sent`;
  return /\r\n\r\n(?:.*\n)?v=0/s.test(message) ? `${words} with SDP` : words;
}

/** Of what it is the response is worth saying where it is not the INVITE. */
function responseWords(status: string, message: string): string {
  const method = /^cseq[ \t]*:[ \t]*\d+[ \t]+(\S+)/im.exec(message)?.[1];
  return method === undefined || method === 'INVITE' ? status : `${status} (${method})`;
}
