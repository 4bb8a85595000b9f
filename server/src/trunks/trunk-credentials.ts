import type { Queryable } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { type Sealing, UnsealError } from '../kernel/sealing.ts';

/** What a trunk knows us by. In memory alone, and only for as long as a request or a call needs it. */
export interface TrunkCredentials {
  readonly username: string;
  readonly password: string;
}

/** As they are stored. */
export interface SealedCredentials {
  readonly trunk_id: string;
  readonly username: string | null;
  readonly password: Buffer | null;
}

/** A password opens for its own trunk alone. */
export const passwordPurpose = (trunkId: string) => `trunk ${trunkId}`;

/** Opens the passwords of trunks. */
export class TrunkPasswords {
  readonly #sealing: Sealing;
  readonly #log: Logger;

  constructor({ sealing, log }: { sealing: Sealing; log: Logger }) {
    this.#sealing = sealing;
    this.#log = log;
  }

  /** Null: the trunk has none, or they cannot be read any more. */
  open({ trunk_id: trunkId, username, password }: SealedCredentials): TrunkCredentials | null {
    if (username === null || password === null) return null;
    try {
      return { username, password: this.#sealing.open(password, passwordPurpose(trunkId)) };
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      this.#log.error({ err: error, trunk_id: trunkId }, 'the password of a trunk cannot be read; enter it again');
      return null;
    }
  }

  /** Of a trunk as it is stored now. */
  async read(db: Queryable, trunkId: string): Promise<TrunkCredentials | null> {
    const [row] = await db.query<SealedCredentials>(
      'select trunk_id, username, password from trunks where trunk_id = $1',
      [trunkId],
    );
    return row ? this.open(row) : null;
  }
}
