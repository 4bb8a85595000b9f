import { FRAME_MS } from '@parley/audio';

export type VoiceEdge =
  /** `onsetMs`: where the voice began, which is before the detector was sure of it. */
  | { type: 'voice_started'; onsetMs: number }
  /** `untilMs`: the end of the last voiced frame, which is before the detector let go of it. */
  | { type: 'voice_stopped'; untilMs: number };

/** Detectors are sure of a voice about 60 ms after its onset. */
const LONGEST_ONSET_FRAMES = 6;
/** The closure of a plosive is shorter; a detector's hangover is longer. */
const HANGOVER_FRAMES = 4;
/** Quieter than any speech on a telephone line (-62 dBov). */
const LOWEST_AUDIBLE_RMS = 25;
/** 3.5 dB over the noise. */
const OVER_NOISE = 1.5;
/** The end of a word fades to about this part of its loudest frame. */
const OF_PEAK = 0.04;
const NOISE_ADAPTATION = 0.05;
/** Louder noise (-42 dBov) makes detectors lose a voice within a word, and take crackles for one. */
const LOUD_NOISE_RMS = 250;
const ONSET_IN_NOISE_FRAMES = 4;
const PAUSE_IN_NOISE_MS = 260;
/** A detector that hears a voice in loud noise has let go of it so much later than it ended, as often as not. */
const HANGOVER_IN_NOISE_MS = 100;
/** The first difference of the sound, nearly: what rumbles is quieter in it, by 20 dB at 100 Hz. */
const PRE_EMPHASIS = 0.95;

/** The level between voices. It lags behind, so that it never learns from an onset that the detector has yet to notice. */
class NoiseFloor {
  rms = LOWEST_AUDIBLE_RMS / OVER_NOISE;
  readonly #recent: number[] = [];

  get isLoud(): boolean {
    return this.rms > LOUD_NOISE_RMS;
  }

  push(rms: number, isSpeech: boolean): void {
    if (isSpeech) {
      this.#recent.length = 0;
      return;
    }
    this.#recent.push(rms);
    if (this.#recent.length > LONGEST_ONSET_FRAMES) this.rms += NOISE_ADAPTATION * (this.#recent.shift()! - this.rms);
  }
}

/** How loud the sound is beside the noise between voices, and beside the loudest of its voice. */
class Band {
  readonly noise = new NoiseFloor();
  /** Of the present frame. */
  rms = 0;
  peakRms = 0;

  notePeak(): void {
    this.peakRms = Math.max(this.peakRms, this.rms);
  }

  /** @param isActive a voice goes on */
  isAudible(isActive: boolean): boolean {
    const ofPeak = isActive ? this.peakRms * OF_PEAK : 0;
    return this.rms >= Math.max(LOWEST_AUDIBLE_RMS, this.noise.rms * OVER_NOISE, ofPeak);
  }
}

/**
 * Corrects a voice activity detector by the energy of the audio: detectors report a voice for up to 100 ms after its
 * end, and a wait for silence must not include the detector's delay.
 */
export class VoiceTracker {
  #active = false;
  readonly #whole = new Band();
  /** Without what rumbles: in a car half of a voice is only heard here. */
  readonly #upper = new Band();
  #lastSample = 0;
  #voicedUntilMs = 0;
  /** Frames in a row before now that could be heard. */
  #audibleRun = 0;
  /** Frames in a row that the detector calls speech and that are inaudible. */
  #inaudibleRun = 0;
  /** Where a voice may have begun that is not sure yet, and the frames of it. */
  #onsetMs = 0;
  #onsetRun = 0;

  /** Whether a voice goes on. */
  get isActive(): boolean {
    return this.#active;
  }

  /** For how long nothing has been heard of the voice that goes on, or of the one that was the last. */
  quietMs(nowMs: number): number {
    return nowMs - this.#voicedUntilMs;
  }

