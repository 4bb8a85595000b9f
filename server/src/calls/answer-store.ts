import type { Database } from '../db/index.ts';
import { GroupedWrites } from '../kernel/grouped-writes.ts';
import { advanceFree, advanceUnlessWanted, type CallStep, type StepOutcome } from './call-record.ts';

/** Both sides talk already: under load, calls that are answered within this time are stored together. */
const PACE_MS = 25;
/** A database that is slow keeps the next ones waiting for no longer than one by one. */
const CONCURRENCY = 4;

/** Stores that calls of this process were answered, many at a time in one statement. */
export class AnswerStore {
  readonly #db: Database;
  readonly #free: GroupedWrites<CallStep, StepOutcome | Error | null>;

  constructor(db: Database) {
    this.#db = db;
    const write = (calls: readonly CallStep[]) => advanceFree(db, 'answered', calls, 'call.answered');
    this.#free = new GroupedWrites(write, { paceMs: PACE_MS, concurrency: CONCURRENCY });
  }

  /**
   * `wanted`: by some webhook, and nothing has happened. No call may be given again before this is settled.
   * @throws StaleCallError
   */
  async store(call: CallStep): Promise<StepOutcome> {
    const outcome = await this.#free.add(call);
    if (outcome instanceof Error) throw outcome;
    return outcome ?? advanceUnlessWanted(this.#db, call, 'answered', 'call.answered');
  }
}
