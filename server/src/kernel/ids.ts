import { randomFillSync } from 'node:crypto';
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

/** Random bytes from the system come many at a time: an id takes 16. */
const random = new Uint8Array(1024);
let used = random.length;

function nextRandom(): number {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random[used++]! / 256;
}

/** Several of one millisecond sort as they were made, too: the recipients of a batch are called in their order. */
const ulid = monotonicFactory(nextRandom);

/** A prefix and a ULID in lower case: ids sort by the time they were made. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}
