import { FRAME_SAMPLES, fadeOut, SAMPLE_RATE_HZ, tone } from '@parley/audio';

/** A slow walk through a chord, low and soft: it says that the line is alive, and disturbs no thought. */
const NOTES_HZ = [261.63, 329.63, 392, 523.25, 392, 329.63];
const NOTE_MS = 700;
/** -30 dBov: 15 dB below speech. */
const AMPLITUDE = 0.03;
/** A plucked note: it fades over its whole length. */
const ATTACK_SAMPLES = (40 * SAMPLE_RATE_HZ) / 1000;

function plucked(frequencyHz: number): Int16Array {
  const samples = tone([frequencyHz, frequencyHz * 2], NOTE_MS, { amplitude: AMPLITUDE });
  return samples.map((sample, index) =>
    Math.round(sample * Math.min(1, index / ATTACK_SAMPLES) * (1 - index / samples.length)),
  );
}

let melody: Int16Array | null = null;

/** The same for all calls, made when the first one wants it. */
function wholeMelody(): Int16Array {
  melody ??= Int16Array.from(NOTES_HZ.flatMap((frequencyHz) => [...plucked(frequencyHz)]));
  return melody;
}

/** Soft tones for a caller who waits, frame by frame, without end. */
export class HoldMusic {
  #position = 0;
  #isPlaying = false;

  /** The next frame: 160 samples of 8 kHz mono. */
  play(): Int16Array {
    this.#isPlaying = true;
    const samples = wholeMelody();
    const frame = samples.slice(this.#position, this.#position + FRAME_SAMPLES);
    this.#position = (this.#position + FRAME_SAMPLES) % samples.length;
    return frame;
  }

  /** The frame with which it fades out; null when it was not playing. */
  stop(): Int16Array | null {
    if (!this.#isPlaying) return null;
    const frame = fadeOut(this.play());
    this.#isPlaying = false;
    return frame;
  }
}
