import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BeepDetector } from './beep-detector.ts';
import { dtmf } from './dtmf.ts';
import { FRAME_MS } from './frame.ts';
import { addNoise, addSine, babble, peakAt, seededRandom, toFrames, toPcm } from './testing/signals.ts';
import { tone } from './tone.ts';

/** Times at which a beep is reported: the end of the frame that was pushed. */
function reportsMs(samples: Int16Array): number[] {
  const detector = new BeepDetector();
  return toFrames(samples).flatMap((frame, i) => (detector.push(frame) ? [(i + 1) * FRAME_MS] : []));
}

function sequence(...parts: (Int16Array | number)[]): Int16Array {
  const silence = (ms: number) => new Int16Array(ms * 8);
  return Int16Array.from(parts.flatMap((part) => [...(typeof part === 'number' ? silence(part) : part)]));
}

const isCallProgress = (frequencyHz: number) => [400, 425, 450].some((hz) => Math.abs(frequencyHz / hz - 1) < 0.02);

const beep = fc.record({
  frequencyHz: fc.double({ min: 405, max: 1995, noNaN: true }).filter((hz) => !isCallProgress(hz)),
  durationMs: fc.integer({ min: 120, max: 900 }),
  dbfs: fc.double({ min: -36, max: -4, noNaN: true }),
  signalToNoiseDb: fc.double({ min: 15, max: 60, noNaN: true }),
  start: fc.integer({ min: 160, max: 480 }),
  seed: fc.integer(),
});

describe('BeepDetector', () => {
  it('hears any steady tone of 400 to 2000 Hz once, within 80 ms of its end', () => {
    fc.assert(
      fc.property(beep, ({ frequencyHz, durationMs, dbfs, signalToNoiseDb, start, seed }) => {
        const end = start + durationMs * 8;
        const samples = new Float64Array(end + 1600);
        addSine(samples, { frequencyHz, peak: peakAt(dbfs), from: start, to: end });
        addNoise(samples, peakAt(dbfs - signalToNoiseDb) / Math.SQRT2, seededRandom(seed));
        const reports = reportsMs(toPcm(samples));
        expect(reports).toHaveLength(1);
        expect(reports[0]).toBeGreaterThan(end / 8);
        expect(reports[0]).toBeLessThanOrEqual(end / 8 + 80);
      }),
      { numRuns: 300 },
    );
  });

  it('reports a long tone after a second, once', () => {
    const [first, ...more] = reportsMs(sequence(100, tone([1000], 5000), 500));
    expect(first).toBeGreaterThanOrEqual(1100);
    expect(first).toBeLessThanOrEqual(1160);
    expect(more).toEqual([]);
  });

  it('hears it after a spoken greeting', () => {
    const greeting = babble(4, 130, 7);
    const endMs = 4000 + 300 + 400;
    const [reported, ...more] = reportsMs(sequence(greeting, 300, tone([1400], 400), 600));
    expect(reported).toBeGreaterThan(endMs);
    expect(reported).toBeLessThanOrEqual(endMs + 80);
    expect(more).toEqual([]);
  });

  it.each([
    ['US ringback', sequence(tone([440, 480], 2000), 4000, tone([440, 480], 2000), 500)],
    ['UK ringback', sequence(tone([400, 450], 400), 200, tone([400, 450], 400), 2000)],
    ['European ringback', sequence(tone([425], 1000), 4000, tone([425], 1000), 500)],
    ['European busy', sequence(tone([425], 500), 500, tone([425], 500), 500)],
    ['US busy', sequence(tone([480, 620], 500), 500, tone([480, 620], 500), 500)],
    ['dial tone', sequence(tone([350, 440], 3000), 200)],
    ['intercept tones', sequence(tone([950], 330), tone([1400], 330), tone([1800], 330), 1000)],
    ['a tone of 80 ms', sequence(100, tone([1000], 80), 500)],
    ['a tone of 300 Hz', sequence(100, tone([300], 400), 500)],
    ['a tone of 2500 Hz', sequence(100, tone([2500], 400), 500)],
    ['a siren', toPcm(Float64Array.from({ length: 16_000 }, (_, i) => 9000 * Math.sin(i * (0.5 + i / 30_000))))],
    [
      'a whistle that glides',
      sequence(toPcm(Float64Array.from({ length: 2200 }, (_, i) => 9000 * Math.sin(i * (0.5 + i / 90_000)))), 500),
    ],
    ['silence', new Int16Array(16_000)],
  ])('does not hear %s', (_, samples) => {
    expect(reportsMs(samples)).toEqual([]);
  });

  it.each([...'0123456789*#ABCD'])('does not hear DTMF %s', (digit) => {
    expect(reportsMs(sequence(100, dtmf(digit, 300), 300, dtmf(digit, 120), 300))).toEqual([]);
  });

  it.each([90, 120, 160, 210, 280, 350])('does not hear a voice of %i Hz in 40 seconds', (pitchHz) => {
    expect(reportsMs(babble(40, pitchHz, 3 * pitchHz))).toEqual([]);
  });

  it('does not hear noise', () => {
    const samples = new Float64Array(8 * 60_000);
    addNoise(samples, 3000, seededRandom(5));
    expect(reportsMs(toPcm(samples))).toEqual([]);
  });
});
