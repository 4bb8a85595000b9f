import { RequestError } from '../../kernel/request-error.ts';

/** @throws RequestError `invalid_request` when it is not a valid key. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) return header;
  const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters, with blanks only between them.';
  throw new RequestError('invalid_request', message, { param: 'Idempotency-Key' });
}

/** Tells an answer that was stored from one whose work was done now. */
export function replayHeader(replayed: boolean): Record<string, string> {
  return replayed ? { 'idempotent-replayed': 'true' } : {};
}
