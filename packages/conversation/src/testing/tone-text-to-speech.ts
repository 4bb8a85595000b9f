import { FRAME_MS, SAMPLE_RATE_HZ } from '@parley/audio';
import { type ClauseRequest, RequestedSpeech } from '../provider/requested-speech.ts';
import type {
  SpeechChunk,
  SpeechOptions,
  SpeechSession,
  TextToSpeech,
  TextToSpeechCapabilities,
} from '../provider/text-to-speech.ts';
import { DUCKED_GAIN } from '../speaking/playout.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface ToneTextToSpeechOptions {
  time: VirtualTime;
  /** From the request to the first sound. */
  delayMs?: number;
  /** In addition, for some texts. */
  slowFor?: (text: string) => number;
  withWords?: boolean;
  /** Thrown before the word of this index, when it returns an error. */
  failure?: (text: string, word: number) => Error | null;
  /** Nothing more comes of the request of this number, the first being 1, from the word of this index on. */
  stalls?: (request: number, word: number) => boolean;
  /** The request ends without a sound. */
  isMute?: (text: string) => boolean;
  name?: string;
  /** Default whatever is asked for. */
  languages?: readonly string[];
  /** Default 8000. */
  sampleRateHz?: number;
  /** Default 5000. */
  lostAfterMs?: number;
}

const MS_PER_CHARACTER = 40;
const samplesPerCharacter = (rateHz: number): number => (rateHz * MS_PER_CHARACTER) / 1000;
const SAMPLES_PER_CHARACTER = samplesPerCharacter(SAMPLE_RATE_HZ);

/** Noise of a level of its own for each character: what was said can be read off the audio. */
export class ToneTextToSpeech implements TextToSpeech {
  readonly name: string;
  readonly requests: string[] = [];
  /** The language of each request. */
  readonly spokenIn: string[] = [];
  readonly #options: ToneTextToSpeechOptions;
  readonly #coin = new Coin();

  constructor(options: ToneTextToSpeechOptions) {
    this.#options = options;
    this.name = options.name ?? 'tone-tts';
  }

  get capabilities(): TextToSpeechCapabilities {
    const { withWords = false, languages = null, lostAfterMs } = this.#options;
    return { wordTimes: withWords, languagesOf: () => languages, ...(lostAfterMs && { lostAfterMs }) };
  }

  prewarm(): void {}

  close(): void {}

  open(options: SpeechOptions): SpeechSession {
    return new RequestedSpeech(options, (request) => {
      this.spokenIn.push(options.language);
      return this.#synthesize(request);
    });
  }

  async *#synthesize({ text, signal }: ClauseRequest): AsyncIterable<SpeechChunk> {
    const request = this.requests.push(text);
    const { time, delayMs = 0, slowFor = () => 0, stalls = () => false, isMute = () => false } = this.#options;
    await time.sleep(delayMs + slowFor(text));
    if (isMute(text)) return;
    let startMs = 0;
    for (const [index, word] of (text.match(/\S+\s*/g) ?? []).entries()) {
      const failure = this.#options.failure?.(text, index);
      if (failure) throw failure;
      if (stalls(request, index)) await new Promise(() => undefined);
      if (signal.aborted) return;
      const durationMs = word.length * MS_PER_CHARACTER;
      const sampleRateHz = this.#options.sampleRateHz ?? SAMPLE_RATE_HZ;
      const chunk: SpeechChunk = { samples: this.#levels(word, sampleRateHz), sampleRateHz };
      if (this.#options.withWords) {
        const spoken = word.trim();
        chunk.words = [{ text: spoken, startMs, endMs: startMs + spoken.length * MS_PER_CHARACTER }];
      }
      startMs += durationMs;
      yield chunk;
    }
  }

  /** One level for each character: plus or minus its code × 100. */
  #levels(text: string, rateHz: number): Int16Array {
    const levels = [...text].flatMap((character) => Array(samplesPerCharacter(rateHz)).fill(levelOf(character)));
    return Int16Array.from(levels, (level: number) => level * this.#coin.toss());
  }
}

/** Falls the same way in every test. */
export class Coin {
  #seed = 1;

  toss(): 1 | -1 {
    // Marsaglia's xorshift with 32 bits.
    this.#seed ^= this.#seed << 13;
    this.#seed ^= this.#seed >>> 17;
    this.#seed ^= this.#seed << 5;
    return this.#seed > 0 ? 1 : -1;
  }
}

const levelOf = (character: string): number => (character.charCodeAt(0) % 256) * 100;

/** The text that a stretch of audio says, repeated levels read once for each character's length. */
export function readLevels(samples: Int16Array): string {
  let text = '';
  for (let at = SAMPLES_PER_CHARACTER / 2; at < samples.length; at += SAMPLES_PER_CHARACTER) {
    const level = Math.abs(samples[at]!);
    if (level > 0) text += characterOf(level);
  }
  return text;
}

export interface TonedWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** Reads words off frames of 20 ms, times from the first frame on. A piece of a word is not recognized. */
export class ToneReader {
  readonly words: TonedWord[] = [];
  #letters = '';
  /** The sound broke off within a word: what follows may be the rest of it. */
  #isTorn = false;
  #nowMs = 0;

  push(frame: Int16Array | null): void {
    const letter = frame && letterOf(frame);
    if (letter && letter !== ' ') this.#letters += letter;
    else if (this.#letters !== '') this.#endWord(letter === ' ');
    this.#nowMs += FRAME_MS;
  }

  #endWord(isWhole: boolean): void {
    const text = unrepeated(this.#letters);
    const startMs = this.#nowMs - this.#letters.length * FRAME_MS;
    const endsHere = isWhole || /[.,?!]$/.test(text);
    if (endsHere && !this.#isTorn) this.words.push({ text, startMs, endMs: this.#nowMs });
    this.#isTorn = !endsHere;
    this.#letters = '';
  }
}

/** What a frame says: one that fades in is right at its end, one that fades out at its beginning. */
export const letterOf = (frame: Int16Array): string =>
  characterOf(Math.max(Math.abs(frame[0]!), Math.abs(frame.at(-1)!)));

/** Levels that no character has but those of a speech that is ducked. */
const isDucked = (code: number): boolean => code < 31.9 || (code > 33.4 && code < 43.6);

function characterOf(level: number): string {
  const code = level / 100;
  return String.fromCharCode(Math.round(isDucked(code) ? code / DUCKED_GAIN : code));
}

/** Each letter takes two frames, or one where the audio was cut. */
const unrepeated = (letters: string): string =>
  letters.replace(/(.)\1*/g, (run, letter: string) => letter.repeat(Math.ceil(run.length / 2)));
