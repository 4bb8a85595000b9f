import { reasonPhrase } from './reason-phrases.ts';

export const SIPFRAG_TYPE = 'message/sipfrag';

/** RFC 3420 with the status line alone, as RFC 3515 section 2.4.5 asks of a NOTIFY. */
export function createSipfrag(status: number): string {
  return `SIP/2.0 ${status} ${reasonPhrase(status)}\r\n`;
}

/** The status of the response that a fragment begins with; null when it begins with something else. */
export function statusOfSipfrag(fragment: string): number | null {
  const status = /^SIP\/2\.0 ([1-6][0-9]{2})(?:[ \r\n]|$)/i.exec(fragment)?.[1];
  return status === undefined ? null : Number(status);
}
