import { createReadStream } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CallPeaks } from '@parley/contract';
import { recordingRateHz } from '../media/recording-file.ts';

const MOST_PEAKS = 4000;
/** Shorter stretches show nothing more. */
const SHORTEST_MS = 20;
/** Two channels of 16 bits. */
const FRAME_BYTES = 4;
/** Half a millisecond of work at a time: the main thread carries calls. */
const CHUNK_BYTES = 128 * 1024;
const LOUDEST = 32_768;

/** Peaks of both sides of a recording, measured once and kept beside it; undefined when the file is gone. */
export async function peaksOf(recordingsDir: string, file: string): Promise<CallPeaks | undefined> {
  const location = path.join(recordingsDir, file);
  const bytes = (await stat(location).catch(() => undefined))?.size;
  if (bytes === undefined) return undefined;
  const kept = await readKept(peaksFile(location));
  const rateHz = recordingRateHz(file);
  const duration = Math.floor(bytes / FRAME_BYTES) / rateHz;
  if (kept?.duration === duration) return kept;
  const peaks = { duration, peaks: await measure(location, Math.floor(bytes / FRAME_BYTES), rateHz) };
  await keep(peaksFile(location), peaks);
  return peaks;
}

/** Where the peaks of a recording are kept. */
export const peaksFile = (recording: string) => `${recording}.peaks`;

async function readKept(file: string): Promise<CallPeaks | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // There are none, or a crash has left a part.
    return undefined;
  }
}

/** Whole or not at all. On a disk that is full they are measured again the next time. */
async function keep(file: string, peaks: CallPeaks): Promise<void> {
  const beside = `${file}.${process.pid}`;
  try {
    await writeFile(beside, JSON.stringify(peaks), { mode: 0o600 });
    await rename(beside, file);
  } catch {}
}

async function measure(location: string, frames: number, rateHz: number): Promise<number[][]> {
  const stretch = Math.max((SHORTEST_MS * rateHz) / 1000, Math.ceil(frames / MOST_PEAKS));
  const left: number[] = new Array(Math.ceil(frames / stretch)).fill(0);
  const right: number[] = [...left];
  let rest: Buffer = Buffer.alloc(0);
  let frame = 0;
  for await (const chunk of createReadStream(location, { highWaterMark: CHUNK_BYTES })) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = Math.min(Math.floor(bytes.length / FRAME_BYTES), frames - frame);
    for (let index = 0; index < whole; index += 1, frame += 1) {
      const at = Math.floor(frame / stretch);
      const heard = Math.abs(bytes.readInt16LE(index * FRAME_BYTES));
      const sent = Math.abs(bytes.readInt16LE(index * FRAME_BYTES + 2));
      if (heard > left[at]!) left[at] = heard;
      if (sent > right[at]!) right[at] = sent;
    }
    rest = bytes.subarray(whole * FRAME_BYTES);
  }
  return [left, right].map((side) => side.map((peak) => Math.round((peak / LOUDEST) * 1000) / 1000));
}
