import type { AudioRateHz } from './codecs/audio-codec.ts';
import { FRAME_SAMPLES, SAMPLE_RATE_HZ } from './frame.ts';
import { saturate } from './level.ts';

/** At 8 kHz: pitch of 66 to 200 Hz, and the span it is matched over (G.711 appendix I, table I.1). */
const SHORTEST_PITCH = 40;
const LONGEST_PITCH = 120;
const MATCH_SAMPLES = 160;
/** Up to three pitch periods are repeated, with a quarter of one more to cross-fade their ends. */
const MOST_PERIODS = 3;
/** At 8 kHz: full level for 10 ms, then down in a straight line to silence at 60 ms (appendix I, I.2.7). */
const FADE_FROM_SAMPLE = 80;
const FADE_TO_SAMPLE = 480;
/** The cross-fade into good audio: a quarter of a pitch period, and 4 ms for each 10 ms lost, 10 ms at most (I.2.8). */
const OVERLAP_PER_SAMPLE_LOST = 0.4;
const LONGEST_OVERLAP = 80;

/**
 * Fills in for lost frames of audio of either rate, in the manner of ITU-T G.711 appendix I: repeats the last pitch period (then
 * two, then three, so that it does not buzz), fades to silence over 60 ms, and cross-fades into the audio that returns.
 * Unlike the appendix it delays nothing: where it takes over, the difference between the waveforms is faded instead.
 */
export class Concealer {
  /** The newest samples, a ring: put in line only when a frame is lost. */
  private readonly ring: Int16Array;
  private ringPosition = 0;
  private readonly history: Int16Array;
  private readonly cycle: Float64Array;
  /** Samples for one of 8 kHz. */
  private readonly scale: number;
  private readonly fadeFrom: number;
  private readonly fadeTo: number;
  private cycleLength = 0;
  private pitch = 0;
  private position = 0;
  /** Samples invented since the last good frame. */
  private lost = 0;
  /** How far the last good sample was from where the repetition would have put it. */
  private step = 0;

  constructor(rateHz: AudioRateHz) {
    this.scale = rateHz / SAMPLE_RATE_HZ;
    const longestPitch = LONGEST_PITCH * this.scale;
    this.ring = new Int16Array(MOST_PERIODS * longestPitch + longestPitch / 4);
    this.history = new Int16Array(this.ring.length);
    this.cycle = new Float64Array(MOST_PERIODS * longestPitch);
    this.fadeFrom = FADE_FROM_SAMPLE * this.scale;
    this.fadeTo = FADE_TO_SAMPLE * this.scale;
  }

  /** One frame in place of one that is lost. */
  conceal(): Int16Array {
    if (this.lost === 0) this.begin();
    else if (this.lost < this.fadeTo)
      this.lengthenCycle(Math.min(MOST_PERIODS, 1 + this.lost / (FRAME_SAMPLES * this.scale)));
    const frame = new Int16Array(FRAME_SAMPLES * this.scale);
    for (let i = 0; i < frame.length; i++) frame[i] = saturate(Math.round(this.next()));
    return frame;
  }

  /** A frame that arrived. Returned as it is, or as a copy whose start is blended with what had been invented. */
  good(frame: Int16Array): Int16Array {
    const heard = this.lost > 0 ? this.blend(frame) : frame;
    this.remember(heard);
    this.lost = 0;
    return heard;
  }

  private remember(frame: Int16Array): void {
    const untilEnd = Math.min(frame.length, this.ring.length - this.ringPosition);
    if (untilEnd === frame.length) this.ring.set(frame, this.ringPosition);
    else {
      this.ring.set(frame.subarray(0, untilEnd), this.ringPosition);
      this.ring.set(frame.subarray(untilEnd));
    }
    this.ringPosition = (this.ringPosition + frame.length) % this.ring.length;
  }

  private begin(): void {
    this.history.set(this.ring.subarray(this.ringPosition));
    this.history.set(this.ring.subarray(0, this.ringPosition), this.history.length - this.ringPosition);
    this.pitch = findPitch(this.history, this.scale);
    this.step = this.history.at(-1)! - this.history.at(-1 - this.pitch)!;
    this.lengthenCycle(1);
    this.position = 0;
  }

  /** The last periods of history, their end cross-faded so that it leads back to their start. */
  private lengthenCycle(periods: number): void {
    const length = Math.floor(periods) * this.pitch;
    const overlap = this.pitch >> 2;
    const start = this.history.length - length;
    // Goes on at the same place of the newest period, so that the change of length is not heard.
    this.position = length - this.pitch + (this.position % this.pitch);
    this.cycleLength = length;
    for (let i = 0; i < length; i++) this.cycle[i] = this.history[start + i]!;
    for (let i = 0; i < overlap; i++) {
      const weight = (i + 1) / overlap;
      const at = length - overlap + i;
      this.cycle[at] = this.cycle[at]! * (1 - weight) + this.history[start - overlap + i]! * weight;
    }
  }

  private next(): number {
    const gain = Math.max(0, Math.min(1, (this.fadeTo - this.lost) / (this.fadeTo - this.fadeFrom)));
    const easing = Math.max(0, 1 - (this.lost + 1) / (this.pitch >> 2));
    const sample = gain * (this.cycle[this.position]! + this.step * easing);
    this.position = this.position + 1 === this.cycleLength ? 0 : this.position + 1;
    this.lost += 1;
    return sample;
  }

  private blend(frame: Int16Array): Int16Array {
    const grown = (this.lost - this.fadeFrom) * OVERLAP_PER_SAMPLE_LOST;
    const longest = Math.min(LONGEST_OVERLAP * this.scale, frame.length);
    const overlap = Math.min(longest, Math.round((this.pitch >> 2) + Math.max(0, grown)));
    const blended = frame.slice();
    for (let i = 0; i < overlap; i++) {
      const weight = (i + 1) / (overlap + 1);
      blended[i] = saturate(Math.round(this.next() * (1 - weight) + frame[i]! * weight));
    }
    return blended;
  }
}

interface Match {
  history: Int16Array;
  /** Of the newest samples that are compared. */
  span: number;
}

/** How alike the newest samples and those `lag` before them are, 0 or less when they are not; every `stride`-th sample. */
function likeness({ history, span }: Match, lag: number, stride: number): number {
  let product = 0;
  let energy = 0;
  for (let i = history.length - span; i < history.length; i += stride) {
    const earlier = history[i - lag]!;
    product += history[i]! * earlier;
    energy += earlier * earlier;
  }
  // A floor under the energy keeps near-silence from winning by its rounding noise.
  return product / Math.sqrt(Math.max(energy, span / stride));
}

function bestLag(match: Match, from: number, to: number, stride: number): number {
  let best = from;
  let bestLikeness = Number.NEGATIVE_INFINITY;
  for (let lag = from; lag <= to; lag += stride) {
    const value = likeness(match, lag, stride);
    if (value > bestLikeness) {
      best = lag;
      bestLikeness = value;
    }
  }
  return best;
}

/** The lag at which the audio repeats: every second one of 8 kHz first, then exactly (I.2.3). */
function findPitch(history: Int16Array, scale: number): number {
  const match = { history, span: MATCH_SAMPLES * scale };
  const [shortest, longest, stride] = [SHORTEST_PITCH * scale, LONGEST_PITCH * scale, 2 * scale];
  const coarse = bestLag(match, shortest, longest, stride);
  return bestLag(match, Math.max(shortest, coarse - stride + 1), Math.min(longest, coarse + stride - 1), 1);
}
