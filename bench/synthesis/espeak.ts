import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Resampler, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechRequest } from './speech-request.ts';

const SCRIPT = fileURLToPath(new URL('espeak.py', import.meta.url));
const HAS_WORDS = /[\p{L}\p{N}]/u;

/** In milliseconds from the beginning of the audio. `name` of a phone is IPA of espeak-ng, or one of CMU's. */
export interface Label {
  name: string;
  startMs: number;
  endMs: number;
}

/** A text's sound, with the silence around it. */
export interface SpokenText {
  /** 8 kHz mono. */
  samples: Int16Array;
  /** One for each word of the text between white space, as it is written there; none of Flite's. */
  words: Label[];
  phones: Label[];
}

/** The requests, spoken by espeak-ng in one process; [[phonemes]] may stand in their texts. */
export function speakWithEspeak(requests: readonly SpeechRequest[]): SpokenText[] {
  const output = execFileSync('python3', [SCRIPT], { input: JSON.stringify(requests), maxBuffer: 1 << 30 });
  const all: { rate: number; pcm: string; words: [number, number][]; phones: [string, number][] }[] = JSON.parse(
    output.toString(),
  );
  return all.map(({ rate, pcm, words, phones }, index) => {
    const sound = new Int16Array(Uint8Array.from(Buffer.from(pcm, 'base64')).buffer);
    const endMs = (sound.length / rate) * 1000;
    // Positions are counted from 1.
    const events = words.map(([position, ms]) => ({ position: position - 1, ms }));
    return {
      samples: new Resampler(rate, SAMPLE_RATE_HZ).process(sound),
      words: placedWords(requests[index]!.text, events, endMs),
      phones: phones.map(([name, startMs], i) => ({ name, startMs, endMs: phones[i + 1]?.[1] ?? endMs })),
    };
  });
}

/**
 * The words of a text, each from its first event to the next word's: several things may be said for one word, and two short
 * words may be one event.
 * @param events what is said from which position of the text on
 */
export function placedWords(text: string, events: readonly { position: number; ms: number }[], endMs: number): Label[] {
  const borders = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index }));
  const starts: (number | undefined)[] = [];
  for (const { position, ms } of events) {
    const index = borders.findLastIndex((border) => border.index <= position);
    if (index >= 0) starts[index] ??= ms;
  }
  const spoken = borders.map(({ word }, i) => ({ word, ms: starts[i] })).filter(({ word }) => HAS_WORDS.test(word));
  const startOf = (index: number): number => {
    if (index >= spoken.length) return endMs;
    const known = spoken[index]!.ms;
    if (known !== undefined) return known;
    const before = spoken.slice(0, index).findLastIndex(({ ms }) => ms !== undefined);
    const after = spoken.findIndex(({ ms }, i) => i > index && ms !== undefined);
    const [from, to] = [before < 0 ? 0 : spoken[before]!.ms!, after < 0 ? endMs : spoken[after]!.ms!];
    return from + ((index - before) / ((after < 0 ? spoken.length : after) - before)) * (to - from);
  };
  return spoken.map(({ word }, i) => ({ name: word, startMs: startOf(i), endMs: startOf(i + 1) }));
}
