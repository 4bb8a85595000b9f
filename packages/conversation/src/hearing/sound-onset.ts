/** How much louder than the line's noise a sound has to be: two frames of noise of that level are rare (one in 20 s). */
const OVER_NOISE = 10 ** (6 / 20);
const ONSET_FRAMES = 2;
/** A detector has noticed a voice by then, or there is none. */
const LONGEST_ALERT_FRAMES = 6;
/** A sound that goes on is no new one until it has paused for so long. */
const REST_FRAMES = 5;
/** Quieter noise is not counted on to stay so (-66 dBov). */
const LOWEST_NOISE_RMS = 16;
const NOISE_ADAPTATION = 0.05;
/** The noise is learned so much later, so that an onset is not part of it. */
const LAG_FRAMES = 6;

/** The level of a line between voices. */
class NoiseLevel {
  rms = LOWEST_NOISE_RMS;
  readonly #recent: number[] = [];

  learn(rms: number): void {
    this.#recent.push(Math.max(rms, LOWEST_NOISE_RMS));
    if (this.#recent.length > LAG_FRAMES) this.rms += NOISE_ADAPTATION * (this.#recent.shift()! - this.rms);
  }

  /** What was heard lately was a voice. */
  forget(): void {
    this.#recent.length = 0;
  }
}

/**
 * Notices that a sound begins, sooner than a detector that has to know whether it is a voice: an "s", or a word that begins
 * softly, takes those 100 to 200 ms. High frequencies are judged for themselves, since noise has few of them.
 */
export class SoundOnset {
  readonly #noise = new NoiseLevel();
  readonly #highNoise = new NoiseLevel();
  #loudRun = 0;
  #quietRun = REST_FRAMES;
  #alertFrames = 0;

  /**
   * @param frame 160 samples of 8 kHz mono
   * @param isVoiced the detector has noticed a voice: there is nothing left to guess
   * @returns whether a sound has just begun that may become a voice
   */
  push(frame: Int16Array, isVoiced: boolean): boolean {
    const { rms, highRms } = levelsOf(frame);
    const isLoud = rms > this.#noise.rms * OVER_NOISE || highRms > this.#highNoise.rms * OVER_NOISE;
    const hasRested = this.#quietRun >= REST_FRAMES;
    this.#loudRun = isLoud ? this.#loudRun + 1 : 0;
    if (!isLoud) this.#quietRun += 1;
    else if (this.#loudRun >= ONSET_FRAMES) this.#quietRun = 0;
    if (isVoiced) {
      this.#noise.forget();
      this.#highNoise.forget();
      this.#quietRun = 0;
      this.#alertFrames = 0;
      return false;
    }
    this.#noise.learn(rms);
    this.#highNoise.learn(highRms);
    const hasBegun = hasRested && this.#loudRun >= ONSET_FRAMES;
    this.#alertFrames = hasBegun ? LONGEST_ALERT_FRAMES : Math.max(0, this.#alertFrames - 1);
    return this.#alertFrames > 0;
  }
}

/** Of the frame, and of the differences of its samples, which are its high frequencies. */
function levelsOf(frame: Int16Array): { rms: number; highRms: number } {
  let [energy, highEnergy, last] = [0, 0, frame[0]!];
  for (const sample of frame) {
    energy += sample * sample;
    highEnergy += (sample - last) ** 2;
    last = sample;
  }
  return { rms: Math.sqrt(energy / frame.length), highRms: Math.sqrt(highEnergy / frame.length) };
}
