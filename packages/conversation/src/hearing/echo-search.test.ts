import { decodeG711, encodeG711 } from '@parley/audio';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DECIMATION, findEcho, findEchoAnywhere, HEARD_LENGTH, SENT_LENGTH } from './echo-search.ts';

const RATE_HZ = 8000;
const FRAME_SAMPLES = 160;

/** Something like a voice: harmonics of a pitch that wanders, in syllables, with the hiss of an "s" between them. */
function voice(pitchHz: number, samples: number): Int16Array {
  let phase = 0;
  let seed = Math.round(pitchHz);
  const hiss = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  };
  return Int16Array.from({ length: samples }, (_, i) => {
    const seconds = i / RATE_HZ;
    phase += (2 * Math.PI * pitchHz * (1 + 0.2 * Math.sin(seconds * 7.3 + pitchHz))) / RATE_HZ;
    const loudness = Math.max(0, Math.sin(2 * Math.PI * 2.5 * seconds + pitchHz));
    const colour = 0.5 + 0.5 * Math.sin(seconds * 11 + pitchHz);
    const sung = Math.sin(phase) + colour * Math.sin(3 * phase) + (1 - colour) * Math.sin(5 * phase);
    return 5000 * loudness * sung + 800 * Math.max(0, 0.3 - loudness) * hiss();
  });
}

const throughLine = (samples: Int16Array): Int16Array => decodeG711('PCMU', encodeG711('PCMU', samples));

const decimated = (samples: Int16Array): Float32Array =>
  Float32Array.from({ length: samples.length / DECIMATION }, (_, i) => (samples[2 * i]! + samples[2 * i + 1]!) / 2);

/** What was sent until `end`, and what is heard of it then, `delay` samples late; or another voice. */
function situation(agent: Int16Array, caller: Int16Array, end: number, delay: number, gain: number) {
  const sent = agent.slice(end - FRAME_SAMPLES - SENT_LENGTH * DECIMATION, end - FRAME_SAMPLES);
  const from = end - HEARD_LENGTH * DECIMATION;
  const echo = agent.slice(from - delay, end - delay).map((sample) => sample * gain);
  const heard = echo.map((sample, i) => sample + caller[from + i]!);
  return [decimated(sent), decimated(throughLine(heard))] as const;
}

const LENGTH = 3 * RATE_HZ;
const PITCHES_HZ = [85, 110, 140, 175, 205, 235];
const VOICES = new Map(PITCHES_HZ.map((pitchHz) => [pitchHz, voice(pitchHz, LENGTH)]));
const pitch = fc.constantFrom(...PITCHES_HZ);
const cases = fc.record({
  agentHz: pitch,
  callerHz: pitch,
  callerGain: fc.constantFrom(0, 0, 0, 0.02, 0.5),
  end: fc.integer({ min: 8000, max: LENGTH }),
  delay: fc.integer({ min: FRAME_SAMPLES, max: 3200 }),
  gain: fc.constantFrom(1, 0.5, 0.2, 0.1, 0),
});

it('finds the delay that a search of all delays finds, nearly always', () => {
  let found = 0;
  let different = 0;
  fc.assert(
    fc.property(cases, ({ agentHz, callerHz, callerGain, end, delay, gain }) => {
      const caller = VOICES.get(callerHz)!.map((sample) => sample * callerGain);
      const [sent, heard] = situation(VOICES.get(agentHz)!, caller, end, delay, gain);
      const expected = findEchoAnywhere(sent, heard);
      if (findEcho(sent, heard) !== expected) different += 1;
      if (expected !== null) found += 1;
    }),
    // The coarse search may miss one in a thousand: which ones are drawn must not differ from run to run.
    { numRuns: 400, seed: 1 },
  );
  expect(different).toBeLessThanOrEqual(2);
  expect(found).toBeGreaterThan(100);
});

it('finds a hiss, which has nothing of a voice', () => {
  const agent = voice(120, LENGTH).map((_, i) => (i % 2 === 0 ? 3000 : -3000) * Math.sin(i * i));
  const [sent, heard] = situation(agent, new Int16Array(LENGTH), 12_000, 1500, 0.5);
  expect(findEcho(sent, heard)).toBe(findEchoAnywhere(sent, heard));
});
