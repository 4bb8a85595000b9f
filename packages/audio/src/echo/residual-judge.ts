import { FRAME_SAMPLES } from '../frame.ts';

/** Quieter than any speech on a telephone line (-62 dBov). */
const AUDIBLE_ENERGY = 25 ** 2 * FRAME_SAMPLES;
/** So much of the echo is left at most when the filter has learnt it: -10 dB. */
const CONVERGED_LEAK = 0.1;
/** The filter is never so good that less is left: -36 dB, the noise of G.711. */
const LOWEST_LEAK = 0.00025;
const LEAK_FALL = 0.1;
/** A residual that is little more than expected may mean that the path has changed; one that is much more is a voice. */
const SMALL_EXCESS = 10;
const LEAK_RISE = 1.04;
const LEAK_RISE_IN_VOICE = 1.002;
/** Above what is expected of echo and noise, a residual is a voice. */
const VOICE_EXCESS = 6;
/** What a room keeps of an echo a frame later. */
const TAIL_KEPT = 0.5;
const NOISE_RISE = 1.01;
/** The filter must have taken this share away to be of use before it has converged. */
const USEFUL_SHARE = 0.5;

/** `clean`: a voice with the echo taken from it; `unchanged`: the filter knows too little yet, or would add an echo. */
export type ResidualVerdict = 'echo' | 'clean' | 'unchanged';

/** Whether what the filter leaves of a frame is more than the rest of an echo. */
export class ResidualJudge {
  /** How much of the echo's energy the filter leaves. */
  #leak = 1;
  #noise = Number.POSITIVE_INFINITY;
  /** The echo's tail outlasts a frame. */
  #echoBefore = 0;

  get isConverged(): boolean {
    return this.#leak < CONVERGED_LEAK;
  }

  judge(heard: Int16Array, echo: Float32Array, residual: Float32Array): ResidualVerdict {
    const heardEnergy = energyOf(heard);
    const echoEnergy = energyOf(echo);
    const left = energyOf(residual);
    this.#noise = Math.max(FRAME_SAMPLES, Math.min(this.#noise * NOISE_RISE, left, heardEnergy));
    if (echoEnergy > AUDIBLE_ENERGY) this.#noteLeak(Math.max(0, left - this.#noise) / echoEnergy);
    const loudest = Math.max(echoEnergy, this.#echoBefore);
    this.#echoBefore = TAIL_KEPT * loudest;
    if (!this.isConverged) return left < USEFUL_SHARE * heardEnergy ? 'clean' : 'unchanged';
    if (left > heardEnergy) return 'unchanged';
    const isVoice = left > AUDIBLE_ENERGY && left > VOICE_EXCESS * (this.#leak * loudest + this.#noise);
    const hadEcho = loudest > AUDIBLE_ENERGY;
    return isVoice || !hadEcho ? 'clean' : 'echo';
  }

  #noteLeak(share: number): void {
    const leak = Math.max(LOWEST_LEAK, share);
    if (leak < this.#leak) this.#leak += LEAK_FALL * (leak - this.#leak);
    else this.#leak = Math.min(leak, this.#leak * (leak < SMALL_EXCESS * this.#leak ? LEAK_RISE : LEAK_RISE_IN_VOICE));
  }
}

function energyOf(samples: Float32Array | Int16Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return energy;
}
