import { createHash } from 'node:crypto';
import type { ToolCall } from '@parley/conversation/provider';

/** What a fake's model says to the next thing that it is to answer. */
export interface SpokenAnswer {
  text?: string;
  calls?: Pick<ToolCall, 'id' | 'name' | 'arguments'>[];
}

/** How long a character takes to say. */
const MS_PER_CHARACTER = 50;

/** Samples that only this text has: a wave for each character, loud enough to be speech. */
export function spokenSamples(text: string, rateHz: number): Int16Array {
  const seed = createHash('sha256').update(text).digest();
  const each = (rateHz * MS_PER_CHARACTER) / 1000;
  return Int16Array.from({ length: text.length * each }, (_, at) => {
    const character = Math.floor(at / each);
    return ((at + seed[character % 32]!) % 16 < 8 ? 1 : -1) * (2000 + 20 * (text.charCodeAt(character) % 128));
  });
}

/** Cuts it into pieces of odd sizes, as vendors send it. */
export function* oddPieces(samples: Int16Array, longest: number): Generator<Int16Array> {
  const sizes = [0.31, 1, 0.07, 0.83].map((part) => Math.max(1, Math.floor(longest * part)));
  for (let at = 0, piece = 0; at < samples.length; piece += 1) {
    const size = sizes[piece % sizes.length]!;
    yield samples.subarray(at, at + size);
    at += size;
  }
}

/** A detector of turns by loudness, as every vendor has one. Time is that of the audio. */
export class LoudTurns {
  readonly #rateHz: number;
  readonly #onStart: (atMs: number) => void;
  readonly #onStop: (atMs: number) => void;
  #heardSamples = 0;
  #quietSamples = 0;
  #isSpeech = false;

  constructor(rateHz: number, onStart: (atMs: number) => void, onStop: (atMs: number) => void) {
    this.#rateHz = rateHz;
    this.#onStart = onStart;
    this.#onStop = onStop;
  }

  hear(samples: Int16Array, silenceMs: number): void {
    this.#heardSamples += samples.length;
    const isLoud = samples.some((sample) => Math.abs(sample) > 1000);
    this.#quietSamples = isLoud ? 0 : this.#quietSamples + samples.length;
    const atMs = (this.#heardSamples * 1000) / this.#rateHz;
    if (isLoud && !this.#isSpeech) {
      this.#isSpeech = true;
      this.#onStart(atMs);
    }
    if (!this.#isSpeech || (this.#quietSamples * 1000) / this.#rateHz < silenceMs) return;
    this.#isSpeech = false;
    this.#onStop(atMs);
  }
}
