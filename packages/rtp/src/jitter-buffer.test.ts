import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JitterBuffer } from './jitter-buffer.ts';
import type { PayloadSound } from './payload-sound.ts';
import {
  BYTES_AND_THOSE_BEFORE,
  BYTES_AS_SAMPLES,
  isQuietFrame,
  labelled,
  type Network,
  type Played,
  positionOf,
  transport,
} from './testing/network.ts';
import { packetOf } from './testing/packets.ts';

const PHASES = [0.4, 5, 10, 15, 19.6];
/** Two seconds of speech, one of silence. */
const withPauses = (ms: number) => ms % 3000 >= 2000;

function play(network: Partial<Network>): Played[] {
  const buffer = new JitterBuffer({ rateHz: 8000, isQuiet: isQuietFrame });
  return transport(buffer, { seconds: 30, seed: 1, isQuiet: withPauses, ...network });
}

const frames = (played: Played[]) => played.filter(({ type }) => type === 'frame');
/** Frames of speech that are missing, the audio before the first and after the last one that arrived left out. */
function concealedInSpeech(played: Played[]): number {
  const from = played.findIndex(({ type }) => type === 'frame');
  const to = played.findLastIndex(({ type }) => type === 'frame');
  let quiet = false;
  let count = 0;
  for (const { type, quiet: isQuiet } of played.slice(from, to)) {
    if (type === 'frame') quiet = isQuiet;
    else if (!quiet) count += 1;
  }
  return count;
}
const delayAt = (played: Played[], seconds: number) =>
  frames(played).findLast(({ atMs }) => atMs <= seconds * 1000)!.delayMs;

describe('JitterBuffer on a good network', () => {
  it.each(PHASES)('plays each frame at the very next pull, %d ms after it arrived', (phaseMs) => {
    const played = play({ phaseMs });
    expect(frames(played)[0]!.delayMs).toBeCloseTo(phaseMs, 5);
    expect(frames(played)).toHaveLength(1500);
    expect(concealedInSpeech(played)).toBe(0);
    // Packets that are only just in time are given one frame of delay, in the first silence.
    expect(delayAt(played, 29)).toBeCloseTo(phaseMs < 1 ? phaseMs + 20 : phaseMs, 5);
  });

  it.each([10, 20, 30, 40, 60])('takes packets of %i ms apart into frames, and loses nothing', (ptimeMs) => {
    const played = play({ ptimeMs, phaseMs: 7 });
    expect(frames(played).map(({ position }) => position)).toEqual(Array.from({ length: 1500 }, (_, i) => 160 * i));
    expect(concealedInSpeech(played)).toBe(0);
  });

  it('counts over the wrap of sequence number and timestamp', () => {
    const played = play({ sequenceNumber: 65_400, timestamp: 2 ** 32 - 16_000 });
    expect(frames(played)).toHaveLength(1500);
    expect(concealedInSpeech(played)).toBe(0);
  });
});

