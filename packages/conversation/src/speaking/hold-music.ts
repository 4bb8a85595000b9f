import { type AudioRateHz, type Frame, fadeOut, frameSamples, tone } from '@parley/audio';
import type { FrameRate } from '../frame-rate.ts';

/** A slow walk through a chord, low and soft: it says that the line is alive, and disturbs no thought. */
const NOTES_HZ = [261.63, 329.63, 392, 523.25, 392, 329.63];
const NOTE_MS = 700;
/** -30 dBov: 15 dB below speech. */
const AMPLITUDE = 0.03;
/** A plucked note: it fades over its whole length. */
const ATTACK_SHARE = 40 / NOTE_MS;

function plucked(frequencyHz: number, sampleRateHz: AudioRateHz): Int16Array {
  const samples = tone([frequencyHz, frequencyHz * 2], NOTE_MS, { amplitude: AMPLITUDE, sampleRateHz });
  return samples.map((sample, index) =>
    Math.round(sample * Math.min(1, index / (ATTACK_SHARE * samples.length)) * (1 - index / samples.length)),
  );
}

const melodies: Partial<Record<AudioRateHz, Int16Array>> = {};

/** The same for all calls of a rate, made when the first one wants it. */
function wholeMelody(rateHz: AudioRateHz): Int16Array {
  melodies[rateHz] ??= Int16Array.from(NOTES_HZ.flatMap((frequencyHz) => [...plucked(frequencyHz, rateHz)]));
  return melodies[rateHz];
}

/** Soft tones for a caller who waits, frame by frame, without end. */
export class HoldMusic {
  readonly #rate: Pick<FrameRate, 'rateHz'>;
  #position = 0;
  #isPlaying = false;

  /** @param rate of the frames */
  constructor(rate: Pick<FrameRate, 'rateHz'>) {
    this.#rate = rate;
  }

  /** The next frame. */
  play(): Frame {
    this.#isPlaying = true;
    const { rateHz } = this.#rate;
    const samples = wholeMelody(rateHz);
    const length = frameSamples(rateHz);
    const frame = samples.slice(this.#position, this.#position + length);
    this.#position = (this.#position + length) % samples.length;
    return frame;
  }

  /** The frame with which it fades out; null when it was not playing. */
  stop(): Frame | null {
    if (!this.#isPlaying) return null;
    const frame = fadeOut(this.play());
    this.#isPlaying = false;
    return frame;
  }
}
