import createFvad, { type Fvad } from '@echogarden/fvad-wasm';
import { FRAME_SAMPLES, levelDbfs, SAMPLE_RATE_HZ, SpeechMeter } from '@parley/audio';
import type { Prosody, VoiceActivityDetector } from '@parley/conversation';

/** libfvad's strictest mode: the fewest noises taken for speech. */
const VERY_AGGRESSIVE = 3;
/** Quieter than any speech on a telephone, louder than comfort noise (−60 dBm0 and below, G.711 appendix II). */
const FLOOR_DBFS = -55;
/** Speech begins when libfvad says so of two frames running: a click is one. */
const ONSET_FRAMES = 2;
/** Speech ends after this many frames without, on top of libfvad's own hangover. */
const HANGOVER_FRAMES = 2;
/** The time over which the meter takes its slopes. */
const SLOPE_S = 0.26;
const BYTES_PER_SAMPLE = 2;

class FvadDetector implements VoiceActivityDetector {
  private readonly fvad: Fvad;
  private readonly buffer: number;
  private handle: number;
  private speaking = false;
  /** Frames running that contradict `speaking`. */
  private contrary = 0;
  private readonly meter = new SpeechMeter();
  /** While a voice pauses, what it was. */
  speech = 0;
  isPitched = false;

  constructor(fvad: Fvad, buffer: number) {
    this.fvad = fvad;
    this.buffer = buffer;
    this.handle = fvad._fvad_new();
    fvad._fvad_set_mode(this.handle, VERY_AGGRESSIVE);
    fvad._fvad_set_sample_rate(this.handle, SAMPLE_RATE_HZ);
  }

  get prosody(): Prosody | null {
    const { pitchSlope, finalPitch, energySlope, contour, lastVoicedMs } = this.meter.prosody();
    if (pitchSlope === null || energySlope === null || contour === null) return null;
    return {
      pitchSlopeStPerS: pitchSlope,
      finalPitchSt: finalPitch ?? 0,
      energySlopeDb: energySlope * SLOPE_S,
      lastStretchMs: lastVoicedMs,
      shape: contour,
    };
  }

  isSpeech(frame: Int16Array): boolean {
    const voiced = this.isVoiced(frame);
    this.contrary = voiced === this.speaking ? 0 : this.contrary + 1;
    if (this.contrary >= (this.speaking ? HANGOVER_FRAMES : ONSET_FRAMES)) {
      this.speaking = voiced;
      this.contrary = 0;
    }
    const { speech, pitchHz } = this.meter.push(frame, this.speaking);
    this.isPitched = pitchHz !== null;
    if (this.speaking) this.speech = speech;
    return this.speaking;
  }

  close(): void {
    if (this.handle !== 0) this.fvad._fvad_free(this.handle);
    this.handle = 0;
  }

  /** libfvad hears quiet frames too: it adapts to the background. */
  private isVoiced(frame: Int16Array): boolean {
    if (this.handle === 0) return false;
    this.fvad.HEAP16.set(frame.subarray(0, FRAME_SAMPLES), this.buffer / BYTES_PER_SAMPLE);
    const voiced = this.fvad._fvad_process(this.handle, this.buffer, FRAME_SAMPLES) === 1;
    return voiced && levelDbfs(frame) > FLOOR_DBFS;
  }
}

/**
 * Loads WebRTC's detector once and returns a factory: a detector for each call, some 1 KB and 2 µs a frame.
 * Measured on synthetic speech: it says "speech" 40 ms after the first sound (110 ms for soft ones), and "no speech"
 * 40 to 130 ms after the last one (160 ms in noise of -55 dBFS).
 */
export async function createVoiceActivityDetector(): Promise<() => VoiceActivityDetector> {
  const fvad = await createFvad();
  const buffer = fvad._malloc(FRAME_SAMPLES * BYTES_PER_SAMPLE);
  return () => new FvadDetector(fvad, buffer);
}
