import type { HeardSpeech } from '../../testing/conformance/speech-to-text-fixture.ts';
import { jsonFrame } from './frames.ts';

const TICKS_PER_MS = 10_000;

/** One turn, from its context to its end. */
export class HeardTurn {
  readonly requestId: string;
  readonly context: Record<string, unknown>;
  heardMs = 0;
  hasHeader = false;
  isEnded = false;
  isSettled = false;
  readonly #send: (text: string) => void;

  constructor(requestId: string, context: Record<string, unknown>, send: (text: string) => void) {
    this.requestId = requestId;
    this.context = context;
    this.#send = send;
  }

  say(path: string, body: object): void {
    this.#send(jsonFrame(path, this.requestId, body));
  }

  /** Times are of the turn. */
  hypothesis({ text, startMs, endMs }: HeardSpeech, language?: string): void {
    this.say('speech.hypothesis', { Id: '1', Text: text, ...ticks(startMs, endMs), ...primary(language) });
  }

  /** All words share the time; they are without what is around them. */
  phrase({ text, startMs, endMs }: HeardSpeech, language?: string): void {
    const words = text.split(' ').filter((word) => word !== '');
    const eachMs = (endMs - startMs) / Math.max(1, words.length);
    const best = {
      Confidence: 0.9,
      Lexical: text.toLowerCase(),
      Display: text,
      Words: words.map((word, index) => ({
        Word: word.toLowerCase(),
        ...ticks(startMs + index * eachMs, startMs + (index + 1) * eachMs),
      })),
    };
    this.say('speech.phrase', {
      RecognitionStatus: 'Success',
      DisplayText: text,
      ...ticks(startMs, endMs),
      ...primary(language),
      NBest: [best],
    });
  }

  /** A phrase without words. */
  status(status: string): void {
    this.say('speech.phrase', { RecognitionStatus: status, ...ticks(0, this.heardMs) });
  }

  end(): void {
    this.isSettled = true;
    this.say('speech.endDetected', { Offset: this.heardMs * TICKS_PER_MS });
    this.say('turn.end', {});
  }
}

const ticks = (startMs: number, endMs: number): object => ({
  Offset: Math.round(startMs * TICKS_PER_MS),
  Duration: Math.round((endMs - startMs) * TICKS_PER_MS),
});

const primary = (language: string | undefined): object =>
  language === undefined ? {} : { PrimaryLanguage: { Language: language, Confidence: 'High' } };
