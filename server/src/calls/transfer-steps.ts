import type { Database } from '../db/index.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import { publish } from '../webhooks/publish.ts';
import type { CallJournal } from './call-journal.ts';
import { advance, type LiveCall, storeTransferred } from './call-record.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import type { LiveFeed } from './live-feed.ts';
import { readCall } from './read-calls.ts';

interface TransferStepsOptions {
  call: LiveCall;
  /** Patient. */
  db: Database;
  links: RecordingLinks;
  finish: FinishDependencies;
  journal: CallJournal;
  feed: LiveFeed;
}

/** Stores the transfers of one call, and publishes them to its followers. */
export class TransferSteps {
  readonly #options: TransferStepsOptions;

  constructor(options: TransferStepsOptions) {
    this.#options = options;
  }

  begin(): void {
    const { feed, journal, call, db } = this.#options;
    feed.push({ type: 'phase', phase: 'transferring' });
    journal.append('transferring', () => advance(db, call.call_id, 'transferring'));
  }

  talkAgain(event: 'transfer_failed' | 'joined'): void {
    const { feed, journal, call, db } = this.#options;
    feed.push({ type: 'phase', phase: 'talking' });
    journal.append(event, () => advance(db, call.call_id, event));
  }

  transferred(to: string): void {
    this.#options.journal.append('transferred', () => this.#store(to));
  }

  async #store(to: string): Promise<void> {
    const { db, call, links, finish } = this.#options;
    const { call_id: callId, account_id: accountId } = call;
    await db.transaction(async (tx) => {
      if (!(await storeTransferred(tx, callId, to))) return;
      const data = () => readCall(tx, links, accountId, callId);
      await publish(tx, finish.jobs, { accountId, type: 'call.transferred', data });
    });
  }
}
