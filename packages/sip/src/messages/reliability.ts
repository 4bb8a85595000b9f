import { parseCSeq, parseInteger } from './cseq.ts';
import type { SipRequest, SipResponse } from './message.ts';

/** The option tag of RFC 3262. */
const RELIABLE = '100rel';

/** What a PRACK acknowledges: RFC 3262 section 7.2. */
interface RAck {
  readonly rseq: number;
  readonly sequence: number;
  readonly method: string;
}

/** Whether provisional responses to this INVITE have to be sent reliably: RFC 3262 section 3. */
export function requiresReliability(invite: SipRequest): boolean {
  return invite.headers.all('require').some((option) => option.toLowerCase() === RELIABLE);
}

/** RSeq of a provisional response that wants a PRACK; null for one that does not: RFC 3262 section 4. */
export function reliableSequence(response: SipResponse): number | null {
  if (response.status <= 100 || response.status >= 200) return null;
  if (!response.headers.all('require').some((option) => option.toLowerCase() === RELIABLE)) return null;
  const rseq = parseInteger(response.headers.get('rseq')?.trim() ?? '');
  return rseq !== null && rseq >= 1 && rseq < 2 ** 32 ? rseq : null;
}

/** `RAck: 776656 1 INVITE`; null where it is missing or malformed. */
export function parseRAck(prack: SipRequest): RAck | null {
  const [, rseq, rest] = /^\s*([0-9]+)\s+(\S.*)$/.exec(prack.headers.get('rack') ?? '') ?? [];
  const cseq = parseCSeq(rest ?? '');
  const number = parseInteger(rseq ?? '');
  return cseq && number !== null ? { rseq: number, sequence: cseq.number, method: cseq.method } : null;
}
