import {
  type Leg,
  type LegEnd,
  type LegEvent,
  localMedia,
  type MediaAddresses,
  type OutgoingLeg,
  type TransferOutcome,
  type TransferWish,
} from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MediaSession } from '../media/media.ts';
import type { CallJournal } from './call-journal.ts';
import { endLeg, storeLegAnswered, storeLegToken } from './call-legs.ts';
import { storeSignalling } from './call-signalling.ts';
import type { DatabaseClock } from './database-clock.ts';
import { keepSignalling } from './kept-signalling.ts';
import type { SlotReleases } from './slot-releases.ts';

export interface TargetLegOptions {
  callId: string;
  accountId: string;
  legId: string;
  /** In the call; the leg that it began with is 0. */
  legNo: number;
  outgoing: OutgoingLeg;
  media: MediaSession;
  /** The address that the other side sends its audio to. */
  mediaAddresses: MediaAddresses;
  ringTimeoutS: number;
  onRinging(): void;
  onTransferWanted(wish: TransferWish): void;
  /** Patient. */
  db: Database;
  clock: DatabaseClock;
  releases: SlotReleases;
  journal: CallJournal;
  log: Logger;
}

/** Why a leg that was dialled was not answered; `gone`: it was hung up by us, or could not be dialled. */
export type Unanswered = Extract<LegEnd, { by: 'network' }> | { by: 'gone' } | { by: 'ring_timeout' };

/** The leg to a person whom a call is handed over to, from dialling to its end. */
export class TargetLeg {
  readonly legId: string;
  readonly #options: TargetLegOptions;
  readonly #answer = Promise.withResolvers<Unanswered | null>();
  readonly #over = Promise.withResolvers<void>();
  #leg: Leg | null = null;
  #ringing: NodeJS.Timeout | undefined;
  #hangup: Promise<void> | null = null;
  #isHungUp = false;

  constructor(options: TargetLegOptions) {
    this.#options = options;
    this.legId = options.legId;
  }

  /** Resolves when the leg is over, for whatever reason. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Resolves when the network has acknowledged our BYE or CANCEL, or will not. */
  get hangup(): Promise<void> {
    return this.#hangup ?? Promise.resolve();
  }

  /** Dials, once. Null when it is answered, else why it is not. Never rejects. */
  async dial(): Promise<Unanswered | null> {
    const { outgoing, media, mediaAddresses, ringTimeoutS, log, callId, legNo } = this.#options;
    try {
      const port = await media.join(this.legId, 'target', outgoing, legNo);
      if (!this.#isHungUp) {
        this.#leg = outgoing.dial(localMedia(mediaAddresses, outgoing, port));
        this.#ringing = setTimeout(() => this.#giveUp(), ringTimeoutS * 1000);
        void this.#follow(this.#leg);
        return await this.#answer.promise;
      }
    } catch (error) {
      log.error({ err: error, call_id: callId }, 'the target of a transfer could not be called');
    }
    this.#close();
    return { by: 'gone' };
  }

  /** It is not dialled after all. */
  abandon(): void {
    this.hangUp();
    this.#close();
  }

  /** Idempotent: CANCEL before the answer, BYE after it. */
  hangUp(): void {
    this.#isHungUp = true;
    clearTimeout(this.#ringing);
    this.#answer.resolve({ by: 'gone' });
    if (!this.#leg || this.#hangup) return;
    this.#hangup = this.#leg.hangUp();
    this.#hangup.catch((error: unknown) => {
      const { log, callId } = this.#options;
      log.error({ err: error, call_id: callId }, 'the leg of a transfer could not be hung up');
    });
    // The session is over once the BYE has left (RFC 3261, section 15.1.1).
    this.#over.resolve();
  }

  isOn(leg: Leg): boolean {
    return this.#leg === leg;
  }

  /** Has the network connect the other side of `caller` with this one in our place. Null: it cannot. */
  takeOver(caller: Leg): Promise<TransferOutcome> | null {
    return (this.#leg && caller.transferTo?.(this.#leg)) ?? null;
  }

  #giveUp(): void {
    this.#answer.resolve({ by: 'ring_timeout' });
    this.hangUp();
  }

  async #follow(leg: Leg): Promise<void> {
    const { log, callId } = this.#options;
    try {
      for await (const event of leg.events) this.#take(event);
    } catch (error) {
      log.error({ err: error, call_id: callId }, 'the leg of a transfer failed');
      this.hangUp();
    }
    this.#close();
    await this.#keepSignalling(leg);
  }

  #take(event: LegEvent): void {
    const { media, journal, db } = this.#options;
    switch (event.type) {
      case 'trying':
        return;
      case 'ringing':
        this.#options.onRinging();
        return;
      case 'transfer_wanted':
        this.#options.onTransferWanted(event);
        return;
      case 'answered':
        this.#onAnswered(event);
        return;
      case 'media_changed':
        media.redirectLeg(this.legId, event.media);
        return;
      case 'token_changed':
        journal.append('leg_dialog', () => storeLegToken(db, this.legId, event.token));
        return;
      case 'dtmf':
        media.dtmfOf(this.legId, event.digit);
        return;
      case 'ended':
        this.#answer.resolve(event.by === 'network' ? event : { by: 'gone' });
        return;
    }
  }

  /** One that crosses our CANCEL is hung up by the leg itself. */
  #onAnswered({ media: agreed, token }: Extract<LegEvent, { type: 'answered' }>): void {
    const { media, journal, db, clock } = this.#options;
    clearTimeout(this.#ringing);
    const answeredAt = clock.at(performance.now());
    journal.append('leg_answered', async () => {
      await storeLegAnswered(db, this.legId, token, answeredAt);
      this.#leg?.confirm();
    });
    if (this.#isHungUp) return;
    if (agreed) media.redirectLeg(this.legId, agreed);
    this.#answer.resolve(null);
  }

  #close(): void {
    const { media, journal, db, clock, releases, accountId } = this.#options;
    clearTimeout(this.#ringing);
    const endedAt = clock.at(performance.now());
    media.leave(this.legId);
    const stored = journal.append('leg_ended', () => db.transaction((tx) => endLeg(tx, this.legId, endedAt)));
    releases.expect(accountId, stored);
    this.#answer.resolve({ by: 'gone' });
    this.#over.resolve();
  }

  #keepSignalling(leg: Leg): Promise<void> {
    const { journal, db, callId, legNo } = this.#options;
    return keepSignalling([leg], this.hangup, (signalling) =>
      journal.append('signalling', () => storeSignalling(db, [{ callId, leg: legNo, signalling }])),
    );
  }
}
