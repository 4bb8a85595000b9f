import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';

/** A stretch of voice; `text` null is a noise. */
export interface VoicedSpan {
  startMs: number;
  endMs: number;
  text: string | null;
  /** How much quieter than usual. */
  quieterDb?: number;
}

const AMPLITUDE = 4000;

/** A caller who says given words at given times. Its voice is noise: a tone would be a beep. */
export class ScriptedCaller {
  readonly spans: VoicedSpan[] = [];
  /** When each voiced frame began, by its samples. */
  readonly #starts = new Map<string, number>();
  readonly #sounds: { samples: Int16Array; startMs: number }[] = [];
  #seed = 1;

  say(text: string | null, startMs: number, durationMs: number, quieterDb = 0): VoicedSpan {
    const span = { startMs, endMs: startMs + durationMs, text, quieterDb };
    this.spans.push(span);
    return span;
  }

  /** Sound that is no voice, such as a beep. */
  playSound(samples: Int16Array, startMs: number): void {
    this.#sounds.push({ samples, startMs });
  }

  /** The frame that begins at `atMs`; null where it is silent. */
  frame(atMs: number): Int16Array | null {
    const sound = this.#soundAt(atMs);
    if (sound) return sound;
    const heard = this.spans.filter(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
    if (heard.length === 0) return null;
    const gain = 10 ** (-Math.min(...heard.map(({ quieterDb = 0 }) => quieterDb)) / 20);
    const voiced = Int16Array.from({ length: FRAME_SAMPLES }, () => this.#noise(gain * AMPLITUDE));
    this.#starts.set(keyOf(voiced), atMs);
    return voiced;
  }

  /** Media time of a voiced frame's beginning; null when it is not one of this voice. */
  startOf(frame: Int16Array): number | null {
    return this.#starts.get(keyOf(frame)) ?? null;
  }

  /** The words that have been said completely by `atMs`, in order of time. */
  words(fromMs: number, atMs: number): { text: string; startMs: number; endMs: number }[] {
    return this.spans
      .filter((span) => span.text !== null)
      .flatMap((span) => wordsOf(span as VoicedSpan & { text: string }))
      .filter(({ endMs }) => endMs > fromMs && endMs <= atMs)
      .sort((a, b) => a.startMs - b.startMs);
  }

  #soundAt(atMs: number): Int16Array | null {
    for (const { samples, startMs } of this.#sounds) {
      const from = ((atMs - startMs) * FRAME_SAMPLES) / FRAME_MS;
      if (from >= 0 && from + FRAME_SAMPLES <= samples.length) return samples.slice(from, from + FRAME_SAMPLES);
    }
    return null;
  }

  #noise(amplitude: number): number {
    this.#seed = (this.#seed * 1103515245 + 12345) & 0x7fffffff;
    return Math.round((this.#seed / 0x7fffffff - 0.5) * 2 * amplitude);
  }
}

const keyOf = (frame: Int16Array): string => frame.subarray(0, 8).join();

function wordsOf({ text, startMs, endMs }: VoicedSpan & { text: string }) {
  const words = text.split(' ');
  const each = (endMs - startMs) / words.length;
  const round = (ms: number): number => Math.round(ms / FRAME_MS) * FRAME_MS;
  return words.map((word, index) => ({
    text: word,
    startMs: round(startMs + index * each),
    endMs: round(startMs + (index + 1) * each),
  }));
}
