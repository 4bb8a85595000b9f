import { levelDbfs, SAMPLE_RATE_HZ } from '@parley/audio';

/** Longer than the beat of two tones of a telephone network (40 Hz for ringback), shorter than a syllable. */
const WINDOW_SAMPLES = SAMPLE_RATE_HZ * 0.1;
/** Quieter is a pause, which says nothing about the audio around it. */
const LOUD_DBFS = -40;
/** Less is one long vowel. */
const MINIMUM_WINDOWS = 5;
/** Windows of a tone differ by tenths of a decibel, its first and last one apart; those of speech by 5 to 20. */
const TOLERANCE_DB = 1;
const STEADY_SHARE = 0.75;

/** Tells tones, whose level never changes, from speech: a voice detector takes both for voice, and a recognizer makes words of both. */
export class SteadySound {
  private readonly levels: number[] = [];
  private pending: Int16Array = new Int16Array(0);

  /** 8 kHz mono. */
  push(samples: Int16Array): void {
    const input = new Int16Array(this.pending.length + samples.length);
    input.set(this.pending);
    input.set(samples, this.pending.length);
    let start = 0;
    for (; start + WINDOW_SAMPLES <= input.length; start += WINDOW_SAMPLES) {
      const level = levelDbfs(input.subarray(start, start + WINDOW_SAMPLES));
      if (level > LOUD_DBFS) this.levels.push(level);
    }
    this.pending = input.slice(start);
  }

  /** All that was loud so far is one steady sound. */
  get isSteady(): boolean {
    const { levels } = this;
    if (levels.length < MINIMUM_WINDOWS) return false;
    const median = levels.toSorted((a, b) => a - b)[Math.floor(levels.length / 2)]!;
    const steady = levels.filter((level) => Math.abs(level - median) <= TOLERANCE_DB);
    return steady.length / levels.length >= STEADY_SHARE;
  }
}