describe('JitterBuffer on a bad network', () => {
  it('reports each lost packet once, and stays as early as it was', () => {
    const played = play({ loss: 0.1, phaseMs: 10 });
    const lost = 1500 - frames(played).length;
    expect(lost).toBeGreaterThan(100);
    expect(played.filter(({ type }) => type === 'lost').length).toBeLessThanOrEqual(lost + 3);
    expect(Math.max(...frames(played).map(({ delayMs }) => delayMs))).toBeCloseTo(10, 5);
  });

  it.each(PHASES)('grows with jitter until nothing is missed any more (phase %d ms)', (phaseMs) => {
    const played = play({ phaseMs, delayMs: ({ random }) => 50 * random() });
    expect(frames(played).length).toBeGreaterThanOrEqual(1497);
    expect(concealedInSpeech(played.filter(({ atMs }) => atMs > 2000))).toBeLessThanOrEqual(3);
    expect(delayAt(played, 29)).toBeLessThanOrEqual(50 + 20 + 5);
  });

  it('loses nothing of what a stall of 150 ms held up, and is back at its old delay some seconds later', () => {
    const stall = ({ sentMs }: { sentMs: number }) => (sentMs > 10_000 && sentMs < 10_150 ? 10_150 - sentMs : 0);
    const played = play({ phaseMs: 10, delayMs: stall });
    const speech = frames(played).filter(({ quiet }) => !quiet);
    expect(speech).toHaveLength(1000);
    expect(delayAt(played, 10.5)).toBeGreaterThan(100);
    expect(delayAt(played, 29)).toBeCloseTo(10, 5);
  });

  it('takes the shortest way back after a stall of half a second: delay stays below 220 ms', () => {
    const stall = ({ sentMs }: { sentMs: number }) => (sentMs > 10_000 && sentMs < 10_500 ? 10_500 - sentMs : 0);
    const played = play({ phaseMs: 10, delayMs: stall });
    const after = frames(played).filter(({ atMs }) => atMs > 10_600);
    expect(Math.max(...after.map(({ delayMs }) => delayMs))).toBeLessThanOrEqual(220);
  });

  it('follows a path that becomes longer, and one that becomes shorter', () => {
    const longer = play({ phaseMs: 10, delayMs: ({ sentMs }) => (sentMs > 10_000 ? 70 : 0) });
    expect(frames(longer)).toHaveLength(1500);
    const shorter = play({ phaseMs: 15, delayMs: ({ sentMs }) => (sentMs < 10_000 ? 70 : 0) });
    expect(delayAt(shorter, 9)).toBeCloseTo(75, 5);
    expect(delayAt(shorter, 29)).toBeLessThan(21);
    expect(concealedInSpeech(shorter)).toBe(0);
  });

  it('waits for packets that overtake each other, once it has seen a few come late', () => {
    const played = play({ phaseMs: 10, delayMs: ({ index }) => (index % 25 === 10 ? 30 : 0) });
    expect(frames(played).length).toBeGreaterThan(1495);
    expect(concealedInSpeech(played.filter(({ atMs }) => atMs > 5000))).toBe(0);
  });

  it('waits for them where there is no silence to do it in, at the next gap', () => {
    const overtaken = ({ index }: { index: number }) => (index % 25 === 10 ? 45 : 0);
    const played = play({ phaseMs: 10, delayMs: overtaken, isQuiet: () => false });
    expect(concealedInSpeech(played.filter(({ atMs }) => atMs > 5000))).toBe(0);
    expect(delayAt(played, 29)).toBeCloseTo(50, 5);
  });

  it.each([
    ['fast', 300],
    ['slow', -300],
  ])('follows the clock of a %s sender by silence alone', (_, driftPpm) => {
    const played = play({ driftPpm, seconds: 200, phaseMs: 10 });
    expect(concealedInSpeech(played)).toBe(0);
    const speech = frames(played).filter(({ quiet }) => !quiet);
    expect(speech).toHaveLength(6700);
    expect(Math.max(...frames(played).map(({ delayMs }) => delayMs))).toBeLessThan(30);
  });

  it('keeps every word of a path that stands still for 380 ms, and is early again after a few pauses', () => {
    const stall = ({ sentMs }: { sentMs: number }) => (sentMs >= 3500 && sentMs < 3880 ? 3880 - sentMs : 0);
    const played = play({ phaseMs: 10, delayMs: stall });
    expect(frames(played).filter(({ quiet }) => !quiet)).toHaveLength(1000);
    expect(delayAt(played, 5)).toBeGreaterThan(350);
    expect(delayAt(played, 29)).toBeLessThan(80);
  });

  it('does not grow without bounds when a fast sender never pauses', () => {
    const played = play({ driftPpm: 2000, seconds: 150, isQuiet: () => false });
    expect(Math.max(...frames(played).map(({ delayMs }) => delayMs))).toBeLessThanOrEqual(440);
  });
});

