import { type AudioRateHz, type Frame, frameSamples, tone } from '@parley/audio';
import { HoldMusic } from '@parley/conversation';
import type { WaitingSound } from '../audibility.ts';

/** ITU-T E.180, recommended: 425 Hz, one second of tone in five. */
const RINGING_HZ = 425;
const TONE_MS = 1000;
const PERIOD_MS = 5000;
/** -20 dBov: as loud as a telephone exchange, softer than speech. */
const AMPLITUDE = 0.1;

const ringing: Partial<Record<AudioRateHz, Int16Array>> = {};

/** One period; the same for all calls of a rate, made when the first one wants it. */
function ringingPeriod(sampleRateHz: AudioRateHz): Int16Array {
  const made = ringing[sampleRateHz];
  if (made) return made;
  const period = new Int16Array((PERIOD_MS * sampleRateHz) / 1000);
  period.set(tone([RINGING_HZ], TONE_MS, { amplitude: AMPLITUDE, sampleRateHz }));
  ringing[sampleRateHz] = period;
  return period;
}

/** A waiting sound, frame by frame, without end. */
export class WaitingSounds {
  readonly #rateHz: AudioRateHz;
  readonly #music: HoldMusic | null;
  #position = 0;

  /** @param rateHz of the call */
  constructor(sound: WaitingSound, rateHz: AudioRateHz) {
    this.#rateHz = rateHz;
    this.#music = sound === 'music' ? new HoldMusic({ rateHz }) : null;
  }

  /** The next frame. */
  next(): Frame {
    if (this.#music) return this.#music.play();
    const samples = ringingPeriod(this.#rateHz);
    const length = frameSamples(this.#rateHz);
    const frame = samples.subarray(this.#position, this.#position + length);
    this.#position = (this.#position + length) % samples.length;
    return frame;
  }
}
