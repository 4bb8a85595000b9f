import { createHash } from 'node:crypto';

/** SHA-256 of a request as it was understood: the same in another order is the same. */
export function hashOf(request: object): Buffer {
  return createHash('sha256').update(canonicalJson(request)).digest();
}

/** The same for a request with a list that may be long, which is hashed entry by entry. */
export class ListHash {
  readonly #hash = createHash('sha256');

  constructor(beside: object) {
    this.#hash.update(canonicalJson(beside));
  }

  add(entry: object): void {
    this.#hash.update(canonicalJson(entry));
  }

  digest(): Buffer {
    return this.#hash.digest();
  }
}

/** Keys in one order at every depth. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}
