import type { MediaEvent } from '../media.ts';

/** No packet of a side for so long: it is gone without a BYE. */
const MEDIA_TIMEOUT_MS = 30_000;
const TICK_MS = 20;

/** What it tells means this for the call. */
export const NO_SOUND: MediaEvent = {
  type: 'failed',
  endReason: 'media_timeout',
  message: `no audio arrived for ${MEDIA_TIMEOUT_MS / 1000} s`,
};

/** Tells when a side has sent nothing for too long, once. */
export class SilenceWatch {
  #silentTicks = 0;
  #receivedBefore = 0;
  #hasTold = false;

  /** Silence from here on counts anew. */
  reset(): void {
    this.#silentTicks = 0;
  }

  /** Once every 20 ms. @param received how many frames or packets have come so far. True when it has been too long. */
  tick(received: number): boolean {
    this.#silentTicks = received === this.#receivedBefore ? this.#silentTicks + 1 : 0;
    this.#receivedBefore = received;
    if (this.#hasTold || this.#silentTicks * TICK_MS < MEDIA_TIMEOUT_MS) return false;
    this.#hasTold = true;
    return true;
  }
}
