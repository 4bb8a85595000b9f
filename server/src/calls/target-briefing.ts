import type { TransferWay } from '@parley/contract';
import type { MediaSession } from '../media/media.ts';
import type { TargetLeg } from './target-leg.ts';

/** Asks the target of a warm transfer whether they take the call. One at a time. */
export class TargetBriefing {
  #asked: { legId: string; take(isAccepted: boolean): void } | null = null;

  /** What the target says. Of another leg it means nothing. */
  answer(legId: string, isAccepted: boolean): void {
    if (this.#asked?.legId === legId) this.#asked.take(isAccepted);
  }

  /** False when they decline, or hang up. */
  async ask(leg: TargetLeg, media: MediaSession, way: TransferWay): Promise<boolean> {
    const answer = Promise.withResolvers<boolean>();
    this.#asked = { legId: leg.legId, take: answer.resolve };
    media.connect('consulting', way.waiting_sound);
    media.brief(leg.legId, way.briefing);
    const isTaken = await Promise.race([answer.promise, leg.over.then(() => false)]);
    this.#asked = null;
    if (!isTaken) leg.hangUp();
    return isTaken;
  }
}
