import { BANDS } from './frame-spectrum.ts';
import type { VoiceHistory } from './voice-history.ts';

/** Frames whose period is certain. */
export const VOICED = 0.6;
/** Semitones between two frames: a tone of an instrument or a network stands still, speech glides, several voices leap. */
const STEADY = 0.08;
const GLIDE = 1.2;
const LEAP = 2;
/** A change of the level by so much is a syllable's. */
const TURN_DB = 5;
const ONSET_FRAMES = 5;
/** Frames that a window has at most: 1 s. */
export const WINDOW_FRAMES = 50;

/** In the order of the model's inputs. Each is of the order of 1. */
const FEATURES = [
  'length',
  'audible share',
  'periodicity mean',
  'periodicity deviation',
  'periodicity maximum',
  'periodicity of the louder less the quieter frames',
  'voiced share',
  'voiced pairs',
  'pitch steady share',
  'pitch glide share',
  'pitch leap share',
  'pitch deviation',
  'pitch mean',
  'over floor mean',
  'over floor maximum',
  'level maximum',
  'level deviation',
  'level change',
  'steepest rise',
  'place of the loudest frame',
  'fall since the loudest frame',
  'level turns',
  'flatness mean',
  'flatness deviation',
  'tilt mean',
  'tilt deviation',
  'middle mean',
  'flux mean',
  'flux deviation',
  'line share mean',
  'line share deviation',
  'line steady share',
  'spectrum deviation',
  'spectrum drift',
  'periodicity of the onset',
  'flatness of the onset',
  'over caller',
  'caller known',
] as const;

/** 0 of nothing. */
const shareOf = (count: number, all: number): number => (all === 0 ? 0 : count / all);

/** Running mean and deviation of one column. */
class Moments {
  #count = 0;
  #sum = 0;
  #squares = 0;

  clear(): void {
    this.#count = 0;
    this.#sum = 0;
    this.#squares = 0;
  }

  add(value: number): void {
    this.#count += 1;
    this.#sum += value;
    this.#squares += value * value;
  }

  get count(): number {
    return this.#count;
  }

