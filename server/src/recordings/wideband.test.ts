import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWav } from '@parley/audio';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordingFile } from '../media/recording-file.ts';
import { peaksOf } from './peaks.ts';
import { openRecording } from './serve.ts';

let recordingsDir: string;

beforeEach(async () => {
  recordingsDir = await mkdtemp(path.join(tmpdir(), 'parley-recordings-'));
});

afterEach(() => rm(recordingsDir, { recursive: true, force: true }));

/** A second of both sides, of which the caller's is as loud as half of full scale. */
async function stored(rateHz: 8000 | 16_000): Promise<string> {
  const file = recordingFile('call_0123456789', rateHz);
  await mkdir(path.dirname(path.join(recordingsDir, file)), { recursive: true });
  const samples = Int16Array.from({ length: 2 * rateHz }, (_, index) => (index % 2 === 0 ? 16_384 : 0));
  await writeFile(path.join(recordingsDir, file), samples);
  return file;
}

it.each([8000, 16_000] as const)('a recording of %i Hz is served and shown as long as it was', async (rateHz) => {
  const file = await stored(rateHz);
  for (const [kind, channels] of [
    ['mixed', 1],
    ['stereo', 2],
  ] as const) {
    const recording = await openRecording(recordingsDir, file, kind);
    const pieces = await recording!.read(0, recording!.bytes - 1).toArray();
    const wav = readWav(new Uint8Array(Buffer.concat(pieces)));
    expect(wav).toMatchObject({ sampleRateHz: rateHz, channels });
    expect(wav.samples).toHaveLength(rateHz * channels);
    expect(wav.samples[0]).toBe(16_384);
  }
  const peaks = await peaksOf(recordingsDir, file);
  expect(peaks!.duration).toBe(1);
  expect(peaks!.peaks).toEqual([Array(50).fill(0.5), Array(50).fill(0)]);
});
