import { FRAME_SAMPLES } from '../frame.ts';
import { levelDbfs } from '../level.ts';
import { CallerLevel } from './caller-level.ts';
import { BANDS, FrameSpectrum } from './frame-spectrum.ts';
import { LineFloor } from './line-floor.ts';
import { PitchRange } from './pitch-range.ts';
import { PitchTracker } from './pitch-tracker.ts';
import { measureProsody, type Prosody } from './prosody.ts';
import { SpeechModel, type SpeechModelWeights } from './speech-model.ts';
import { speechWeights } from './speech-weights.ts';
import { VOICED, VoiceFeatures, WINDOW_FRAMES } from './voice-features.ts';
import { VoiceHistory } from './voice-history.ts';

export interface SpeechReading {
  /**
   * Probability, 0 to 1, that the voice that goes on is one near speaker's speech, by what was heard since its onset, up to
   * the last second. 0 while there is no voice.
   */
  speech: number;
  /** Level of the frame, dB of full scale. */
  levelDb: number;
  /** Level of the line's noise, dB of full scale. */
  floorDb: number;
  /** How loud the caller speaks, dB of full scale; null until 600 ms of speech were heard. */
  callerLevelDb: number | null;
  /** Pitch of the frame; null where it has none. */
  pitchHz: number | null;
}

/** Quieter frames are the line's noise, or end a sound. */
const AUDIBLE_OVER_FLOOR_DB = 4;
const LEAST_AUDIBLE_DB = -60;
/** Detectors notice a voice this much later than it begins. */
const LONGEST_ONSET_FRAMES = 6;
/** Less is a pause within a voice: the closure of a plosive, or the time between two keys. */
const LONGEST_GAP_FRAMES = 12;
/** The caller's level is learned from a voice that is taken for speech, after this time. */
const CERTAIN = 0.7;
const CERTAIN_FRAMES = 15;

const builtInModel = new SpeechModel(speechWeights);

/**
 * Tells speech from other sounds that a voice activity detector takes for a voice: coughs, keys, doors, music, many voices, fans.
 * Without a published model: by periodicity, pitch, level and spectrum of the sound since its onset. One for each call.
 */
export class SpeechMeter {
  readonly #history = new VoiceHistory();
  readonly #model: SpeechModel;
  readonly #pitch = new PitchTracker();
  readonly #spectrum = new FrameSpectrum();
  readonly #floor = new LineFloor();
  readonly #caller = new CallerLevel();
  readonly #range = new PitchRange();
  readonly #features = new VoiceFeatures();
  readonly #reading: SpeechReading = { speech: 0, levelDb: -96, floorDb: -75, callerLevelDb: null, pitchHz: null };
  #isVoiced = false;
  /** Frames since the onset of the voice, with its pauses, up to the window. */
  #frames = 0;
  #gap = 0;
  /** Frames in a row before now that could be heard. */
  #audibleRun = 0;

  /** @param weights of another model than the built-in one, for its training */
  constructor(weights?: SpeechModelWeights) {
    this.#model = weights ? new SpeechModel(weights) : builtInModel;
  }

  /** Inputs of the model for the voice that goes on, or null while there is none. Valid until the next frame. */
  get features(): Float32Array | null {
    return this.#isVoiced ? this.#features.values : null;
  }

  /**
   * @param frame 160 samples of 8 kHz mono
   * @param isVoiced whether a voice goes on, by a voice activity detector
   * @returns the same object at every frame
   */
  push(frame: Int16Array, isVoiced: boolean): SpeechReading {
    if (frame.length !== FRAME_SAMPLES)
      throw new RangeError(`a frame has ${FRAME_SAMPLES} samples, not ${frame.length}`);
    const levelDb = levelDbfs(frame);
    this.#floor.push(levelDb);
    this.#pitch.push(frame);
    this.#spectrum.push(frame);
    const isAudible = levelDb > Math.max(LEAST_AUDIBLE_DB, this.#floor.db + AUDIBLE_OVER_FLOOR_DB);
    const row = this.#record(levelDb, isAudible);
    this.#follow(isVoiced, isAudible);
    const reading = this.#reading;
    reading.levelDb = levelDb;
    reading.floorDb = this.#floor.db;
    reading.pitchHz = this.#history.periodicity[row]! >= VOICED ? this.#pitch.pitchHz : null;
    reading.speech = isVoiced ? this.#judge() : 0;
    if (isVoiced) this.#learn(row);
    reading.callerLevelDb = this.#caller.db;
    return reading;
  }

  /** How the voice sounded that paused with the frame that was pushed last, or before it, by its last 1.5 s. */
  prosody(): Prosody {
    return measureProsody(this.#history, this.#range.median);
  }

  #record(levelDb: number, isAudible: boolean): number {
    const history = this.#history;
    const row = history.add();
    history.levelDb[row] = levelDb;
    history.overFloorDb[row] = levelDb - this.#floor.db;
    if (!isAudible) {
      this.#pitch.forget();
      return row;
    }
    this.#pitch.analyze();
    this.#spectrum.analyze();
    history.audible[row] = 1;
    history.periodicity[row] = this.#pitch.periodicity;
    history.pitch[row] = this.#pitch.pitchHz > 0 ? 12 * Math.log2(this.#pitch.pitchHz / 55) : 0;
    history.flatnessDb[row] = this.#spectrum.flatnessDb;
    history.tiltDb[row] = this.#spectrum.tiltDb;
    history.middleDb[row] = this.#spectrum.middleDb;
    history.peakShare[row] = this.#spectrum.peakShare;
    history.peakBin[row] = this.#spectrum.peakBin;
    history.fluxDb[row] = this.#spectrum.fluxDb;
    history.bandsDb.set(this.#spectrum.bands, row * BANDS);
    return row;
  }

  /** Keeps where the voice began. */
  #follow(isVoiced: boolean, isAudible: boolean): void {
    this.#isVoiced = isVoiced;
    if (this.#frames > 0) {
      this.#gap = isVoiced ? 0 : this.#gap + 1;
      this.#frames = this.#gap > LONGEST_GAP_FRAMES ? 0 : Math.min(WINDOW_FRAMES, this.#frames + 1);
    } else if (isVoiced) {
      this.#frames = 1 + Math.min(this.#audibleRun, LONGEST_ONSET_FRAMES);
      this.#gap = 0;
    }
    this.#audibleRun = isAudible ? this.#audibleRun + 1 : 0;
  }

  #judge(): number {
    return this.#model.probability(this.#features.measure(this.#history, this.#frames, this.#caller.db));
  }

  #learn(row: number): void {
    if (this.#history.periodicity[row]! < VOICED) return;
    const levelDb = this.#history.levelDb[row]!;
    if (this.#reading.speech < CERTAIN) this.#caller.doubt(levelDb);
    else if (this.#frames >= CERTAIN_FRAMES) {
      this.#caller.learn(levelDb);
      this.#range.learn(this.#history.pitch[row]!);
    }
  }
}