  /** 0 of nothing. */
  get mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }

  get deviation(): number {
    if (this.#count < 2) return 0;
    return Math.sqrt(Math.max(0, this.#squares / this.#count - this.mean ** 2));
  }
}

/** Describes the sound since its onset, for the model that tells speech from other sounds. One for each call: it keeps its sums. */
export class VoiceFeatures {
  readonly values = new Float32Array(FEATURES.length);
  readonly #level = new Moments();
  readonly #over = new Moments();
  readonly #periodicity = new Moments();
  readonly #pitch = new Moments();
  readonly #flatness = new Moments();
  readonly #tilt = new Moments();
  readonly #middle = new Moments();
  readonly #flux = new Moments();
  readonly #line = new Moments();
  readonly #louder = new Moments();
  readonly #quieter = new Moments();
  readonly #onsetPeriodicity = new Moments();
  readonly #onsetFlatness = new Moments();
  readonly #voicedLevel = new Moments();
  readonly #bandSums = new Float64Array(BANDS);
  readonly #bandSquares = new Float64Array(BANDS);
  readonly #olderSums = new Float64Array(BANDS);
  #next = 0;

  /** @param frames how many of the last frames are the sound, 1 to 50 */
  measure(history: VoiceHistory, frames: number, callerLevelDb: number | null): Float32Array {
    this.#clear();
    const audible = this.#gather(history, frames);
    this.#next = 0;
    this.#put(Math.log(frames) / 4);
    this.#put(audible / frames);
    this.#measurePeriodicity(history, frames);
    this.#measurePitch(history, frames);
    this.#measureLevel(history, frames);
    this.#measureSpectrum(history, frames, audible);
    this.#put(this.#onsetPeriodicity.mean);
    this.#put(this.#onsetFlatness.mean / 10);
    const voicedDb = this.#voicedLevel.count > 0 ? this.#voicedLevel.mean : this.#level.mean;
    this.#put(callerLevelDb === null ? 0 : Math.max(-2, Math.min(2, (voicedDb - callerLevelDb) / 10)));
    this.#put(callerLevelDb === null ? 0 : 1);
    return this.values;
  }

  #put(value: number): void {
    this.values[this.#next] = value;
    this.#next += 1;
  }

  #clear(): void {
    for (let i = 0; i < this.#all.length; i++) this.#all[i]!.clear();
    this.#bandSums.fill(0);
    this.#bandSquares.fill(0);
    this.#olderSums.fill(0);
  }

  /** Sums up the columns. Returns how many frames could be heard. */
  #gather(history: VoiceHistory, frames: number): number {
    let audible = 0;
    for (let ago = frames - 1; ago >= 0; ago--) {
      const row = history.at(ago);
      if (history.audible[row] === 0) continue;
      audible += 1;
      const periodicity = history.periodicity[row]!;
      this.#level.add(history.levelDb[row]!);
      this.#over.add(history.overFloorDb[row]!);
      this.#periodicity.add(periodicity);
      this.#flatness.add(history.flatnessDb[row]!);
      this.#tilt.add(history.tiltDb[row]!);
      this.#middle.add(history.middleDb[row]!);
      this.#flux.add(history.fluxDb[row]!);
      this.#line.add(history.peakShare[row]!);
      if (periodicity >= VOICED) {
        this.#pitch.add(history.pitch[row]!);
        this.#voicedLevel.add(history.levelDb[row]!);
      }
      if (frames - ago <= ONSET_FRAMES) {
        this.#onsetPeriodicity.add(periodicity);
        this.#onsetFlatness.add(history.flatnessDb[row]!);
      }
      this.#gatherBands(history.bandsDb, row * BANDS, ago >= frames / 2);
    }
    return audible;
  }

  #gatherBands(bandsDb: Float32Array, from: number, isOlder: boolean): void {
    for (let band = 0; band < BANDS; band++) {
      const db = bandsDb[from + band]!;
      this.#bandSums[band]! += db;
      this.#bandSquares[band]! += db * db;
      if (isOlder) this.#olderSums[band]! += db;
    }
  }

  #measurePeriodicity(history: VoiceHistory, frames: number): void {
    let most = 0;
    const meanDb = this.#level.mean;
    for (let ago = 0; ago < frames; ago++) {
      const row = history.at(ago);
      if (history.audible[row] === 0) continue;
      const periodicity = history.periodicity[row]!;
      most = Math.max(most, periodicity);
      if (history.levelDb[row]! > meanDb) this.#louder.add(periodicity);
      else this.#quieter.add(periodicity);
    }
    this.#put(this.#periodicity.mean);
    this.#put(this.#periodicity.deviation * 3);
    this.#put(most);
    this.#put(this.#louder.mean - this.#quieter.mean);
    this.#put(this.#periodicity.count === 0 ? 0 : this.#pitch.count / this.#periodicity.count);
  }

  #measurePitch(history: VoiceHistory, frames: number): void {
    let pairs = 0;
    let steady = 0;
    let glides = 0;
    let leaps = 0;
    for (let ago = 1; ago < frames; ago++) {
      const older = history.at(ago);
      const newer = history.at(ago - 1);
      if (history.periodicity[older]! < VOICED || history.periodicity[newer]! < VOICED) continue;
      pairs += 1;
      const change = Math.abs(history.pitch[newer]! - history.pitch[older]!);
      if (change < STEADY) steady += 1;
      else if (change < GLIDE) glides += 1;
      else if (change > LEAP) leaps += 1;
    }
    this.#put(pairs / frames);
    this.#put(shareOf(steady, pairs));
    this.#put(shareOf(glides, pairs));
    this.#put(shareOf(leaps, pairs));
    this.#put(this.#pitch.deviation / 4);
    this.#put(this.#pitch.count === 0 ? 0 : (this.#pitch.mean - 20) / 10);
  }

  #measureLevel(history: VoiceHistory, frames: number): void {
    let loudest = -200;
    let loudestAgo = 0;
    let overMost = 0;
    let change = 0;
    let steepest = 0;
    let turns = 0;
    let extreme = history.levelDb[history.at(frames - 1)]!;
    let direction = 0;
    for (let ago = frames - 1; ago >= 0; ago--) {
      const row = history.at(ago);
      const db = Math.max(history.levelDb[row]!, -75);
      overMost = Math.max(overMost, history.overFloorDb[row]!);
      if (db > loudest) {
        loudest = db;
        loudestAgo = ago;
      }
      if (ago < frames - 1) {
        const step = db - Math.max(history.levelDb[history.at(ago + 1)]!, -75);
        change += Math.abs(step);
        steepest = Math.max(steepest, step);
      }
      if (direction >= 0 && db > extreme) extreme = db;
      else if (direction <= 0 && db < extreme) extreme = db;
      if (Math.abs(db - extreme) > TURN_DB) {
        turns += direction === 0 ? 0 : 1;
        direction = Math.sign(db - extreme);
        extreme = db;
      }
    }
    this.#put(this.#over.mean / 20);
    this.#put(overMost / 20);
    this.#put((loudest + 30) / 10);
    this.#put(this.#level.deviation / 6);
    this.#put(change / frames / 4);
    this.#put(steepest / 15);
    this.#put(1 - loudestAgo / frames);
    this.#put((loudest - Math.max(history.levelDb[history.at(0)]!, -75)) / 20);
    this.#put(turns / 4);
  }

  #measureSpectrum(history: VoiceHistory, frames: number, audible: number): void {
    this.#put(this.#flatness.mean / 10 + 1);
    this.#put(this.#flatness.deviation / 3);
    this.#put(this.#tilt.mean / 10);
    this.#put(this.#tilt.deviation / 6);
    this.#put(this.#middle.mean / 10);
    this.#put(this.#flux.mean / 4);
    this.#put(this.#flux.deviation / 2);
    this.#put(this.#line.mean * 2);
    this.#put(this.#line.deviation * 5);
    let pairs = 0;
    let steady = 0;
    for (let ago = 1; ago < frames; ago++) {
      const older = history.at(ago);
      const newer = history.at(ago - 1);
      if (history.audible[older] === 0 || history.audible[newer] === 0) continue;
      pairs += 1;
      if (history.peakBin[older] === history.peakBin[newer]) steady += 1;
    }
    this.#put(shareOf(steady, pairs));
    let older = 0;
    for (let ago = Math.ceil(frames / 2); ago < frames; ago++) older += history.audible[history.at(ago)]!;
    const newer = audible - older;
    let deviation = 0;
    let drift = 0;
    for (let band = 0; band < BANDS && audible > 0; band++) {
      const sum = this.#bandSums[band]!;
      deviation += Math.sqrt(Math.max(0, this.#bandSquares[band]! / audible - (sum / audible) ** 2));
      if (older > 0 && newer > 0)
        drift += Math.abs(this.#olderSums[band]! / older - (sum - this.#olderSums[band]!) / newer);
    }
    this.#put(deviation / BANDS / 5);
    this.#put(drift / BANDS / 5);
  }

  readonly #all = [
    ...[this.#level, this.#over, this.#periodicity, this.#pitch, this.#flatness, this.#tilt, this.#middle],
    ...[this.#flux, this.#line, this.#louder, this.#quieter],
    ...[this.#onsetPeriodicity, this.#onsetFlatness, this.#voicedLevel],
  ];
}
