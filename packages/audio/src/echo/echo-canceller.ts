import { FRAME_SAMPLES } from '../frame.ts';
import { EchoFilter, WINDOW_SAMPLES } from './echo-filter.ts';
import { ResidualJudge } from './residual-judge.ts';

/** The first sound of an echo may come before the strongest. */
const LEAD_SAMPLES = 64;
const LONGEST_DELAY_SAMPLES = 3200;
const HISTORY_SAMPLES = LONGEST_DELAY_SAMPLES + WINDOW_SAMPLES;
/** A delay so near to the present one is within what the filter covers. */
const SAME_DELAY_SAMPLES = 48;
/** Samples of one unit teach nothing. */
const SILENT_ENERGY = WINDOW_SAMPLES * 25;
const SILENCE = new Int16Array(FRAME_SAMPLES);

/** Takes the echo of what was sent from what is heard. Does nothing but remember until the delay of an echo is known. */
export class EchoCanceller {
  readonly #sent = new Float32Array(HISTORY_SAMPLES);
  #path: { delay: number; filter: EchoFilter; judge: ResidualJudge } | null = null;

  /** The echo is known well enough to be taken away, whatever is said over it. */
  get isConverged(): boolean {
    return this.#path?.judge.isConverged ?? false;
  }

  /** @param delay from a sample's sending to the strongest of its echo, in samples of 8 kHz, at most 3200 */
  useDelay(delay: number): void {
    if (this.#path && Math.abs(this.#path.delay - delay) <= SAME_DELAY_SAMPLES) return;
    this.#path = { delay, filter: new EchoFilter(), judge: new ResidualJudge() };
  }

  /** The frame that was sent while the last one was heard; null is silence. */
  noteSent(frame: Int16Array | null): void {
    this.#sent.copyWithin(0, FRAME_SAMPLES);
    this.#sent.set(frame ?? SILENCE, HISTORY_SAMPLES - FRAME_SAMPLES);
  }

  /** What is left of a frame: itself where no echo is known, silence where it is nothing but echo. */
  cancel(heard: Int16Array): Int16Array {
    if (this.#path === null) return heard;
    const { delay, filter, judge } = this.#path;
    // What is sent while the frame is heard is not in the history yet.
    const end = HISTORY_SAMPLES + FRAME_SAMPLES - Math.max(FRAME_SAMPLES, delay - LEAD_SAMPLES);
    if (energyOf(this.#sent.subarray(end - WINDOW_SAMPLES, end)) < SILENT_ENERGY) return heard;
    filter.step(this.#sent, end - WINDOW_SAMPLES, heard);
    const verdict = judge.judge(heard, filter.echo, filter.residual);
    if (verdict === 'unchanged') return heard;
    return verdict === 'echo' ? SILENCE : Int16Array.from(filter.residual, clamp);
  }
}

const clamp = (sample: number): number => Math.max(-32768, Math.min(32767, Math.round(sample)));

function energyOf(samples: Float32Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return energy;
}
