import { monotonicFactory } from 'ulid';

export type IdPrefix =
  | 'account'
  | 'agent'
  | 'call'
  | 'leg'
  | 'batch'
  | 'evt'
  | 'key'
  | 'whk'
  | 'dlv'
  | 'num'
  | 'sfp'
  | 'sup'
  | 'aud'
  | 'msg'
  | 'trk'
  | 'crr'
  | 'prv'
  | 'doc'
  | 'usr'
  | 'ses'
  | 'inv'
  | 'node';

/** Several of one millisecond sort as they were made, too: the recipients of a batch are called in their order. */
const ulid = monotonicFactory();

/** A prefix and a ULID in lower case: ids sort by the time they were made. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}
