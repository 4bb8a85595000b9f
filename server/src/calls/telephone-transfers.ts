import { defaultTransferWay, type TransferWay } from '@parley/contract';
import type { Leg, TransferWish } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { MediaSession } from '../media/media.ts';
import { softphoneOfRoute } from '../softphones/softphone-route.ts';
import { isRegistered } from '../softphones/softphones.ts';
import { shownAs, type TransferTarget, type WantedTransfer } from './admit-transfer.ts';
import type { LiveCall } from './call-record.ts';
import type { Connected } from './connected.ts';
import type { JoinableCalls } from './joinable-calls.ts';
import { recordControl } from './record-control.ts';
import { refusedStatus } from './transfer-problem.ts';

interface TelephoneTransfersOptions {
  call: LiveCall;
  /** Patient. */
  db: Database;
  log: Logger;
  calls: JoinableCalls;
  parts(): { media: MediaSession } | null;
  /** The person who talks with the caller in place of the agent. */
  bridged(): Connected | null;
  /** Null: a permission that comes too late begins nothing. */
  permit(wanted: WantedTransfer, onPermitted: () => Promise<void>): Promise<TransferTarget | null>;
  /** Why it failed; null when it did not, or when the call is over. */
  carryOut(target: TransferTarget, tell: TransferWish['tell']): Promise<string | null>;
  warnOfFailure(to: string, problem: string): void;
}

/** A transfer that a telephone asks for by REFER, which names only the target. */
const BY_TELEPHONE: TransferWay = { ...defaultTransferWay, method: 'bridge' };

const NOT_NOW = 'it cannot be done at this moment.';

/** Transfers that are requested by the telephone of the person who talks with the caller. */
export class TelephoneTransfers {
  readonly #options: TelephoneTransfersOptions;

  constructor(options: TelephoneTransfersOptions) {
    this.#options = options;
  }

  /** `legId`: of the telephone. Never rejects. */
  async request(legId: string, { to, tell }: TransferWish): Promise<void> {
    const connected = this.#options.bridged();
    // Where the agent is there still, it is for the agent and the desk to say.
    if (connected?.leg.legId !== legId) tell(603);
    else if (typeof to === 'string') await this.#transfer(connected, { to, way: BY_TELEPHONE }, tell);
    else await this.#join(connected, to, tell);
  }

  /** The telephone talks with two callers, who are connected with each other: this one calls in its place in the other call. */
  async #join(connected: Connected, leg: Leg, tell: TransferWish['tell']): Promise<void> {
    const { calls, call, bridged } = this.#options;
    const other = calls.joining(leg);
    if (!other) return tell(491);
    const { route } = connected.target;
    const target = await this.#transfer(
      connected,
      { to: other.number, way: BY_TELEPHONE, inPlaceOf: { leg, route } },
      tell,
    );
    other.settle(target !== null && bridged()?.target === target ? shownAs(call) : null);
  }

  /** Resolves with the target that it was tried with. */
  async #transfer(
    connected: Connected,
    wanted: WantedTransfer,
    tell: TransferWish['tell'],
  ): Promise<TransferTarget | null> {
    const { call, log, db, parts, permit, carryOut, warnOfFailure } = this.#options;
    const { to } = wanted;
    let target: TransferTarget | null = null;
    try {
      const acting = await this.#requireRegistered(connected.target);
      target = await permit(wanted, () => recordControl(db, acting, call.call_id, { action: 'transfer_requested' }));
    } catch (error) {
      if (!(error instanceof RequestError)) log.error({ err: error, call_id: call.call_id }, 'a transfer failed');
      tell(refusedStatus(error));
      warnOfFailure(to, error instanceof RequestError ? error.message : 'it cannot be done.');
      return null;
    }
    if (!target) {
      tell(503);
      warnOfFailure(to, NOT_NOW);
      return null;
    }
    parts()?.media.handOn(connected.target.to, to);
    const problem = await carryOut(target, tell);
    if (problem !== null) warnOfFailure(to, problem);
    return target;
  }

  /** A telephone that is registered, and that the account has still. */
  async #requireRegistered({ route }: TransferTarget): Promise<Acting> {
    const { db, call } = this.#options;
    const softphoneId = softphoneOfRoute(route.name);
    if (softphoneId === null || !(await isRegistered(db, call.account_id, softphoneId)))
      throw new RequestError('unprocessable', 'The softphone that asks for it is not registered.');
    return { accountId: call.account_id, actor: { type: 'softphone', id: softphoneId } };
  }
}
