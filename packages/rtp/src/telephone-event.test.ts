import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DtmfSequence } from './dtmf-sequence.ts';
import { parseTelephoneEvent, toDigit, writeTelephoneEvent } from './telephone-event.ts';
import { TelephoneEventReceiver } from './telephone-event-receiver.ts';
import { packetOf } from './testing/packets.ts';

const digit = fc.constantFrom(...'0123456789*#ABCD');

describe('telephone events', () => {
  it('have the bits of RFC 4733 section 2.3', () => {
    expect([...writeTelephoneEvent({ digit: '#', end: true, duration: 800 })]).toEqual([11, 0x8a, 0x03, 0x20]);
    expect(parseTelephoneEvent(Uint8Array.of(15, 0x0a, 0, 160))).toEqual({ digit: 'D', end: false, duration: 160 });
  });

  it('are read as they were written', () => {
    const event = fc.record({ digit, end: fc.boolean(), duration: fc.integer({ min: 0, max: 65_535 }) });
    fc.assert(
      fc.property(event, (written) => {
        expect(parseTelephoneEvent(writeTelephoneEvent(written))).toEqual(written);
      }),
    );
  });

  it('are not hook flashes, fax tones or fragments', () => {
    expect(parseTelephoneEvent(Uint8Array.of(16, 0x8a, 0, 160))).toBeNull();
    expect(parseTelephoneEvent(Uint8Array.of(36, 0x8a, 0, 160))).toBeNull();
    expect(parseTelephoneEvent(Uint8Array.of(1, 0x8a, 0))).toBeNull();
  });

  it('know digits in either case, and nothing else', () => {
    expect(['1', 'a', 'D', '*', '#'].map(toDigit)).toEqual(['1', 'A', 'D', '*', '#']);
    expect(['', 'E', '11', ' ', 'ß', '٣'].map(toDigit)).toEqual(new Array(6).fill(null));
  });
});

describe('DtmfSequence', () => {
  it('gives a digit 100 ms of growing reports, its end three times, and a gap up to 160 ms', () => {
    const sequence = new DtmfSequence();
    sequence.append('7');
    const steps = Array.from({ length: 8 }, () => sequence.next()!);
    expect(steps.map(({ phase }) => phase)).toEqual([
      ...new Array(5).fill('tone'),
      ...new Array(2).fill('repeated-end'),
      'gap',
    ]);
    expect(steps.map(({ event }) => event.duration)).toEqual([160, 320, 480, 640, 800, 800, 800, 800]);
    expect(steps.filter(({ event, phase }) => event.end && phase !== 'gap')).toHaveLength(3);
    expect(sequence.next()).toBeNull();
  });

  it('goes through the digits in order, those added meanwhile too', () => {
    const sequence = new DtmfSequence();
    sequence.append('1b');
    const heard: string[] = [];
    for (let step = sequence.next(); step; step = sequence.next()) {
      if (step.frame === 0) heard.push(step.event.digit);
      if (heard.length === 1 && step.frame === 3) sequence.append('1');
    }
    expect(heard.join('')).toBe('1B1');
  });

  it('takes all digits or none', () => {
    const sequence = new DtmfSequence();
    expect(() => sequence.append('12x')).toThrow(RangeError);
    expect(sequence.next()).toBeNull();
    sequence.append('');
    expect(sequence.next()).toBeNull();
  });
});

describe('TelephoneEventReceiver', () => {
  /** The reports about one event, as our own sender and most others send them. */
  const reports = (pressed: string, timestamp: number, ssrc = 1) =>
    [160, 320, 480, 640, 800, 800, 800].map((duration, i) =>
      packetOf({
        marker: i === 0,
        timestamp: timestamp >>> 0,
        ssrc,
        payload: writeTelephoneEvent({ digit: pressed, end: i >= 4, duration }),
      }),
    );
  const hear = (receiver: TelephoneEventReceiver, packets: ReturnType<typeof reports>) =>
    packets.map((packet) => receiver.receive(packet, 8000) ?? '').join('');

  it('reports a digit at the first packet of its event', () => {
    const receiver = new TelephoneEventReceiver();
    const packets = reports('5', 1000);
    expect(receiver.receive(packets[0]!, 8000)).toBe('5');
    expect(hear(receiver, packets.slice(1))).toBe('');
  });

  it('hears each digit once, whichever packets are lost or doubled, if only one is left of each', () => {
    const survival = fc
      .array(fc.integer({ min: 0, max: 2 }), { minLength: 7, maxLength: 7 })
      .filter((n) => n.some((x) => x > 0));
    const presses = fc.array(fc.tuple(digit, survival, fc.integer({ min: 1280, max: 9000 })), { maxLength: 12 });
    fc.assert(
      fc.property(presses, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (pressed, start) => {
        const receiver = new TelephoneEventReceiver();
        let timestamp = start;
        let heard = '';
        for (const [which, copies, spacing] of pressed) {
          const packets = reports(which, timestamp).flatMap((packet, i) => new Array(copies[i]!).fill(packet));
          heard += hear(receiver, packets);
          timestamp += spacing;
        }
        expect(heard).toBe(pressed.map(([which]) => which).join(''));
      }),
    );
  });

  it('ignores ends of the last digit that arrive after the next one has begun', () => {
    const receiver = new TelephoneEventReceiver();
    const first = reports('1', 1000);
    const second = reports('2', 2280);
    const overtaken = [...first.slice(0, 5), second[0]!, ...first.slice(5), ...second.slice(1)];
    expect(hear(receiver, overtaken)).toBe('12');
  });

  it('takes a key that is held for longer than one event can tell for one digit', () => {
    const receiver = new TelephoneEventReceiver();
    const segment = (timestamp: number, end: boolean) =>
      packetOf({ timestamp, payload: writeTelephoneEvent({ digit: '9', end, duration: 65_535 }) });
    expect(hear(receiver, [segment(0, false), segment(65_535, false), segment(131_070, true)])).toBe('9');
  });

  it('hears a key twice that is pressed again right after its end, when the packet with the marker is lost', () => {
    const receiver = new TelephoneEventReceiver();
    expect(hear(receiver, [...reports('9', 1000), ...reports('9', 1800).slice(1)])).toBe('99');
  });

  it('bears senders that move the timestamp with every report', () => {
    const receiver = new TelephoneEventReceiver();
    const moving = [0, 1, 2, 3, 4].map((i) =>
      packetOf({
        timestamp: 1000 + 160 * i,
        marker: i === 0,
        payload: writeTelephoneEvent({ digit: '4', end: i === 4, duration: 160 * (i + 1) }),
      }),
    );
    expect(hear(receiver, moving)).toBe('4');
  });

  it('hears a digit anew from another SSRC, and after the clock went far back', () => {
    const receiver = new TelephoneEventReceiver();
    expect(hear(receiver, reports('3', 900_000))).toBe('3');
    expect(hear(receiver, reports('3', 900_000, 2))).toBe('3');
    expect(hear(receiver, reports('3', 100_000, 2))).toBe('3');
  });
});
