// Speech by synthesizers that are not Parley's, kept in a cache: 8 kHz, silence at both ends cut off, at one level.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { FRAME_SAMPLES, levelDbfs, Resampler, readWav, SAMPLE_RATE_HZ } from '@parley/audio';
import type { Speaker } from './greeting.ts';

const CACHE = path.resolve('node_modules/.cache/answering');
const run = promisify(execFile);
/** Of speech on a telephone line. */
const LEVEL_DBFS = -22;
const AUDIBLE_DBFS = -50;
const RAMP_SAMPLES = FRAME_SAMPLES / 2;

export async function speechOf(speaker: Speaker, text: string): Promise<Int16Array> {
  const key = createHash('sha256')
    .update(JSON.stringify([speaker, text]))
    .digest('hex')
    .slice(0, 24);
  const file = path.join(CACHE, `${key}.raw`);
  const known = await readFile(file).catch(() => null);
  if (known) return new Int16Array(new Uint8Array(known).buffer);
  const samples = atLevel(withoutSilence(await synthesize(speaker, text)));
  await mkdir(CACHE, { recursive: true });
  await writeFile(`${file}.${process.pid}`, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  await rename(`${file}.${process.pid}`, file);
  return samples;
}

async function synthesize({ program, voice, rate, pitch }: Speaker, text: string): Promise<Int16Array> {
  const file = path.join(tmpdir(), `answering-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const [wav, words] = [`${file}.wav`, `${file}.txt`];
  await writeFile(words, text);
  if (program === 'espeak-ng')
    await run(program, ['-v', voice, '-s', `${rate}`, '-p', `${pitch}`, '-w', wav, '-f', words]);
  if (program === 'flite') await run(program, ['-voice', voice, '-f', words, '-o', wav]);
  if (program === 'festival') await run('text2wave', ['-eval', `(voice_${voice})`, '-o', wav, words]);
  const { sampleRateHz, samples } = readWav(await readFile(wav));
  await Promise.all([rm(wav), rm(words)]);
  return new Resampler(sampleRateHz, SAMPLE_RATE_HZ).process(samples);
}

function withoutSilence(samples: Int16Array): Int16Array {
  const isAudible = (at: number): boolean => levelDbfs(samples.subarray(at, at + FRAME_SAMPLES)) > AUDIBLE_DBFS;
  const starts = Array.from({ length: Math.ceil(samples.length / FRAME_SAMPLES) }, (_, index) => index * FRAME_SAMPLES);
  const first = starts.find(isAudible) ?? 0;
  const last = starts.findLast(isAudible) ?? 0;
  return samples.slice(first, last + FRAME_SAMPLES);
}

function atLevel(samples: Int16Array): Int16Array {
  const gain = 10 ** ((LEVEL_DBFS - levelDbfs(samples)) / 20);
  return samples.map((sample, at) => {
    const ramp = Math.min(1, at / RAMP_SAMPLES, (samples.length - at) / RAMP_SAMPLES);
    return Math.max(-32768, Math.min(32767, sample * gain * ramp));
  });
}
