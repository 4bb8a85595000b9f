import { FRAME_SAMPLES, SAMPLE_RATE_HZ, tone } from '@parley/audio';
import { HoldMusic } from '@parley/conversation';
import type { WaitingSound } from '../audibility.ts';

/** ITU-T E.180, recommended: 425 Hz, one second of tone in five. */
const RINGING_HZ = 425;
const TONE_MS = 1000;
const PERIOD_MS = 5000;
/** -20 dBov: as loud as a telephone exchange, softer than speech. */
const AMPLITUDE = 0.1;

let ringing: Int16Array | null = null;

/** One period; the same for all calls, made when the first one wants it. */
function ringingPeriod(): Int16Array {
  if (ringing) return ringing;
  ringing = new Int16Array((PERIOD_MS * SAMPLE_RATE_HZ) / 1000);
  ringing.set(tone([RINGING_HZ], TONE_MS, { amplitude: AMPLITUDE }));
  return ringing;
}

/** A waiting sound, frame by frame, without end. */
export class WaitingSounds {
  readonly #music: HoldMusic | null;
  #position = 0;

  constructor(sound: WaitingSound) {
    this.#music = sound === 'music' ? new HoldMusic() : null;
  }

  /** The next frame: 160 samples of 8 kHz mono. */
  next(): Int16Array {
    if (this.#music) return this.#music.play();
    const samples = ringingPeriod();
    const frame = samples.subarray(this.#position, this.#position + FRAME_SAMPLES);
    this.#position = (this.#position + FRAME_SAMPLES) % samples.length;
    return frame;
  }
}
