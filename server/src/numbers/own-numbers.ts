import type { Database, Subscription } from '../db/index.ts';
import { allNumbers, NUMBERS_CHANNEL } from './numbers.ts';

/** For notifications that were lost. */
const REFRESH_MS = 5000;

/** Which numbers are ours, in memory: asked at every call, changed by the command line now and then. */
export class OwnNumbers {
  readonly #db: Database;
  readonly #timer: NodeJS.Timeout;
  readonly #refreshSoon = () => void this.#refresh().catch(() => {});
  #subscription: Subscription | null = null;
  #numbers = new Set<string>();

  private constructor(db: Database) {
    this.#db = db;
    this.#timer = setInterval(this.#refreshSoon, REFRESH_MS);
  }

  static async start(db: Database): Promise<OwnNumbers> {
    const numbers = new OwnNumbers(db);
    numbers.#subscription = await db.listen(NUMBERS_CHANNEL, numbers.#refreshSoon);
    await numbers.#refresh();
    return numbers;
  }

  has(phone: string): boolean {
    return this.#numbers.has(phone);
  }

  async #refresh(): Promise<void> {
    this.#numbers = new Set(await allNumbers(this.#db));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#subscription?.close();
  }
}
