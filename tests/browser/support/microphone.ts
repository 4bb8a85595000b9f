import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wavHeader } from '@parley/audio';
import { spoken } from '../../support/spoken.ts';

const SAMPLE_RATE_HZ = 8000;

/** What a fake microphone says, over and over: words, and between them silences in seconds. */
export async function microphoneFile(script: readonly (string | number)[]): Promise<string> {
  const sounds = await spoken(...script.filter((part) => typeof part === 'string'));
  const samples = script.flatMap((part) =>
    typeof part === 'number' ? Array.from({ length: part * SAMPLE_RATE_HZ }, () => 0) : [...sounds.shift()!],
  );
  const pcm = Buffer.from(Int16Array.from(samples).buffer);
  const header = wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 1, dataBytes: pcm.length });
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'parley-microphone-')), 'microphone.wav');
  await writeFile(file, Buffer.concat([header, pcm]));
  return file;
}
