/**
 * A sound is louder than the line's noise by more than that swells and ebbs: by so many times its mean deviation, within
 * these bounds. Hiss is level (0.2 dB), rumble is not (1.5 dB).
 */
const DEVIATIONS = 6;
const LEAST_OVER_DB = 3;
const MOST_OVER_DB = 10;
const ONSET_FRAMES = 2;
/** A frame that is louder by so much more may be the first one: a click is over with it. */
const CERTAIN_DB = 3;
/** A detector has noticed a voice by then, or there is none. */
const LONGEST_AGE_FRAMES = 7;
/** A sound that goes on is no new one until it has paused for so long. */
const REST_FRAMES = 5;
/** In dBov: quieter noise is not counted on to stay so, and a quieter sound is none. */
const LOWEST_NOISE_DB = -66;
const LOWEST_SOUND_DB = -60;
/** Of a noise that is not known yet. */
const USUAL_DEVIATION_DB = 1.5;
const FULL_SCALE = 32_768;
const NOISE_ADAPTATION = 0.05;
/** The noise is learned so much later, so that an onset is not part of it. */
const LAG_FRAMES = 6;

/** The noise of a line between voices, in one band. */
class LineNoise {
  #levelDb = LOWEST_NOISE_DB;
  #deviationDb = USUAL_DEVIATION_DB;
  readonly #recentDb: number[] = [];

  /** By how much a frame of that level is louder than the noise may become; negative: it may be noise. In dB. */
  excessDb(levelDb: number): number {
    const overDb = Math.min(MOST_OVER_DB, Math.max(LEAST_OVER_DB, DEVIATIONS * this.#deviationDb));
    return levelDb - Math.max(this.#levelDb + overDb, LOWEST_SOUND_DB);
  }

  learn(levelDb: number): void {
    this.#recentDb.push(Math.max(levelDb, LOWEST_NOISE_DB));
    if (this.#recentDb.length <= LAG_FRAMES) return;
    const offDb = this.#recentDb.shift()! - this.#levelDb;
    this.#levelDb += NOISE_ADAPTATION * offDb;
    this.#deviationDb += NOISE_ADAPTATION * (Math.abs(offDb) - this.#deviationDb);
  }

  /** What was heard lately was a voice. */
  forget(): void {
    this.#recentDb.length = 0;
  }
}

/** A sample and the one so many samples before it: differences of neighbours are the hiss of an "s" … */
const HISS_DISTANCE = 1;
/** … and these have their peak at 1 kHz, among the vowels, and little below 200 Hz. */
const VOWEL_DISTANCE = 4;

/**
 * Notices that a sound begins, sooner than a detector that has to know whether it is a voice: an "s", or a word that begins
 * softly, takes those 100 to 200 ms. Vowels and hiss are judged for themselves, since a line's noise is mostly rumble.
 */
export class SoundOnset {
  readonly #bands = [new LineNoise(), new LineNoise(), new LineNoise()];
  #loudRun = 0;
  #quietRun = REST_FRAMES;
  /** Since a sound began that may become a voice, that frame included; 0: none has begun lately. */
  #ageFrames = 0;

  /**
   * @param frame 160 samples of 8 kHz mono
   * @param isVoiced the detector has noticed a voice: there is nothing left to guess
   * @returns for how long a sound has gone on that has just begun and may become a voice, in frames; 0: there is none
   */
  push(frame: Int16Array, isVoiced: boolean): number {
    const levels = levelsOf(frame);
    const excessDb = Math.max(...this.#bands.map((noise, band) => noise.excessDb(levels[band]!)));
    const isLoud = excessDb > 0;
    const hasRested = this.#quietRun >= REST_FRAMES;
    this.#loudRun = isLoud ? this.#loudRun + 1 : 0;
    if (!isLoud) this.#quietRun += 1;
    else if (this.#loudRun >= ONSET_FRAMES) this.#quietRun = 0;
    if (isVoiced) {
      for (const noise of this.#bands) noise.forget();
      this.#quietRun = 0;
      this.#ageFrames = 0;
      return 0;
    }
    for (const [band, noise] of this.#bands.entries()) noise.learn(levels[band]!);
    const hasBegun = hasRested && this.#loudRun >= ONSET_FRAMES;
    const mayGoOn = this.#ageFrames > 0 && this.#ageFrames < LONGEST_AGE_FRAMES;
    this.#ageFrames = hasBegun ? ONSET_FRAMES : mayGoOn ? this.#ageFrames + 1 : 0;
    if (this.#ageFrames > 0) return this.#ageFrames;
    return hasRested && this.#loudRun > 0 && excessDb >= CERTAIN_DB ? 1 : 0;
  }
}

/** In dBov: of the frame, of its vowels' band, and of its hiss. */
function levelsOf(frame: Int16Array): [whole: number, vowels: number, hiss: number] {
  let [whole, vowels, hiss] = [0, 0, 0];
  for (let i = 0; i < frame.length; i += 1) {
    const sample = frame[i]!;
    whole += sample * sample;
    if (i >= HISS_DISTANCE) hiss += (sample - frame[i - HISS_DISTANCE]!) ** 2;
    if (i >= VOWEL_DISTANCE) vowels += (sample - frame[i - VOWEL_DISTANCE]!) ** 2;
  }
  const levelDb = (energy: number): number => 10 * Math.log10(energy / frame.length / FULL_SCALE ** 2);
  return [levelDb(whole), levelDb(vowels), levelDb(hiss)];
}
