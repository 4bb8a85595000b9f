import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SAMPLE_RATE_HZ, wavHeader } from '@parley/audio';
import { isUnseen, type TestCase } from './cases/test-case.ts';
import type { RecordedCall } from './recorded-call.ts';
import { samplesOf, type Verdict } from './scorer/verdict.ts';

const BEFORE_MS = 2000;
const AFTER_MS = 6000;

/** The seconds around each case that failed, as stereo: the caller left, the agent right. */
export async function writeWavs(directory: string, call: RecordedCall, verdicts: readonly Verdict[]): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const { testCase, atMs, outcome } of verdicts) {
    if (outcome !== 'failed' || isUnseen(testCase.part)) continue;
    const [from, to] = [samplesOf(Math.max(0, atMs - BEFORE_MS)), samplesOf(atMs + AFTER_MS)];
    await writeFile(path.join(directory, wavNameOf(testCase)), stereo(call, from, to));
  }
}

export const wavNameOf = ({ id }: TestCase): string => `${id.replaceAll('/', '-')}.wav`;

function stereo({ caller, agent }: RecordedCall, from: number, to: number): Buffer {
  const [left, right] = [caller.subarray(from, to), agent.subarray(from, to)];
  const samples = new Int16Array(2 * left.length);
  for (let index = 0; index < left.length; index += 1) samples.set([left[index]!, right[index]!], 2 * index);
  const header = wavHeader({ sampleRateHz: SAMPLE_RATE_HZ, channels: 2, dataBytes: samples.byteLength });
  return Buffer.concat([header, new Uint8Array(samples.buffer)]);
}
