import { isToken } from './scanner.ts';

export interface CSeq {
  readonly number: number;
  readonly method: string;
}

/** RFC 3261 section 8.1.1.5: less than 2**31. */
const CSEQ_LIMIT = 2 ** 31;

/** Null when malformed or too large. */
export function parseCSeq(text: string): CSeq | null {
  const [digits = '', method = '', ...rest] = text.split(/[ \t]+/);
  const number = parseInteger(digits);
  if (number === null || number >= CSEQ_LIMIT || !isToken(method) || rest.length > 0) return null;
  return { number, method };
}

/** A decimal number without a sign, or null. Numbers too long to be meant are null too. */
export function parseInteger(text: string): number | null {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}
