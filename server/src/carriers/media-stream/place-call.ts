import { setTimeout as delay } from 'node:timers/promises';
import type { CarrierFault } from '../carrier-fault.ts';

/** Carriers take one call a second of a new account, and refuse more: the refused call has not rung, and the next second is free. */
const REPEAT_AFTER_MS = [1000, 2000, 4000];

/** When a call is looked for whose request had no answer: the carrier may still be about to place it. */
const LOOK_AFTER_MS = [0, 2000, 8000];

export interface Placement {
  /** The call is not being ended meanwhile. */
  isWanted(): boolean;
  /** What the carrier calls the call. @throws CarrierFault */
  request(): Promise<string>;
}

/**
 * Has the carrier place a call, once, since what has no answer may have rung; what was refused for its rate is asked for
 * again. Null: it was not wanted any more. @throws CarrierFault
 */
export async function placeCall({ isWanted, request }: Placement): Promise<string | null> {
  for (const pauseMs of REPEAT_AFTER_MS) {
    if (!isWanted()) return null;
    try {
      return await request();
    } catch (error) {
      if (!(error as CarrierFault).mayBeRepeated) throw error;
    }
    await delay(pauseMs);
  }
  return isWanted() ? request() : null;
}

/** Ends the call whose request had no answer, as soon as `find` finds it. What cannot be found is not there. */
export async function endLostCall(find: () => Promise<string[]>, end: (callId: string) => Promise<unknown>) {
  for (const pauseMs of LOOK_AFTER_MS) {
    await delay(pauseMs, undefined, { ref: false });
    const lost = await find().catch(() => []);
    await Promise.all(lost.map(end));
    if (lost.length > 0) return;
  }
}
