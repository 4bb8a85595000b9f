import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';
import type { HeardWord } from '@parley/conversation/provider';
import { RecognitionStream, type RecognitionStreamOptions } from '../recognition/recognition-stream.ts';
import { namedFailure } from './failures.ts';

/** A commit of less audio is refused (`commit_throttled`: "You need at least 0.3s of uncommitted audio"). */
const MIN_COMMIT_MS = 300;
/** A session to which nothing is sent is closed; pings do not count. */
const KEEP_ALIVE_MS = 10_000;

interface ScribeStreamOptions extends Omit<RecognitionStreamOptions, 'keepAlive'> {
  /** Otherwise the vendor repeats the language that it was given. */
  detectsLanguage: boolean;
}

interface Word {
  text?: string;
  /** Seconds of the session. */
  start?: number;
  end?: number;
  type?: 'word' | 'spacing' | 'audio_event';
}

interface Message {
  message_type: string;
  text?: string;
  language_code?: string | null;
  words?: Word[] | null;
  error?: string;
}

/** What is committed as a whole. */
interface Segment {
  fromMs: number;
  /** Its first voice; partials have no times. */
  voiceMs: number | null;
  /** A commit without audio enough: the answer is ours. */
  isTooShort: boolean;
}

/** One session of Scribe (https://elevenlabs.io/docs/eleven-api/guides/how-to/speech-to-text/realtime/event-reference). */
export class ScribeStream extends RecognitionStream<Message> {
  #segment: Segment = { fromMs: 0, voiceMs: null, isTooShort: false };
  /** Committed, and not answered. */
  #committed: Segment[] = [];
  /** Of the commit whose words have not come yet. */
  #text: string | null = null;
  #language: string | null = null;

  readonly #detectsLanguage: boolean;

  constructor({ detectsLanguage, ...options }: ScribeStreamOptions) {
    const message = chunk(new Uint8Array(0), false, options.sampleRateHz ?? SAMPLE_RATE_HZ);
    super({ ...options, keepAlive: { message, everyMs: KEEP_ALIVE_MS } });
    this.#detectsLanguage = detectsLanguage;
  }

  finalize(): void {
    if (this.isClosed) return;
    const audio = this.takeAudio();
    const isTooShort = this.writtenMs - this.#segment.fromMs < MIN_COMMIT_MS;
    if (audio.length > 0 || !isTooShort) this.send(chunk(audio, !isTooShort, this.sound.rateHz));
    this.#committed.push({ ...this.#segment, isTooShort });
    // What was too short is committed with what comes.
    if (!isTooShort) this.#segment = { fromMs: this.writtenMs, voiceMs: null, isTooShort: false };
    this.#answerShort();
  }

  protected heard(voiced: boolean): void {
    if (voiced) this.#segment.voiceMs ??= this.writtenMs;
  }

  protected sendAudio(audio: Uint8Array): void {
    this.send(chunk(audio, false, this.sound.rateHz));
  }

  protected received(message: Message): void {
    const { message_type: type, text = '' } = message;
    if (type === 'session_started') this.begin();
    else if (type === 'partial_transcript') this.#hearPartial(text);
    else if (type === 'committed_transcript') this.#hearCommitted(text);
    else if (type === 'committed_transcript_with_timestamps') this.#hearWords(message);
    else if (type === 'commit_throttled') this.#settle('', []);
    else if (message.error !== undefined) throw namedFailure(this.vendor, type, message.error);
  }

  #hearPartial(text: string): void {
    this.#settleWithoutWords();
    if (text === '') return;
    const segment = this.#committed[0] ?? this.#segment;
    segment.voiceMs ??= segment.fromMs;
    this.emit({ type: 'partial', text, startMs: segment.voiceMs, untilMs: null });
  }

  /** The words come in a message of their own, which follows; not where there are none. */
  #hearCommitted(text: string): void {
    this.#settleWithoutWords();
    if (text.trim() === '') this.#settle('', []);
    else this.#text = text;
  }

  #hearWords({ text = '', words, language_code: language }: Message): void {
    if (this.#text === null && text.trim() === '') return;
    if (language && this.#detectsLanguage) this.#hearLanguage(language);
    this.#text = null;
    this.#settle(text, wordsOf(words ?? []));
  }

  #hearLanguage(code: string): void {
    // ISO 639-3 may come; BCP 47 has the shorter code where there is one.
    const [language] = Intl.getCanonicalLocales(code);
    if (language === undefined || language === this.#language) return;
    this.#language = language;
    this.emit({ type: 'language', language });
  }

  #settleWithoutWords(): void {
    if (this.#text === null) return;
    const text = this.#text;
    this.#text = null;
    this.#settle(text, []);
  }

  /** Answers the oldest commit; without one the vendor has committed by itself, as it does with long speech. */
  #settle(text: string, words: HeardWord[]): void {
    const segment = this.#committed.shift() ?? this.#segment;
    if (segment === this.#segment) this.#segment = { fromMs: this.writtenMs, voiceMs: null, isTooShort: false };
    this.emit({ type: 'final', text: text.trim(), words, startMs: segment.voiceMs });
    this.#answerShort();
  }

  #answerShort(): void {
    while (this.#committed[0]?.isTooShort) {
      this.#committed.shift();
      this.emit({ type: 'final', text: '', words: [], startMs: null });
    }
  }
}

const chunk = (audio: Uint8Array, commit: boolean, sampleRateHz: AudioRateHz): object => ({
  message_type: 'input_audio_chunk',
  audio_base_64: Buffer.from(audio).toString('base64'),
  commit,
  sample_rate: sampleRateHz,
});

function wordsOf(words: Word[]): HeardWord[] {
  return words
    .filter(({ type }) => type === undefined || type === 'word')
    .map(({ text = '', start = 0, end = 0 }) => ({ text, startMs: start * 1000, endMs: end * 1000 }));
}
