/** Scenarios for sipp, step by step: https://sipp.readthedocs.io/en/latest/scenarios/ownscenarios.html */

/** One step of a scenario as XML. */
export type Step = string;

export function scenario(name: string, steps: Step[]): string {
  const xml = steps.join('\n');
  // sipp refuses a scenario whose variables are set and never read.
  const variables = new Set([...xml.matchAll(/assign_to="([^"]+)"/g)].flatMap((match) => match[1]!.split(',')));
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!DOCTYPE scenario SYSTEM "sipp.dtd">
<scenario name="${name}">
${xml}
${variables.size > 0 ? `<Reference variables="${[...variables].join(',')}"/>` : ''}
</scenario>
`;
}

/** A message; sipp fills in what is in brackets. `repeated` after 500 ms, 1 s, … until the next one comes in. */
export function send(
  lines: string[],
  options: { body?: string | undefined; contentType?: string; repeated?: boolean } = {},
): Step {
  const { body, contentType = 'application/sdp', repeated = false } = options;
  const rest =
    body === undefined
      ? ['Content-Length: 0', '', '']
      : [`Content-Type: ${contentType}`, 'Content-Length: [len]', '', body, ''];
  return `<send${repeated ? ' retrans="500"' : ''}><![CDATA[\n${[...lines, ...rest].join('\n')}]]></send>`;
}

export interface Expected {
  /** What the body must match, or the call fails: a POSIX regular expression. */
  body?: string;
  /** Whether the scenario goes on without it. */
  optional?: boolean;
  /** The label where the scenario goes on after it, instead of the next step. */
  next?: string | undefined;
  /** Further actions, as XML. */
  actions?: string[];
  /** Keeps the route set and the Contact for `[routes]` and `[next_url]`. */
  keepsRoute?: boolean;
}

function receive(what: string, expected: Expected): Step {
  const { body, optional, next, keepsRoute, actions = [] } = expected;
  const check = `<ereg regexp="${body}" search_in="body" check_it="true" assign_to="found"/>`;
  const all = body === undefined ? actions : [...actions, check];
  const attributes = [
    what,
    ...(optional ? ['optional="true"'] : []),
    ...(next === undefined ? [] : [`next="${next}"`]),
    ...(keepsRoute ? ['rrs="true"'] : []),
  ];
  return `<recv ${attributes.join(' ')}><action>${all.join('')}</action></recv>`;
}

export function receiveRequest(method: string, expected: Expected = {}): Step {
  return receive(`request="${method}"`, expected);
}

export function receiveResponse(status: number, expected: Expected = {}): Step {
  return receive(`response="${status}"`, expected);
}

/** A request that is granted without more. */
export function grants(method: string): Step {
  const response = ['SIP/2.0 200 OK', '[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]'];
  return `${receiveRequest(method)}\n${send(response)}`;
}

/** The other side hangs up. */
export const isHungUp = (): Step => grants('BYE');

export function pause(durationMs: number): Step {
  return `<pause milliseconds="${durationMs}"/>`;
}

export function label(name: string): Step {
  return `<label id="${name}"/>`;
}

/** RFC 3264, section 5.1: who sends, as the side sees it that says so. */
type Direction = 'sendrecv' | 'sendonly';

/** µ-law and telephone events; `version` grows with each change of the session (RFC 3264, section 8). */
export function sdp(direction: Direction = 'sendrecv', version = 1): string {
  return [
    'v=0',
    `o=sipp 53655765 ${version} IN IP4 [local_ip]`,
    's=-',
    'c=IN IP4 [media_ip]',
    't=0 0',
    'm=audio [media_port] RTP/AVP 0 101',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=ptime:20',
    `a=${direction}`,
  ].join('\n');
}
