import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';

const DIRECTORY = fileURLToPath(new URL('../../node_modules/.cache/parley-recordings', import.meta.url));

/** A file of a package that `scripts/recordings.mjs` has fetched. Throws where it has not. */
export function recordedFile(...segments: string[]): string {
  const file = path.join(DIRECTORY, ...segments);
  if (!existsSync(file)) throw new Error(`${file} is not there: npm run bench:turn-taking -- --set people fetches it`);
  return file;
}

/** A sound as its package has it. */
export interface Encoded {
  format: 'mp3' | 'ogg' | 'wav';
  bytes(): Buffer;
}

const DECODERS = {
  mp3: ['mpg123', '-q', '-w', '-', '-'],
  ogg: ['oggdec', '-Q', '-o', '-', '-'],
} as const;

/** 8 kHz mono. */
export function decoded({ format, bytes }: Encoded): Int16Array {
  const [command, ...words] = format === 'wav' ? [] : DECODERS[format];
  const wav = command ? execFileSync(command, words, { input: bytes(), maxBuffer: 1 << 28 }) : bytes();
  const { sampleRateHz, samples, channels } = readWav(wav);
  const mono = channels === 1 ? samples : mixed(samples, channels);
  return atCallRate(mono, sampleRateHz);
}

/** As 8 kHz. @param samples mono */
export function atCallRate(samples: Int16Array, sampleRateHz: number): Int16Array {
  const resampler = new Resampler(sampleRateHz, SAMPLE_RATE_HZ);
  return Int16Array.from([...resampler.process(samples), ...resampler.flush()]);
}

function mixed(samples: Int16Array, channels: number): Int16Array {
  return Int16Array.from({ length: samples.length / channels }, (_, at) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += samples[at * channels + channel]!;
    return sum / channels;
  });
}
