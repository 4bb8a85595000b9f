import { ulid } from 'ulid';

export type IdPrefix = 'account' | 'agent' | 'call' | 'batch' | 'evt' | 'key' | 'whk' | 'dlv' | 'num' | 'node';

/** A prefix and a ULID in lower case: ids sort by the time they were made. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}
