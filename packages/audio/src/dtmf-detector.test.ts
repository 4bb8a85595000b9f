import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DTMF_COLUMNS_HZ, DTMF_ROWS_HZ, dtmf, dtmfDigit } from './dtmf.ts';
import { DtmfDetector } from './dtmf-detector.ts';
import { addNoise, addSine, babble, peakAt, seededRandom, toFrames, toPcm } from './testing/signals.ts';
import { tone } from './tone.ts';

function detect(samples: Int16Array): string {
  const detector = new DtmfDetector();
  return toFrames(samples)
    .map((frame) => detector.push(frame) ?? '')
    .join('');
}

interface Press {
  row: number;
  column: number;
  rowOffset: number;
  columnOffset: number;
  lowDbfs: number;
  twistDb: number;
  signalToNoiseDb: number;
  durationMs: number;
  start: number;
  seed: number;
}

const press = fc.record<Press>({
  row: fc.integer({ min: 0, max: 3 }),
  column: fc.integer({ min: 0, max: 3 }),
  rowOffset: fc.double({ min: -0.015, max: 0.015, noNaN: true }),
  columnOffset: fc.double({ min: -0.015, max: 0.015, noNaN: true }),
  lowDbfs: fc.double({ min: -36, max: -9, noNaN: true }),
  twistDb: fc.double({ min: -8, max: 4, noNaN: true }), // all that Q.24 has
  signalToNoiseDb: fc.double({ min: 20, max: 50, noNaN: true }),
  durationMs: fc.double({ min: 40, max: 400, noNaN: true }),
  start: fc.integer({ min: 160, max: 480 }),
  seed: fc.integer(),
});

/** `frequencyScale` moves both tones off their nominal frequency on top of their own offsets. */
function play(p: Press, frequencyScale = 1): Int16Array {
  const end = p.start + Math.round(p.durationMs * 8);
  const samples = new Float64Array(end + 800);
  const span = { from: p.start, to: end };
  const lowHz = DTMF_ROWS_HZ[p.row]! * (1 + p.rowOffset) * frequencyScale;
  const highHz = DTMF_COLUMNS_HZ[p.column]! * (1 + p.columnOffset) * frequencyScale;
  addSine(samples, { ...span, frequencyHz: lowHz, peak: peakAt(p.lowDbfs) });
  addSine(samples, { ...span, frequencyHz: highHz, peak: peakAt(p.lowDbfs + p.twistDb), phase: 1 });
  const noiseDbfs = p.lowDbfs - p.signalToNoiseDb;
  addNoise(samples, peakAt(noiseDbfs) / Math.SQRT2, seededRandom(p.seed));
  return toPcm(samples);
}

describe('DtmfDetector', () => {
  it('hears each of the 16 digits once: any level, twist, noise, ±1.5 % in frequency, wherever it begins', () => {
    fc.assert(
      fc.property(press, (p) => {
        expect(detect(play(p))).toBe(dtmfDigit(p.row, p.column));
      }),
      { numRuns: 300 },
    );
  });

  it('hears a high tone that is 8 dB weaker, short, in noise, and beside a low one that leaks to it', () => {
    const weak = { row: 3, column: 0, rowOffset: 0, columnOffset: 0.006121317850502073 };
    const short = { lowDbfs: -9, twistDb: -8, signalToNoiseDb: 20, durationMs: 40, start: 422, seed: -1073741824 };
    expect(detect(play({ ...weak, ...short }))).toBe('*');
  });

  it('does not hear tones that are 4 % off (Q.24 wants them rejected from 3.5 %)', () => {
    fc.assert(
      fc.property(press, fc.constantFrom(0.96, 1.04), (p, scale) => {
        expect(detect(play({ ...p, rowOffset: 0, columnOffset: 0 }, scale))).toBe('');
      }),
      { numRuns: 100 },
    );
  });

  it('hears a number dialled quickly, doubled digits too', () => {
    const number = '0123456789*#ABCD1100';
    const gap = new Int16Array(8 * 45);
    const dialled = [...number].flatMap((digit) => [...dtmf(digit, 50), ...gap]);
    expect(detect(Int16Array.from(dialled))).toBe(number);
  });

  it('reports a digit within 40 ms of its start, and a held key once', () => {
    const detector = new DtmfDetector();
    const reports = toFrames(dtmf('7', 3000)).map((frame) => detector.push(frame));
    expect(reports.indexOf('7')).toBeLessThanOrEqual(1);
    expect(reports.filter((report) => report !== null)).toHaveLength(1);
  });

  it('bridges a dropout of 10 ms', () => {
    const held = dtmf('3', 200);
    held.fill(0, 700, 780);
    expect(detect(held)).toBe('3');
  });

  it.each([
    ['a single low tone', tone([770], 500)],
    ['a single high tone', tone([1336], 500)],
    ['two low tones', tone([770, 941], 500)],
    ['ringback', tone([440, 480], 2000)],
    ['dial tone', tone([350, 440], 2000)],
    ['busy', tone([480, 620], 500)],
    ['a chord', tone([697, 1209, 1477], 500)],
    ['silence', new Int16Array(8000)],
    ['a blip of 16 ms', dtmf('5', 16)],
  ])('does not hear %s', (_, samples) => {
    expect(detect(samples)).toBe('');
  });

  it.each([90, 120, 160, 210, 280, 350])('is not talked off by a voice of %i Hz in 40 seconds', (pitchHz) => {
    expect(detect(babble(40, pitchHz, pitchHz))).toBe('');
  });
});
