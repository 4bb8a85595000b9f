import type { CarrierRouting, MediaAddresses, TransferWish } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Logger } from '../kernel/logger.ts';
import { RequestError } from '../kernel/request-error.ts';
import { within } from '../kernel/within.ts';
import type { MediaSession } from '../media/media.ts';
import { shownNumber, type TransferTarget } from './admit-transfer.ts';
import type { CallJournal } from './call-journal.ts';
import { endLeg, insertLeg } from './call-legs.ts';
import type { LiveCall } from './call-record.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { SlotReleases } from './slot-releases.ts';
import { TargetLeg } from './target-leg.ts';

/** The person on the line waits: a database that takes longer to permit a transfer has not permitted it. */
export const ADMISSION_LIMIT_MS = 4000;

interface TargetLegsOptions {
  call: LiveCall;
  /** Patient. */
  db: Database;
  clock: DatabaseClock;
  releases: SlotReleases;
  routing: Pick<CarrierRouting, 'prepare' | 'carrierNamed' | 'whyGone'>;
  mediaAddresses: MediaAddresses;
  log: Logger;
  journal: CallJournal;
  /** One of them asks to transfer the caller. */
  onTransferWanted(legId: string, wish: TransferWish): void;
}

/** The legs of one call to those whom it is handed over to. */
export class TargetLegs {
  readonly #options: TargetLegsOptions;
  readonly #legs: TargetLeg[] = [];

  constructor(options: TargetLegsOptions) {
    this.#options = options;
  }

  /** Resolves when the network has acknowledged the ends of all of them, or will not. */
  get hangup(): Promise<void> {
    return Promise.all(this.#legs.map(({ hangup }) => hangup)).then(() => {});
  }

  /** Idempotent. */
  hangUp(): void {
    for (const leg of this.#legs) leg.hangUp();
  }

  /** Nothing of this one has been heard for too long: it is gone. */
  lose(legId: string): void {
    this.#legs.find((leg) => leg.legId === legId)?.hangUp();
  }

  /** A leg that may be dialled, or why there is none. */
  async place(target: TransferTarget, media: MediaSession, onRinging: () => void): Promise<TargetLeg | string> {
    const { db, call, routing, log, onTransferWanted } = this.#options;
    const { to, way, route, inPlaceOf } = target;
    await routing.prepare([route.name]);
    const carrier = routing.carrierNamed(route.name);
    if (!carrier) return routing.whyGone(route.name);
    const legId = newId('leg');
    let legNo: number | null = null;
    try {
      const inserted = db.transaction((tx) => insertLeg(tx, { legId, call, route }));
      if (await within(ADMISSION_LIMIT_MS, inserted)) legNo = await inserted;
      else void inserted.then(() => this.#forget(legId)).catch(() => {});
    } catch (error) {
      if (error instanceof RequestError) return error.message;
      log.error({ err: error, call_id: call.call_id }, 'a leg could not be stored');
    }
    if (legNo === null) return 'it cannot be done at this moment.';
    const ringTimeoutS = way.ring_timeout;
    const outgoing = carrier.outgoing({ to, ...shownNumber(call, target), ringTimeoutS, inPlaceOf });
    const leg = new TargetLeg({
      ...{
        ...this.#options,
        callId: call.call_id,
        accountId: call.account_id,
        legId,
        legNo,
        outgoing,
        media,
        ringTimeoutS,
      },
      ...{ onRinging, onTransferWanted: (wish: TransferWish) => onTransferWanted(legId, wish) },
    });
    this.#legs.push(leg);
    return leg;
  }

  /** It was stored too late to be dialled. */
  #forget(legId: string): void {
    const { db, journal, clock } = this.#options;
    const endedAt = clock.at(performance.now());
    journal.append('leg_ended', () => db.transaction((tx) => endLeg(tx, legId, endedAt)));
  }
}
