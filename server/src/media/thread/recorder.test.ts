import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AudioRateHz } from '@parley/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRecording, recordingFile, recordingRateHz } from '../recording-file.ts';
import { openRecordingDisk, Recorder, type RecorderOptions } from './recorder.ts';

const CALL_ID = 'call_0123456789';
const frameOf = (sample: number, length = 160) => new Int16Array(length).fill(sample);

function begun(options: RecorderOptions, rateHz: AudioRateHz = 8000): Recorder {
  const recorder = new Recorder(options);
  recorder.begin(rateHz);
  return recorder;
}

describe('Recorder', () => {
  let recordingsDir: string;
  let location: string;

  beforeEach(async () => {
    recordingsDir = path.join(await mkdtemp(path.join(tmpdir(), 'parley-recorder-')), 'recordings');
    location = path.join(recordingsDir, recordingFile(CALL_ID, 8000));
  });

  afterEach(() => rm(path.dirname(recordingsDir), { recursive: true, force: true }));

  it('writes both sides interleaved, silence too, for the eyes of its own user alone', async () => {
    const recorder = begun({ disk: openRecordingDisk(), recordingsDir, callId: CALL_ID });
    expect(recorder.file).toBeNull();
    for (let frame = 0; frame < 250; frame += 1) recorder.write(frameOf(frame), frameOf(-frame));
    recorder.write(null, frameOf(7));
    recorder.write(frameOf(8), null);
    recorder.write(null, null);
    await recorder.close();
    expect([recorder.file, recorder.failure]).toEqual([recordingFile(CALL_ID, 8000), null]);

    const bytes = await readFile(location);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    const frames = Array.from({ length: samples.length / 320 }, (_, frame) => [
      ...samples.subarray(frame * 320).subarray(318, 320),
    ]);
    const expected = Array.from({ length: 250 }, (_, frame) => [frame, frame === 0 ? 0 : -frame]);
    expect(frames).toEqual([...expected, [0, 7], [8, 0], [0, 0]]);
    expect((await stat(location)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(location))).mode & 0o777).toBe(0o700);
    expect((await stat(recordingsDir)).mode & 0o777).toBe(0o700);
  });

  it('writes both sides of a wideband call, and says so in the name', async () => {
    const recorder = begun({ disk: openRecordingDisk(), recordingsDir, callId: CALL_ID }, 16_000);
    for (let frame = 0; frame < 130; frame += 1) recorder.write(frameOf(frame, 320), frameOf(-frame, 320));
    recorder.write(null, frameOf(7, 320));
    await recorder.close();
    expect(recorder.file).toBe(recordingFile(CALL_ID, 16_000));
    expect(recordingRateHz(recorder.file!)).toBe(16_000);
    expect(await findRecording(recordingsDir, CALL_ID)).toEqual({ file: recorder.file, size: 131 * 320 * 4 });
    const bytes = await readFile(path.join(recordingsDir, recorder.file!));
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    const frames = Array.from({ length: samples.length / 640 }, (_, frame) => [
      ...samples.subarray(frame * 640).subarray(638, 640),
    ]);
    expect(frames).toEqual([...Array.from({ length: 130 }, (_, frame) => [frame, frame === 0 ? 0 : -frame]), [0, 7]]);
  });

  it('makes no file for a call in which nothing passed', async () => {
    const recorder = begun({ disk: openRecordingDisk(), recordingsDir, callId: CALL_ID });
    await recorder.close();
    expect([recorder.file, recorder.failure]).toEqual([null, null]);
    await expect(stat(recordingsDir)).rejects.toThrow('ENOENT');
  });

  it('says why when there can be no recording', async () => {
    await writeFile(recordingsDir, 'a file');
    const recorder = begun({ disk: openRecordingDisk(), recordingsDir, callId: CALL_ID });
    for (let frame = 0; frame < 101; frame += 1) recorder.write(null, null);
    await recorder.close();
    expect([recorder.file, recorder.failure?.message]).toEqual([null, expect.stringContaining('ENOTDIR')]);
  });

  it('keeps bounded bytes and ends in time when the disk hangs', async () => {
    // Opening a pipe for writing blocks until a reader opens it.
    mkdirSync(path.dirname(location), { recursive: true });
    execFileSync('mkfifo', [location]);
    const mostPendingBytes = 1_000_000;
    const disk = openRecordingDisk({ mostPendingBytes });
    const recorders = Array.from({ length: 5 }, () => begun({ disk, recordingsDir, callId: CALL_ID, closeMs: 100 }));
    for (let frame = 0; frame < 5000; frame += 1) for (const recorder of recorders) recorder.write(frameOf(1), null);
    expect(disk.pendingBytes).toBeGreaterThan(900_000);
    expect(disk.pendingBytes).toBeLessThanOrEqual(mostPendingBytes);

    const [first] = recorders;
    await first!.close();
    expect([first!.file, first!.failure?.message]).toEqual([null, 'the disk does not keep up']);
    const late = begun({ disk, recordingsDir, callId: 'call_late', closeMs: 100 });
    late.write(null, null);
    await late.close();
    expect(late.failure?.message).toBe('the disk did not take its end within 100 ms');

    // It moves again: what waited goes its way, and the next recording is whole.
    const reader = await open(location, 'r');
    const next = begun({ disk, recordingsDir, callId: 'call_next' });
    next.write(frameOf(1), null);
    const draining = (async () => {
      for await (const _ of reader.createReadStream());
    })();
    await next.close();
    await draining.catch(() => {});
    expect([next.file, next.failure]).toEqual([recordingFile('call_next', 8000), null]);
    expect(disk.pendingBytes).toBe(0);
  });
});