describe('JitterBuffer with packets that carry the sound before them', () => {
  const sound = BYTES_AND_THOSE_BEFORE;
  const recovered = (played: Played[]) => played.filter(({ isRecovered }) => isRecovered);
  /** Of speech without a pause: all that is pulled from the first to the last frame. */
  const pulls = (played: Played[]) => {
    const [from, to] = [played.findIndex(isFrame), played.findLastIndex(isFrame)];
    return played.slice(from, to + 1);
  };
  const isFrame = ({ type }: Played) => type === 'frame';
  const speech = { isQuiet: () => false, phaseMs: 10, sound };

  it('plays a lost packet from the one behind it, from the second within four seconds on, one frame later', () => {
    const played = pulls(play({ ...speech, isLost: (index) => index % 20 === 10 }));
    const lost = 1500 / 20;
    expect(recovered(played)).toHaveLength(lost - 1);
    // One is concealed, and the second is waited for.
    expect(played.filter(({ type }) => type === 'lost')).toHaveLength(2);
    expect(delayAt(played, 1)).toBeCloseTo(30, 5);
    expect(delayAt(played, 29)).toBeCloseTo(30, 5);
  });

  it('waits no longer for one that is lost once in a while', () => {
    const played = play({ ...speech, isLost: (index) => index % 250 === 10 });
    expect(recovered(played)).toEqual([]);
    expect(delayAt(played, 29)).toBeCloseTo(10, 5);
  });

  it('takes the delay back when nothing is lost any more', () => {
    const played = play({ phaseMs: 10, sound, isLost: (index) => index < 500 && index % 20 === 10 });
    expect(delayAt(played, 9)).toBeCloseTo(30, 5);
    expect(delayAt(played, 29)).toBeCloseTo(10, 5);
  });

  it.each([10, 20, 30, 40, 60])('recovers packets of %i ms', (ptimeMs) => {
    const played = pulls(play({ ...speech, ptimeMs, isLost: (index) => index % 12 === 8 }));
    const frame = (index: number) => played.filter(({ position }) => position === 160 * index).length;
    const counts = Array.from({ length: 1000 }, (_, index) => frame(index + 300));
    expect(counts.filter((count) => count !== 1)).toEqual([]);
  });

  it('conceals the first of two that are lost in a row, and recovers the second', () => {
    const played = pulls(play({ ...speech, isLost: (index) => index % 20 === 10 || index % 20 === 11 }));
    const late = played.filter(({ atMs }) => atMs > 5000);
    const lost = late.filter(({ type }) => type === 'lost').length;
    expect(Math.abs(lost - recovered(late).length)).toBeLessThanOrEqual(1);
    expect(lost).toBeGreaterThan(50);
  });

  it('takes what comes before a pause for no loss', () => {
    const played = play({ suppressSilence: true, phaseMs: 10, sound });
    expect(recovered(played)).toEqual([]);
    expect(frames(played)).toHaveLength(1000);
  });
});

describe('JitterBuffer with a sender that suppresses silence', () => {
  it('plays every talkspurt whole, and tells the pauses from loss', () => {
    const played = play({ suppressSilence: true, phaseMs: 10 });
    expect(frames(played)).toHaveLength(1000);
    const pauses = played.filter(({ type }) => type === 'empty').length;
    expect(pauses).toBeGreaterThan(400);
    expect(played.filter(({ type }) => type === 'lost')).toHaveLength(3 * 10);
  });

  it('keeps a short pause as long as it was', () => {
    // Five frames of silence in every 100, shorter than the delay that 80 ms of jitter brings about.
    const played = play({
      suppressSilence: true,
      isQuiet: (ms) => ms % 2000 >= 1900,
      phaseMs: 10,
      delayMs: ({ random }) => 80 * random(),
    });
    const late = frames(played).filter(({ atMs }) => atMs > 15_000);
    const delays = late.map(({ delayMs }) => delayMs);
    expect(Math.max(...delays) - Math.min(...delays)).toBeLessThanOrEqual(40);
  });
});

