import { FRAME_MS } from '@parley/audio';
import type { Prosody } from '../end-of-turn/prosody.ts';
import type { SpeechDetector, SpeechDetectorStream } from '../provider/speech-detector.ts';
import type { VoiceActivityDetector } from '../provider/voice-activity.ts';

/** 256 ms of Silero's windows: a syllable with what is around it. */
const WINDOWS = 8;
/** Another process that is further behind tells of another voice. */
const LATEST_MS = 400;
/** Neither of them is ever surer. */
const SUREST = 0.99;

/**
 * A detector of this thread with a model's word for what it hears, which comes from another process and later. Where a voice
 * begins and ends the detector tells alone; what it sounds like, both do, for as long as the model answers in time.
 */
export class ModelledVoiceActivity implements VoiceActivityDetector {
  readonly #detector: VoiceActivityDetector;
  readonly #stream: SpeechDetectorStream;
  readonly #closing = new AbortController();
  #latest: number[] = [];
  #writtenMs = 0;
  #judgedMs = 0;

  /** @param onFailure the model is lost for the rest of the call */
  constructor(detector: VoiceActivityDetector, model: SpeechDetector, onFailure: (error: Error) => void) {
    this.#detector = detector;
    this.#stream = model.open({
      onProbability: (probability, untilMs) => this.#note(probability, untilMs),
      onFailure: (error) => {
        this.#latest = [];
        onFailure(error);
      },
      signal: this.#closing.signal,
    });
  }

  get speech(): number {
    const own = this.#detector.speech;
    if (this.#latest.length === 0 || this.#writtenMs - this.#judgedMs > LATEST_MS) return own;
    const modelled = this.#latest.reduce((sum, probability) => sum + probability, 0) / this.#latest.length;
    return 1 / (1 + Math.exp(-(logOdds(own) + logOdds(modelled)) / 2));
  }

  get isPitched(): boolean {
    return this.#detector.isPitched;
  }

  get prosody(): Prosody | null {
    return this.#detector.prosody;
  }

  isSpeech(frame: Int16Array): boolean {
    this.#stream.write(frame);
    this.#writtenMs += FRAME_MS;
    return this.#detector.isSpeech(frame);
  }

  close(): void {
    this.#closing.abort();
    this.#stream.close();
    this.#detector.close();
  }

  #note(probability: number, untilMs: number): void {
    this.#latest.push(probability);
    if (this.#latest.length > WINDOWS) this.#latest.shift();
    this.#judgedMs = untilMs;
  }
}

function logOdds(probability: number): number {
  const bounded = Math.min(SUREST, Math.max(1 - SUREST, probability));
  return Math.log(bounded / (1 - bounded));
}
