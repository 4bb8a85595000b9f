import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SeenPacket } from '@parley/rtp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureBeside, captureFile, recordingFile } from '../recording-file.ts';
import { openCaptureDisk, PacketCapture } from './packet-capture.ts';

const CALL_ID = 'call_0123456789';
let recordingsDir: string;
beforeEach(async () => {
  recordingsDir = await mkdtemp(path.join(tmpdir(), 'parley-capture-'));
});
afterEach(() => rm(recordingsDir, { recursive: true, force: true }));

function tapped() {
  const capture = new PacketCapture({ disk: openCaptureDisk(), recordingsDir, callId: CALL_ID });
  const session = { address: '192.0.2.1', port: 20_000, onPacket: null as ((packet: SeenPacket) => void) | null };
  capture.tap(session);
  const see = (isSent: boolean, text: string) =>
    session.onPacket!({ isSent, packet: Buffer.from(text), remote: { host: '192.0.2.9', port: 40_000 } });
  const written = () => readFile(path.join(recordingsDir, captureFile(CALL_ID)));
  return { capture, see, written };
}

test('each packet is a record with addresses and ports of its direction, in the order of time', async () => {
  const { capture, see, written } = tapped();
  const beforeMs = Date.now();
  see(false, 'from there');
  see(true, 'from here');
  await capture.close();
  const pcap = await written();
  const [first, second] = [24, 24 + 16 + 28 + 'from there'.length];
  expect(pcap.readUInt32BE()).toBe(0xa1b2c3d4);
  expect([...pcap.subarray(first + 28, first + 36)]).toEqual([192, 0, 2, 9, 192, 0, 2, 1]);
  expect([pcap.readUInt16BE(first + 36), pcap.readUInt16BE(first + 38)]).toEqual([40_000, 20_000]);
  expect(pcap.subarray(first + 44, second).toString()).toBe('from there');
  expect([pcap.readUInt16BE(second + 36), pcap.readUInt16BE(second + 38)]).toEqual([20_000, 40_000]);
  expect(pcap.subarray(second + 44).toString()).toBe('from here');
  const atMs = (at: number) => pcap.readUInt32BE(at) * 1000 + pcap.readUInt32BE(at + 4) / 1000;
  expect(atMs(first)).toBeGreaterThan(beforeMs - 1000);
  expect(atMs(second)).toBeGreaterThanOrEqual(atMs(first));
});

test('more than a buffer holds is written in whole records', async () => {
  const { capture, see, written } = tapped();
  for (let packet = 0; packet < 1000; packet += 1) see(true, 'x'.repeat(172));
  await capture.close();
  expect((await written()).length).toBe(24 + 1000 * (16 + 28 + 172));
});

test('without a packet there is no file', async () => {
  const { capture, written } = tapped();
  await capture.close();
  await expect(written()).rejects.toThrow('ENOENT');
});

test('it is beside the recording, whatever the rate of that', () => {
  for (const rateHz of [8000, 16_000] as const) {
    expect(captureBeside(recordingFile(CALL_ID, rateHz))).toBe(captureFile(CALL_ID));
  }
});
