import { SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechChunk, TextToSpeech, TextToSpeechRequest } from '../provider/text-to-speech.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface ToneTextToSpeechOptions {
  time: VirtualTime;
  /** From the request to the first sound. */
  delayMs?: number;
  withWords?: boolean;
  /** Thrown instead of sound, when it returns an error. */
  failure?: (text: string) => Error | null;
}

const MS_PER_CHARACTER = 40;
const SAMPLES_PER_CHARACTER = (SAMPLE_RATE_HZ * MS_PER_CHARACTER) / 1000;

/** A constant level for each character: what was said can be read off the sound. */
export class ToneTextToSpeech implements TextToSpeech {
  readonly name = 'tone-tts';
  readonly requests: string[] = [];
  readonly #options: ToneTextToSpeechOptions;

  constructor(options: ToneTextToSpeechOptions) {
    this.#options = options;
  }

  async *synthesize({ text, signal }: TextToSpeechRequest): AsyncIterable<SpeechChunk> {
    this.requests.push(text);
    await this.#options.time.sleep(this.#options.delayMs ?? 0);
    const failure = this.#options.failure?.(text);
    if (failure) throw failure;
    let startMs = 0;
    for (const word of text.match(/\S+\s*/g) ?? []) {
      if (signal.aborted) return;
      const durationMs = word.length * MS_PER_CHARACTER;
      const chunk: SpeechChunk = { samples: levels(word) };
      if (this.#options.withWords) {
        const spoken = word.trim();
        chunk.words = [{ text: spoken, startMs, endMs: startMs + spoken.length * MS_PER_CHARACTER }];
      }
      startMs += durationMs;
      yield chunk;
    }
  }
}

/** One level for each character: its code × 100. */
function levels(text: string): Int16Array {
  const samples = new Int16Array(text.length * SAMPLES_PER_CHARACTER);
  for (const [index, character] of [...text].entries())
    samples.fill(levelOf(character), index * SAMPLES_PER_CHARACTER, (index + 1) * SAMPLES_PER_CHARACTER);
  return samples;
}

const levelOf = (character: string): number => (character.charCodeAt(0) % 256) * 100;

/** The text that a stretch of sound says, repeated levels read once for each character's length. */
export function readLevels(samples: Int16Array): string {
  let text = '';
  for (let at = SAMPLES_PER_CHARACTER / 2; at < samples.length; at += SAMPLES_PER_CHARACTER) {
    const level = samples[at]!;
    if (level > 0) text += String.fromCharCode(Math.round(level / 100));
  }
  return text;
}
