import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Resampler, SAMPLE_RATE_HZ } from '@parley/audio';
import { type Clip, clipOf } from './speech-clip.ts';
import { pronounced, type SpeechRequest } from './speech-request.ts';

const SCRIPT = fileURLToPath(new URL('espeak.py', import.meta.url));

interface Spoken {
  rate: number;
  pcm: string;
  words: [position: number, length: number, ms: number][];
}

/** The requests, spoken by espeak-ng in one process. */
export function speakWithEspeak(requests: readonly SpeechRequest[]): Clip[] {
  const texts = requests.map(({ text }) =>
    text
      .split(' ')
      .map((word) => pronounced(word, 'phonemes'))
      .join(' '),
  );
  const input = JSON.stringify(requests.map((request, index) => ({ ...request, text: texts[index] })));
  const output = execFileSync('python3', [SCRIPT], { input, maxBuffer: 1 << 30 });
  return (JSON.parse(output.toString()) as Spoken[]).map((spoken, index) =>
    clipFrom(spoken, requests[index]!.text, texts[index]!),
  );
}

function clipFrom({ rate, pcm, words }: Spoken, text: string, read: string): Clip {
  const bytes = Buffer.from(pcm, 'base64');
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const endMs = (samples.length / rate) * 1000;
  const starts: (number | undefined)[] = [];
  const borders = [...read.matchAll(/\S+/g)].map(({ index }) => index + 1);
  // A word may be several to the synthesizer: its first event counts. Positions are counted from 1.
  for (const [position, , ms] of words) {
    const index = borders.findLastIndex((border) => border <= position);
    if (index >= 0) starts[index] ??= ms;
  }
  const written = text.split(' ');
  // Two short words may be one event: the second begins half way to the next one.
  const startOf = (index: number): number => {
    const known = starts[index];
    if (known !== undefined) return known;
    const [before, after] = [starts.slice(0, index).findLast((ms) => ms !== undefined) ?? 0, nextStart(index)];
    return (before + after) / 2;
  };
  const nextStart = (index: number): number => starts.slice(index + 1).find((ms) => ms !== undefined) ?? endMs;
  const timed = written.map((word, index) => ({
    text: word,
    startMs: startOf(index),
    endMs: index + 1 < written.length ? startOf(index + 1) : endMs,
  }));
  return clipOf(new Resampler(rate, SAMPLE_RATE_HZ).process(samples), timed);
}
