import { expect, test } from 'vitest';
import { StreamRecord } from './stream-record.ts';
import { writeTelephoneEvent } from './telephone-event.ts';
import { packetOf } from './testing/packets.ts';

const PEER = { address: '192.0.2.1', port: 4000 };
const SOUND = { payloadType: 0, payload: new Uint8Array(160) };

/** A key as its reports: three, and the end three times over. */
function press(record: StreamRecord, digit: string, timestamp: number, o: { marker: boolean; moves?: boolean }) {
  for (let report = 0; report < 6; report += 1) {
    const payload = writeTelephoneEvent({ digit, end: report >= 3, duration: 160 * (report + 1) });
    const packet = packetOf({ payloadType: 101, timestamp: timestamp + (o.moves ? 160 * report : 0), payload });
    record.accept({ ...packet, marker: o.marker && report === 0 }, PEER, timestamp / 8 + 20 * report, 'key', 8000);
  }
}

test('counts keys, and those whose first packet is not marked', () => {
  const record = new StreamRecord();
  press(record, '1', 0, { marker: true });
  press(record, '1', 8000, { marker: true });
  press(record, '2', 16_000, { marker: false });
  press(record, '3', 24_000, { marker: true, moves: true });
  expect(record.figures(0, null)).toMatchObject({ keys: 4, keysUnmarked: 1 });
});

test('the longest time without a packet counts from the agreement, while the peer may send, up to now', () => {
  const record = new StreamRecord();
  record.configure(true, 1000);
  for (const nowMs of [1500, 1520, 1540]) record.accept(packetOf(SOUND), PEER, nowMs, 'sound', 8000);
  expect(record.figures(1560, null)).toMatchObject({ longestGapMs: 500, longestGapAtMs: 0 });
  record.configure(false, 1600);
  record.configure(true, 9000);
  record.accept(packetOf(SOUND), PEER, 9020, 'sound', 8000);
  expect(record.figures(9040, null)).toMatchObject({ longestGapMs: 500, longestGapAtMs: 0 });
  expect(record.figures(13_020, null)).toMatchObject({ longestGapMs: 4000, longestGapAtMs: 8020 });
});

test('tells what came from where, and what nothing was agreed upon', () => {
  const record = new StreamRecord();
  record.configure(true, 0);
  record.accept(packetOf({ ...SOUND, ssrc: 1 }), PEER, 20, 'sound', 8000);
  record.accept(packetOf({ ...SOUND, ssrc: 2 }), { address: '192.0.2.1', port: 4002 }, 40, 'sound', 8000);
  for (let count = 0; count < 3; count += 1) record.refuseType(18);
  record.refuseSource({ address: '198.51.100.9', port: 9 });
  expect(record.figures(60, PEER)).toMatchObject({
    bytesReceived: 344,
    payloadTypes: [
      { payloadType: 0, packets: 2 },
      { payloadType: 18, packets: 3 },
    ],
    unexpectedPayloadTypes: [18],
    ssrcChanges: 1,
    agreed: PEER,
    source: { address: '192.0.2.1', port: 4002 },
    otherSource: { address: '198.51.100.9', port: 9 },
  });
});

test.each([0, 700, -700])('finds a clock that is off by %d ppm under jitter of 60 ms', (ppm) => {
  const record = new StreamRecord();
  for (let number = 0; number < 4000; number += 1) {
    const jitterMs = (number * 7919) % 61;
    const packet = packetOf({ ...SOUND, sequenceNumber: number & 0xffff, timestamp: number * 160 });
    record.accept(packet, PEER, number * 20 * (1 + ppm / 1e6) + jitterMs, 'sound', 8000);
  }
  const { clockDriftPpm } = record.figures(80_000, null);
  expect(Math.abs(clockDriftPpm! - ppm)).toBeLessThan(50);
});

test('says nothing of a clock after a few seconds', () => {
  const record = new StreamRecord();
  for (let number = 0; number < 500; number += 1)
    record.accept(packetOf({ ...SOUND, timestamp: number * 160 }), PEER, number * 21, 'sound', 8000);
  expect(record.figures(0, null).clockDriftPpm).toBeNull();
});
