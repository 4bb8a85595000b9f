import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

const KEPT_HOURS = 24;
/** Expired records that go with each new one: more than come in, so that they never pile up. */
const SWEPT = 4;

/**
 * The response to an `Idempotency-Key` of an account. Read and written in the transaction that does the work, so that it
 * is kept if and only if the work was done.
 */
export class IdempotencyRecord<Response extends object> {
  readonly #tx: Queryable;
  readonly #accountId: string;
  readonly #key: string;
  readonly #bodyHash: Buffer;

  /** `bodyHash`: of the request, as `hashOf` makes it. */
  constructor(tx: Queryable, accountId: string, key: string, bodyHash: Buffer) {
    this.#tx = tx;
    this.#accountId = accountId;
    this.#key = key;
    this.#bodyHash = bodyHash;
  }

  /** @throws RequestError `unprocessable` when the key was used with another body. */
  async read(): Promise<Response | undefined> {
    // Requests with the same key wait for each other here: the second one then finds the first one's record.
    await this.#tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [`${this.#accountId}/${this.#key}`]);
    const [stored] = await this.#tx.query<{ body_hash: Buffer; response: Response }>(
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

  async write(response: Response): Promise<void> {
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
      [this.#accountId, this.#key, this.#bodyHash, JSON.stringify(response), KEPT_HOURS, SWEPT],
    );
  }
}
