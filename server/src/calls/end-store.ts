import type { Database } from '../db/index.ts';
import { GroupedWrites } from '../kernel/grouped-writes.ts';
import type { CallEnding } from './call-ending.ts';
import { type CallToFinish, finishAlone, finishCallIn } from './finish-call.ts';
import type { FinishDependencies } from './finish-dependencies.ts';

/** The caller and the callee are gone: under load, calls that end within this time are stored together. */
const PACE_MS = 25;
/** A database that is slow keeps the next ones waiting for no longer than one by one. */
const CONCURRENCY = 4;

/** Ends calls of this process, many at a time in two statements. */
export class EndStore {
  readonly #db: Database;
  readonly #dependencies: FinishDependencies;
  readonly #alone: GroupedWrites<CallToFinish, boolean>;

  constructor(db: Database, dependencies: FinishDependencies) {
    this.#db = db;
    this.#dependencies = dependencies;
    this.#alone = new GroupedWrites((calls) => finishAlone(db, dependencies, calls), {
      paceMs: PACE_MS,
      concurrency: CONCURRENCY,
    });
  }

  /** As `finishCall`. No call may be given again before this is settled. */
  async finish(callId: string, ending: CallEnding): Promise<boolean> {
    if (await this.#alone.add({ callId, ending })) return true;
    return this.#db.transaction((tx) => finishCallIn(tx, this.#dependencies, callId, ending));
  }
}
