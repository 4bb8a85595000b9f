import { type AudioRateHz, FRAME_MS, type Frame, frameSamples, levelDbfs, Resampler } from '@parley/audio';
import {
  FrameFeed,
  type HandoverWords,
  handoverAnswer,
  type SpeechToText,
  type SpeechToTextStream,
  type SpokenVoice,
  spokenText,
} from '@parley/conversation';

/** From the end of the question on. Silence means an answering machine, or a person who does not care. */
const DECISION_MS = 15_000;
/** Without a word so long the target is not kept waiting for it, nor the caller. */
const SPEECH_MS = 20_000;
/** Voice on a telephone is louder, and a quiet line is not. */
const VOICE_DBFS = -42;
const END_OF_WORD_MS = 400;
const ACCEPT_KEY = '1';
const DECLINE_KEY = '2';

export interface ConsultationOptions {
  /** What the call is about; the question follows. Never rejects. */
  about: Promise<string>;
  words: HandoverWords;
  /** BCP 47. */
  language: string;
  /** Of the call's frames. */
  rateHz: AudioRateHz;
  /** In the order of preference: where one fails, the next one speaks. */
  voices: readonly SpokenVoice[];
  /** Hears yes and no; null: keys alone are taken. */
  transcriber: SpeechToText | null;
  /** Once: whether the target takes the call. */
  onAnswer(isAccepted: boolean): void;
  /** For the log. */
  onWarning(message: string): void;
}

/** Tells a person what a call is about that is handed over to them, and hears whether they take it: by key or by word. */
export class Consultation {
  readonly #options: ConsultationOptions;
  readonly #frameSamples: number;
  readonly #abort = new AbortController();
  #samples: Int16Array[] = [];
  #isSpoken = false;
  #elapsedMs = 0;
  #waitedMs = 0;
  #quietMs = 0;
  #isVoiced = false;
  #hearing: SpeechToTextStream | null = null;
  #feed: FrameFeed | null = null;
  #isAnswered = false;

  constructor(options: ConsultationOptions) {
    this.#options = options;
    this.#frameSamples = frameSamples(options.rateHz);
    void this.#speak();
    void this.#listen();
  }

  /** Every 20 ms: what the target hears; null is silence. */
  next(): Frame | null {
    const frame = this.#take();
    this.#elapsedMs += FRAME_MS;
    if (frame !== null) return frame;
    this.#waitedMs = this.#isSpoken ? this.#waitedMs + FRAME_MS : 0;
    const isLate = this.#waitedMs >= DECISION_MS || (!this.#isSpoken && this.#elapsedMs >= SPEECH_MS);
    if (isLate) this.#answer(false);
    return null;
  }

  /** Every 20 ms: what the target says. */
  hear(frame: Frame | null): void {
    const samples = frame ?? new Int16Array(this.#frameSamples);
    const isVoice = levelDbfs(samples) > VOICE_DBFS;
    this.#quietMs = isVoice ? 0 : this.#quietMs + FRAME_MS;
    this.#feed?.write(samples, isVoice);
    const hasEnded = this.#isVoiced && this.#quietMs >= END_OF_WORD_MS;
    if (hasEnded) this.#feed?.finalize();
    this.#isVoiced = (this.#isVoiced || isVoice) && !hasEnded;
  }

  /** The target presses a key. */
  press(digit: string): void {
    if (digit === ACCEPT_KEY) this.#answer(true);
    if (digit === DECLINE_KEY) this.#answer(false);
  }

  /** Idempotent. */
  close(): void {
    this.#isAnswered = true;
    this.#samples = [];
    this.#abort.abort();
    this.#hearing?.close();
  }

  #answer(isAccepted: boolean): void {
    if (this.#isAnswered) return;
    this.close();
    this.#options.onAnswer(isAccepted);
  }

  #take(): Frame | null {
    const [first] = this.#samples;
    const length = this.#frameSamples;
    if (!first) return null;
    if (first.length > length) this.#samples[0] = first.subarray(length);
    else this.#samples.shift();
    if (first.length >= length) return first.subarray(0, length);
    const frame = new Int16Array(length);
    frame.set(first);
    return frame;
  }

  async #speak(): Promise<void> {
    const { about, words, voices, onWarning } = this.#options;
    const text = `${await about} ${words.question}`;
    for (const voice of voices) {
      try {
        await this.#speakBy(voice, text);
        break;
      } catch (error) {
        onWarning(`The briefing of the transfer target failed with ${voice.tts.name}: ${String(error)}`);
      }
    }
    this.#isSpoken = true;
  }

  async #speakBy({ tts, voice }: SpokenVoice, text: string): Promise<void> {
    const { language, rateHz } = this.#options;
    let resampler: Resampler | null = null;
    let pending = new Int16Array(0);
    const add = (samples: Int16Array) => {
      const joined = new Int16Array(pending.length + samples.length);
      joined.set(pending);
      joined.set(samples, pending.length);
      const whole = joined.length - (joined.length % this.#frameSamples);
      if (whole > 0) this.#samples.push(joined.subarray(0, whole));
      pending = joined.slice(whole);
    };
    for await (const { samples, sampleRateHz } of spokenText(tts, {
      text,
      voice,
      language,
      sampleRateHz: rateHz,
      signal: this.#abort.signal,
    })) {
      resampler ??= new Resampler(sampleRateHz, rateHz);
      add(resampler.process(samples));
    }
    if (resampler) add(resampler.flush());
    if (pending.length > 0) this.#samples.push(pending);
  }

  async #listen(): Promise<void> {
    const { transcriber, language, rateHz, words, onWarning } = this.#options;
    if (!transcriber) return;
    try {
      const hints = [...words.accept, ...words.decline];
      const sampleRateHz = transcriber.capabilities.wideband ? rateHz : 8000;
      const stream = await transcriber.open({ language, hints, sampleRateHz, signal: this.#abort.signal });
      if (this.#isAnswered) return stream.close();
      this.#hearing = stream;
      this.#feed = new FrameFeed(stream, sampleRateHz);
      for await (const event of stream) {
        const answer = event.type === 'final' ? handoverAnswer(event.text, words) : null;
        if (answer !== null) this.#answer(answer);
      }
    } catch (error) {
      if (!this.#abort.signal.aborted)
        onWarning(`The target of a transfer is not heard by ${transcriber.name}: ${String(error)}`);
    }
  }
}
