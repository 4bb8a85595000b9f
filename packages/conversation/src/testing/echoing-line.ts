import { FRAME_MS } from '@parley/audio';
import { Coin, type TonedWord, ToneReader } from './tone-text-to-speech.ts';

export interface Echo {
  /** A multiple of 20 ms. */
  delayMs: number;
  /** 1, which is as loud as what was sent, when it is left out. */
  gain?: number;
  /** As loud as what was sent, but another sound: it came through the air of a room. */
  distorted?: boolean;
  /** What a recognizer makes of a word of the echo; null makes nothing of it. */
  mishear?: (word: string) => string | null;
}

/** A far end that sends back what it hears, a little later. */
export class EchoingLine {
  readonly #delayMs: number;
  readonly #gain: number;
  readonly #distorted: boolean;
  readonly #coin = new Coin();
  readonly #mishear: (word: string) => string | null;
  readonly #sent: (Int16Array | null)[] = [];
  readonly #reader = new ToneReader();

  constructor({ delayMs, gain = 1, distorted = false, mishear = (word) => word }: Echo) {
    this.#delayMs = delayMs;
    this.#gain = gain;
    this.#distorted = distorted;
    this.#mishear = mishear;
  }

  /** The next frame of 20 ms that went out; null is silence. */
  push(sent: Int16Array | null): void {
    this.#sent.push(sent);
    this.#reader.push(sent);
  }

  /** The frame that comes back at `atMs`; null is silence. */
  frame(atMs: number): Int16Array | null {
    const frame = this.#sent[(atMs - this.#delayMs) / FRAME_MS];
    return frame?.map((sample) => sample * this.#gain * (this.#distorted ? this.#coin.toss() : 1)) ?? null;
  }

  /** The words that have come back completely by `atMs`, save those before `fromMs`. */
  words(fromMs: number, atMs: number): TonedWord[] {
    return this.#reader.words
      .map((word) => ({ ...word, startMs: word.startMs + this.#delayMs, endMs: word.endMs + this.#delayMs }))
      .filter(({ endMs }) => endMs > fromMs && endMs <= atMs)
      .map((word) => ({ ...word, text: this.#mishear(word.text) }))
      .filter((word): word is TonedWord => word.text !== null);
  }
}
