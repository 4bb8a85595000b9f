import type { EndReason, TransferCallTool } from '@parley/contract';
import type { Leg, TransferOutcome } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { RequestError } from '../kernel/request-error.ts';
import { within } from '../kernel/within.ts';
import type { MediaSession } from '../media/media.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import { publish } from '../webhooks/publish.ts';
import { admitTransfer } from './admit-transfer.ts';
import type { CallJournal } from './call-journal.ts';
import { advance, type LiveCall, storeTransferred } from './call-record.ts';
import type { CallEnding } from './finish-call.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import type { LiveFeed } from './live-feed.ts';
import type { RouteChoice } from './place-call.ts';
import { readCall } from './read-calls.ts';

/** The person on the line waits: a database that takes longer to permit a transfer has not permitted it. */
const ADMISSION_LIMIT_MS = 4000;

export interface CallTransfersOptions {
  call: LiveCall;
  /** Patient, since a live call never waits for it. */
  db: Database;
  routes: RouteChoice;
  links: RecordingLinks;
  finish: FinishDependencies;
  log: Logger;
  journal: CallJournal;
  feed: LiveFeed;
  /** What the call is connected by; null: by nothing any more. */
  parts(): { leg: Leg; media: MediaSession } | null;
  /** The other side is connected with the target. */
  onTransferred(endedBy: CallEnding['endedBy']): void;
  /** For the record of the call. */
  onWarning(warning: string): void;
}

/** Transfers of one call, asked for by the agent or by hand. One at a time; one that fails may be followed by another. */
export class CallTransfers {
  readonly #options: CallTransfersOptions;
  #isUnderWay = false;

  constructor(options: CallTransfersOptions) {
    this.#options = options;
  }

  /** To one of the agent's destinations, whose numbers it does not know. The agent hears why when it fails. Never rejects. */
  async byAgent(name: string, destinations: TransferCallTool['destinations']): Promise<void> {
    const { db, log, call } = this.#options;
    const destination = destinations.find((one) => one.name === name);
    if (!destination) return this.#tellAgent(`there is no destination "${name}".`);
    try {
      const permitted = this.#permit(db, destination.phone_number);
      if (!(await within(ADMISSION_LIMIT_MS, permitted))) {
        this.#giveUp(permitted);
        return this.#tellAgent('it cannot be done at this moment.');
      }
      await permitted;
    } catch (error) {
      if (!(error instanceof RequestError)) log.error({ err: error, call_id: call.call_id }, 'a transfer failed');
      return this.#tellAgent(error instanceof RequestError ? error.message : 'it cannot be done.');
    }
    const problem = await this.#carryOut(destination.phone_number, 'agent');
    if (problem !== null) this.#tellAgent(problem);
  }

  /**
   * To any number, at the wish of a person. Resolves when it is permitted and under way; the agent stands by meanwhile.
   * `db`: not the patient one. `onPermitted` stores who does it.
   * @throws RequestError
   */
  async byHand(db: Database, to: string, { by, onPermitted }: { by: string; onPermitted(): Promise<void> }) {
    await this.#permit(db, to, onPermitted);
    this.#options.parts()?.media.transferring(by);
    void this.#carryOut(to, 'system').then((problem) => {
      if (problem === null) return;
      this.#options.onWarning(`The transfer to ${to} failed: ${problem}`);
      this.#tellAgent(problem);
    });
  }

  async #permit(db: Database, to: string, onPermitted?: () => Promise<void>): Promise<void> {
    const { call, routes } = this.#options;
    if (this.#isUnderWay) throw new RequestError('conflict', 'The call is being transferred already.');
    this.#isUnderWay = true;
    try {
      await admitTransfer(db, routes, call, to);
      await onPermitted?.();
    } catch (error) {
      this.#isUnderWay = false;
      throw error;
    }
  }

  /** A permission that comes too late begins nothing. */
  #giveUp(permitted: Promise<void>): void {
    const forget = () => {
      this.#isUnderWay = false;
    };
    permitted.then(forget, forget);
  }

  /** Why it failed, in a sentence for the agent; null when it did not, or when the call is over. */
  async #carryOut(to: string, endedBy: CallEnding['endedBy']): Promise<string | null> {
    const { feed, journal, call, db, onTransferred, onWarning } = this.#options;
    feed.push({ type: 'phase', phase: 'transferring' });
    journal.append('transferring', () => advance(db, call.call_id, 'transferring'));
    const parts = this.#options.parts();
    const outcome: TransferOutcome = (await parts?.leg.transfer(to)) ?? { kind: 'ended', wasAccepted: false };
    if (outcome.kind === 'transferred') {
      journal.append('transferred', () => this.#store(to));
      parts?.media.transferred();
      onTransferred(endedBy);
      return null;
    }
    if (outcome.kind === 'ended') {
      if (outcome.wasAccepted)
        onWarning(
          `The line was hung up while it was transferred to ${to}: whether anybody answered there is not known.`,
        );
      return null;
    }
    this.#isUnderWay = false;
    feed.push({ type: 'phase', phase: 'talking' });
    journal.append('transfer_failed', () => advance(db, call.call_id, 'transfer_failed'));
    return problemOf(outcome);
  }

  #tellAgent(problem: string): void {
    this.#options.parts()?.media.transferFailed(problem);
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

const failures: Partial<Record<EndReason, string>> = {
  busy: 'the line is busy.',
  no_answer: 'nobody answers there.',
  rejected: 'the call was declined there.',
  invalid_number: 'the number does not exist.',
};

function problemOf(outcome: Exclude<TransferOutcome, { kind: 'transferred' | 'ended' }>): string {
  switch (outcome.kind) {
    case 'failed':
      return failures[outcome.endReason] ?? `the network could not connect it (${outcome.sipCode}).`;
    case 'refused':
      return `calls cannot be transferred on this line${outcome.sipCode === null ? '' : ` (${outcome.sipCode})`}.`;
    case 'unknown':
      return 'the network does not tell whether anybody answered.';
  }
}