  /**
   * @param frame 160 samples of 8 kHz mono
   * @param isSpeech the detector's word for it
   * @param startMs media time of the frame's first sample
   * @param soundMs how long before the frame's end a sound began that may be the beginning of a voice; 0: none did
   */
  push(frame: Int16Array, isSpeech: boolean, startMs: number, soundMs = 0): VoiceEdge | null {
    this.#hear(frame);
    // Where the noise is low, the whole sound tells better what is the end of a word, and what its breath.
    const isAudible =
      this.#whole.isAudible(this.#active) || (this.#isInLoudNoise && this.#upper.isAudible(this.#active));
    for (const { noise, rms } of [this.#whole, this.#upper]) noise.push(rms, isSpeech);
    const edge = this.#active
      ? this.#whileActive(isSpeech, isAudible, startMs)
      : this.#whileSilent(isSpeech, isAudible, startMs, soundMs);
    this.#audibleRun = isAudible ? this.#audibleRun + 1 : 0;
    return edge;
  }

  #whileSilent(isSpeech: boolean, isAudible: boolean, startMs: number, soundMs: number): VoiceEdge | null {
    const inHangover = this.#inaudibleRun > 0 && isSpeech;
    if (!isSpeech) this.#inaudibleRun = 0;
    if (!isSpeech || (inHangover && !isAudible)) {
      this.#onsetRun = 0;
      return null;
    }
    if (this.#onsetRun === 0) {
      const audibleMs = Math.min(this.#audibleRun, LONGEST_ONSET_FRAMES) * FRAME_MS;
      this.#noteOnset(inHangover ? 0 : Math.max(audibleMs, soundMs - FRAME_MS), startMs);
    }
    this.#onsetRun += 1;
    this.#notePeaks();
    if (this.#isInLoudNoise && this.#onsetRun < ONSET_IN_NOISE_FRAMES) return null;
    this.#active = true;
    this.#inaudibleRun = 0;
    this.#onsetRun = 0;
    this.#voicedUntilMs = startMs + FRAME_MS;
    return { type: 'voice_started', onsetMs: this.#onsetMs };
  }

  #noteOnset(audibleBeforeMs: number, startMs: number): void {
    this.#onsetMs = Math.max(this.#voicedUntilMs, startMs - audibleBeforeMs);
    for (const band of [this.#whole, this.#upper]) band.peakRms = 0;
  }

  #whileActive(isSpeech: boolean, isAudible: boolean, startMs: number): VoiceEdge | null {
    this.#notePeaks();
    // A detector that hears speech in digital silence has its reasons: only sound that ended can be hangover.
    const isVoiced = isSpeech && (isAudible || this.#whole.peakRms < LOWEST_AUDIBLE_RMS);
    if (isVoiced) {
      this.#voicedUntilMs = startMs + FRAME_MS;
      this.#inaudibleRun = 0;
      return null;
    }
    this.#inaudibleRun = isSpeech ? this.#inaudibleRun + 1 : 0;
    if (isSpeech && this.#isInLoudNoise)
      this.#voicedUntilMs = Math.max(this.#voicedUntilMs, startMs + FRAME_MS - HANGOVER_IN_NOISE_MS);
    if (isSpeech && this.#inaudibleRun < HANGOVER_FRAMES) return null;
    if (this.#isInLoudNoise && startMs + FRAME_MS - this.#voicedUntilMs < PAUSE_IN_NOISE_MS) return null;
    this.#active = false;
    return { type: 'voice_stopped', untilMs: this.#voicedUntilMs };
  }

  get #isInLoudNoise(): boolean {
    return this.#whole.noise.isLoud;
  }

  #hear(frame: Int16Array): void {
    this.#whole.rms = rootMeanSquare(frame, 0, 0);
    this.#upper.rms = rootMeanSquare(frame, PRE_EMPHASIS, this.#lastSample);
    this.#lastSample = frame.at(-1)!;
  }

  #notePeaks(): void {
    for (const band of [this.#whole, this.#upper]) band.notePeak();
  }
}

/** @param emphasis of each sample's difference from the one before it; 0: of the samples themselves. @param before the sample before the frame */
function rootMeanSquare(frame: Int16Array, emphasis: number, before: number): number {
  let energy = 0;
  let last = before;
  for (let i = 0; i < frame.length; i += 1) {
    const sample = frame[i]!;
    energy += (sample - emphasis * last) ** 2;
    last = sample;
  }
  return Math.sqrt(energy / frame.length);
}
