import type { Database } from '../db/index.ts';
import { allNumbers } from './numbers.ts';

const REFRESH_MS = 5000;

/** Which numbers are ours, in memory: asked at every call, changed by the command line now and then. */
export class OwnNumbers {
  readonly #db: Database;
  readonly #timer: NodeJS.Timeout;
  #numbers = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
    this.#timer = setInterval(() => void this.refresh().catch(() => {}), REFRESH_MS);
  }

  has(phone: string): boolean {
    return this.#numbers.has(phone);
  }

  async refresh(): Promise<void> {
    this.#numbers = new Set(await allNumbers(this.#db));
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