describe('JitterBuffer, whatever happens', () => {
  const network = fc.record({
    seed: fc.integer(),
    ptimeMs: fc.constantFrom(10, 20, 30, 40, 60),
    phaseMs: fc.double({ min: 0, max: 20, noNaN: true }),
    loss: fc.double({ min: 0, max: 0.4, noNaN: true }),
    duplication: fc.double({ min: 0, max: 0.3, noNaN: true }),
    jitterMs: fc.double({ min: 0, max: 150, noNaN: true }),
    stallEveryMs: fc.integer({ min: 500, max: 4000 }),
    stallMs: fc.integer({ min: 0, max: 400 }),
    driftPpm: fc.integer({ min: -500, max: 500 }),
    suppressSilence: fc.boolean(),
    sequenceNumber: fc.integer({ min: 0, max: 65_535 }),
    timestamp: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    sound: fc.constantFrom(BYTES_AS_SAMPLES, BYTES_AND_THOSE_BEFORE),
  });

  it('never plays out of order, nothing twice, nothing torn, and never later than 400 ms and a packet', () => {
    fc.assert(
      fc.property(network, ({ jitterMs, stallEveryMs, stallMs, ...rest }) => {
        const delayMs: Network['delayMs'] = ({ sentMs, random }) =>
          jitterMs * random() + Math.max(0, stallMs - (sentMs % stallEveryMs));
        const buffer = new JitterBuffer({ rateHz: 8000, isQuiet: isQuietFrame });
        const played = transport(buffer, { seconds: 10, isQuiet: withPauses, delayMs, ...rest }, ({ samples }) => {
          const bytes = Uint8Array.from(samples, (sample) => sample & 0x7f);
          expect(bytes).toEqual(labelled(positionOf(samples), 160, false));
          expect(buffer.bufferedMs).toBeLessThanOrEqual(400 + 20 + rest.ptimeMs);
        });
        let previous = -160;
        for (const { position } of frames(played)) {
          expect(position).toBeGreaterThanOrEqual(previous + 160);
          previous = position;
        }
      }),
      { numRuns: 60 },
    );
  });

  it('decodes in order, nothing twice, and recovers only from packets that came', () => {
    fc.assert(
      fc.property(network, ({ jitterMs, stallEveryMs, stallMs, ...rest }) => {
        const delayMs: Network['delayMs'] = ({ sentMs, random }) =>
          jitterMs * random() + Math.max(0, stallMs - (sentMs % stallEveryMs));
        const decoded: { position: number; length: number; isRecovered: boolean }[] = [];
        const note = (payload: Uint8Array, isRecovered: boolean) => {
          const position = positionOf(payload) - (isRecovered ? payload.length : 0);
          decoded.push({ position, length: payload.length, isRecovered });
        };
        const noting: PayloadSound = {
          ...BYTES_AND_THOSE_BEFORE,
          decode: (payload) => {
            note(payload, false);
            return BYTES_AND_THOSE_BEFORE.decode(payload);
          },
          recover: (payload) => {
            note(payload, true);
            return BYTES_AND_THOSE_BEFORE.recover(payload);
          },
        };
        const buffer = new JitterBuffer({ rateHz: 8000, isQuiet: isQuietFrame });
        transport(buffer, { seconds: 10, isQuiet: withPauses, delayMs, ...rest, sound: noting });
        for (const [index, { position, length, isRecovered }] of decoded.entries()) {
          const next = decoded[index + 1];
          expect(next?.position ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(position + length);
          if (isRecovered && next?.position === position + length) expect(next.isRecovered).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('misses a few of forty packets at most, of a network that loses no two in a row', () => {
    const gaps = fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(gaps, fc.constantFrom(10, 20, 30, 60), fc.constantFrom(...PHASES), (spaces, ptimeMs, phaseMs) => {
        const lost = new Set<number>();
        let last = 0;
        for (const space of spaces) {
          last += space;
          lost.add(last);
        }
        const sender = { ptimeMs, phaseMs, isQuiet: () => false, sound: BYTES_AND_THOSE_BEFORE, seconds: 12 };
        const played = frames(play({ ...sender, isLost: (index) => lost.has(index) }));
        const missed = played.filter(({ position }, index) => (played[index + 1]?.position ?? 0) > position + 160);
        // One for each frame of delay that it takes, and some that were alone within four seconds.
        expect(missed.length).toBeLessThanOrEqual(2 + Math.ceil(ptimeMs / 20));
      }),
      { numRuns: 40 },
    );
  });

  it('plays everything of a network that loses nothing and is never more than 10 ms late', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...PHASES), fc.constantFrom(10, 20, 30), (seed, phaseMs, ptimeMs) => {
        const played = play({
          seed,
          seconds: 6,
          phaseMs,
          ptimeMs,
          delayMs: ({ random }) => 10 * random(),
          duplication: 0.1,
        });
        expect(frames(played).length).toBeGreaterThanOrEqual(299);
        expect(concealedInSpeech(played)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 20 },
    );
  });
});

describe('JitterBuffer, step by step', () => {
  const audio = (sequenceNumber: number, position: number, options: { ssrc?: number; quiet?: boolean } = {}) =>
    packetOf({
      sequenceNumber,
      timestamp: position,
      ssrc: options.ssrc ?? 1,
      payload: labelled(position, 160, options.quiet ?? false),
    });
  const pulled = (buffer: JitterBuffer, atMs: number) => {
    const playout = buffer.pull(atMs);
    return playout.type === 'frame' ? positionOf(playout.samples) : playout.type;
  };

  it('is empty before anything arrives, and again 60 ms after the last packet', () => {
    const buffer = new JitterBuffer({ rateHz: 8000 });
    expect(pulled(buffer, 0)).toBe('empty');
    buffer.push(audio(1, 0), BYTES_AS_SAMPLES, 5);
    const answers = Array.from({ length: 30 }, (_, i) => pulled(buffer, 20 + 20 * i));
    expect(answers).toEqual([0, 'lost', 'lost', 'lost', ...new Array(26).fill('empty')]);
  });

  it('says of every packet what became of it', () => {
    const buffer = new JitterBuffer({ rateHz: 8000 });
    expect(buffer.push(audio(1, 0), BYTES_AS_SAMPLES, 0)).toBe('queued');
    expect(buffer.push(audio(1, 0), BYTES_AS_SAMPLES, 1)).toBe('duplicate');
    expect(buffer.push(audio(3, 320), BYTES_AS_SAMPLES, 40)).toBe('queued');
    expect([pulled(buffer, 40), pulled(buffer, 60), pulled(buffer, 80)]).toEqual([0, 'lost', 320]);
    expect(buffer.push(audio(2, 160), BYTES_AS_SAMPLES, 81)).toBe('late');
    expect(buffer.push(audio(20_000, 640), BYTES_AS_SAMPLES, 82)).toBe('implausible');
  });

  it('plays a pause out that is shorter than the delay, and does not take it for loss', () => {
    const buffer = new JitterBuffer({ rateHz: 8000 });
    buffer.push(audio(1, 0), BYTES_AS_SAMPLES, 0);
    expect([pulled(buffer, 5), pulled(buffer, 25), pulled(buffer, 45), pulled(buffer, 65)]).toEqual([
      0,
      'lost',
      'lost',
      'lost',
    ]);
    for (const [n, position] of [
      [2, 160],
      [3, 320],
      [4, 800],
      [6, 1120],
    ] as const)
      buffer.push(audio(n, position), BYTES_AS_SAMPLES, 70);
    const answers = Array.from({ length: 7 }, (_, i) => pulled(buffer, 85 + 20 * i));
    expect(answers).toEqual([160, 320, 'empty', 'empty', 800, 'lost', 1120]);
  });

  it('skips a jump of the timestamp forwards at once', () => {
    const buffer = new JitterBuffer({ rateHz: 8000 });
    buffer.push(audio(1, 0), BYTES_AS_SAMPLES, 0);
    buffer.push(audio(2, 1_000_000), BYTES_AS_SAMPLES, 20);
    expect([pulled(buffer, 20), pulled(buffer, 40)]).toEqual([0, 1_000_000]);
  });

  it('plays on when the timestamp jumps back', () => {
    const buffer = new JitterBuffer({ rateHz: 8000 });
    buffer.push(audio(1, 1_000_000), BYTES_AS_SAMPLES, 0);
    expect(pulled(buffer, 5)).toBe(1_000_000);
    buffer.push(audio(2, 0), BYTES_AS_SAMPLES, 20);
    expect(pulled(buffer, 25)).toBe(0);
  });

  it('turns to another SSRC at once, and does not return for stragglers of the old one', () => {
    const buffer = new JitterBuffer({ rateHz: 8000 });
    buffer.push(audio(1, 0), BYTES_AS_SAMPLES, 0);
    buffer.push(audio(2, 160), BYTES_AS_SAMPLES, 0);
    expect(pulled(buffer, 5)).toBe(0);
    expect(buffer.push(audio(900, 64_000, { ssrc: 2 }), BYTES_AS_SAMPLES, 20)).toBe('queued');
    expect(buffer.push(audio(3, 320), BYTES_AS_SAMPLES, 21)).toBe('implausible');
    expect(pulled(buffer, 25)).toBe(64_000);
    expect(buffer.push(audio(901, 64_160, { ssrc: 2 }), BYTES_AS_SAMPLES, 40)).toBe('queued');
    expect(pulled(buffer, 45)).toBe(64_160);
    // A sender that really goes back to its first SSRC is heard again.
    expect([4, 5, 6].map((n) => buffer.push(audio(n, 160 * n), BYTES_AS_SAMPLES, 60))).toEqual([
      'implausible',
      'queued',
      'queued',
    ]);
  });

  it('skips the silence, but not the speech, that came before the first pull', () => {
    const isQuiet = isQuietFrame;
    const silent = new JitterBuffer({ rateHz: 8000, isQuiet });
    const spoken = new JitterBuffer({ rateHz: 8000, isQuiet });
    for (let i = 0; i < 8; i++) {
      silent.push(audio(i, 160 * i, { quiet: true }), BYTES_AS_SAMPLES, 20 * i);
      spoken.push(audio(i, 160 * i, { quiet: i < 3 }), BYTES_AS_SAMPLES, 20 * i);
    }
    expect(pulled(silent, 160)).toBe(7 * 160);
    expect(pulled(spoken, 160)).toBe(3 * 160);
  });

  it('keeps 3 s at most when it is not pulled', () => {
    const buffer = new JitterBuffer({ rateHz: 8000 });
    for (let i = 0; i < 1000; i++) buffer.push(audio(i, 160 * i), BYTES_AS_SAMPLES, 20 * i);
    expect(buffer.bufferedMs).toBe(3000);
  });

  it('catches up, and drops nothing, after its own thread was blocked for half a second', () => {
    const buffer = new JitterBuffer({ rateHz: 8000, isQuiet: isQuietFrame });
    const answers: unknown[] = [];
    for (let i = 0; i < 10; i++) {
      buffer.push(audio(i, 160 * i), BYTES_AS_SAMPLES, 20 * i);
      answers.push(pulled(buffer, 20 * i + 5));
    }
    for (let i = 10; i < 35; i++) buffer.push(audio(i, 160 * i), BYTES_AS_SAMPLES, 700);
    for (let i = 10; i < 35; i++) answers.push(pulled(buffer, 700));
    for (let i = 35; i < 40; i++) {
      buffer.push(audio(i, 160 * i), BYTES_AS_SAMPLES, 20 * i);
      answers.push(pulled(buffer, 20 * i + 5));
    }
    expect(answers).toEqual(Array.from({ length: 40 }, (_, i) => 160 * i));
  });

  it('shows the delay that it aims at', () => {
    const buffer = new JitterBuffer({ rateHz: 8000 });
    expect(buffer.targetMs).toBe(20);
    buffer.push(audio(1, 0), BYTES_AS_SAMPLES, 0);
    expect([pulled(buffer, 5), pulled(buffer, 25), pulled(buffer, 45)]).toEqual([0, 'lost', 'lost']);
    buffer.push(audio(2, 160), BYTES_AS_SAMPLES, 50);
    expect(pulled(buffer, 65)).toBe(160);
    expect(buffer.targetMs).toBe(60);
  });
});
