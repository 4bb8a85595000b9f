import type { Database } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { placesOf, type SoftphonePlace } from '../softphones/registrations.ts';

/** Where softphones are that calls are about to go to: read from the table for each call. */
export class SoftphonePlaces {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #places = new Map<string, readonly SoftphonePlace[]>();

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Does not throw: what cannot be read is nowhere. */
  async prepare(softphoneIds: readonly string[]): Promise<void> {
    if (softphoneIds.length === 0) return;
    for (const softphoneId of softphoneIds) this.#places.delete(softphoneId);
    try {
      for (const [softphoneId, places] of await placesOf(this.#db, softphoneIds)) this.#places.set(softphoneId, places);
    } catch (error) {
      this.#log.error({ err: error }, 'the registrations of softphones could not be read');
    }
  }

  /** Empty: it has not registered. */
  of(softphoneId: string): readonly SoftphonePlace[] {
    return this.#places.get(softphoneId) ?? [];
  }
}
