import { createHash } from 'node:crypto';
import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

const KEPT_HOURS = 24;
/** Expired answers that go with each new one: more than come in, so that they never pile up. */
const SWEPT = 4;

/**
 * What was answered to an `Idempotency-Key` of an account. Read and written in the transaction that does the work, so
 * that the answer is kept if and only if the work was done.
 */
export class StoredAnswer<Answer extends object> {
  readonly #tx: Queryable;
  readonly #accountId: string;
  readonly #key: string;
  readonly #bodyHash: Buffer;

  /** `request`: the body as it was understood; the same written in another order is the same. */
  constructor(tx: Queryable, accountId: string, key: string, request: object) {
    this.#tx = tx;
    this.#accountId = accountId;
    this.#key = key;
    this.#bodyHash = createHash('sha256')
      .update(JSON.stringify(canonical(request)))
      .digest();
  }

  /** @throws RequestError `unprocessable` when the key was used with another body. */
  async read(): Promise<Answer | undefined> {
    // Requests with the same key wait for each other here: the second one then finds the first one's answer.
    await this.#tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [`${this.#accountId}/${this.#key}`]);
    const [stored] = await this.#tx.query<{ body_hash: Buffer; response: Answer }>(
      `select body_hash, response from idempotency_keys
       where account_id = $1 and key = $2 and created_at > now() - make_interval(hours => $3)`,
      [this.#accountId, this.#key, KEPT_HOURS],
    );
    if (stored && !stored.body_hash.equals(this.#bodyHash)) {
      throw new RequestError('unprocessable', 'This Idempotency-Key was used with another body. Use a new key.', {
        param: 'Idempotency-Key',
      });
    }
    return stored?.response;
  }

  async write(answer: Answer): Promise<void> {
    await this.#tx.query(
      `with expired as (
         select account_id, key from idempotency_keys
         where created_at <= now() - make_interval(hours => $5) and (account_id, key) <> ($1, $2)
         order by created_at limit $6 for update skip locked),
       swept as (
         delete from idempotency_keys using expired
         where idempotency_keys.account_id = expired.account_id and idempotency_keys.key = expired.key)
       insert into idempotency_keys (account_id, key, body_hash, response) values ($1, $2, $3, $4)
       on conflict (account_id, key) do update
       set body_hash = excluded.body_hash, response = excluded.response, created_at = now()`,
      [this.#accountId, this.#key, this.#bodyHash, JSON.stringify(answer), KEPT_HOURS, SWEPT],
    );
  }
}

/** Keys in one order at every depth. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}
