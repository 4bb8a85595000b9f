import { decodeG711, encodeG711, FRAME_SAMPLES } from '@parley/audio';
import { beforeAll, describe, expect, it } from 'vitest';
import { BuiltinSpeech } from '../builtin-speech.ts';
import { createVoiceActivityDetector } from './voice-activity-detector.ts';

const FRAME_MS = 20;
let createDetector: Awaited<ReturnType<typeof createVoiceActivityDetector>>;
let spoken: Int16Array;
beforeAll(async () => {
  createDetector = await createVoiceActivityDetector();
  const speech = new BuiltinSpeech();
  const samples: number[] = [];
  const request = {
    text: 'Seven o clock is fine.',
    voice: 'slt',
    language: 'en-US',
    signal: new AbortController().signal,
  };
  for await (const chunk of speech.speak(request)) samples.push(...chunk.samples);
  spoken = Int16Array.from(samples);
  await speech.close();
});

/** The same noise at every run, uniform in ± `amplitude`. */
function noise(samples: number, amplitude: number): Int16Array {
  let seed = 7;
  return new Int16Array(samples).map(() => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed / 0x4000_0000 - 1) * amplitude;
  });
}

/** For each frame of a sound that came over a µ-law line, whether it is speech. */
function detect(sound: Int16Array): boolean[] {
  const line = decodeG711('PCMU', encodeG711('PCMU', sound));
  const detector = createDetector();
  const frames: boolean[] = [];
  for (let i = 0; i + FRAME_SAMPLES <= line.length; i += FRAME_SAMPLES)
    frames.push(detector.isSpeech(line.subarray(i, i + FRAME_SAMPLES)));
  detector.close();
  detector.close();
  return frames;
}

describe('the voice activity detector', () => {
  it('hears speech begin and end in time, over a quiet line', () => {
    const sound = noise(8000 + spoken.length + 8000, 10);
    for (const [i, sample] of spoken.entries()) sound[8000 + i]! += sample;
    const frames = detect(sound);
    const endMs = 1000 + spoken.length / 8;
    const onsetMs = frames.indexOf(true) * FRAME_MS + FRAME_MS;
    const offsetMs = frames.lastIndexOf(true) * FRAME_MS + FRAME_MS;
    expect(onsetMs).toBeGreaterThanOrEqual(1000);
    expect(onsetMs).toBeLessThanOrEqual(1150);
    expect(offsetMs).toBeGreaterThan(endMs - 100);
    expect(offsetMs).toBeLessThanOrEqual(endMs + 100);
  });

  it.each([
    ['digital silence', new Int16Array(80_000)],
    ['comfort noise', noise(80_000, 60)],
  ])('hears nothing in %s', (_, sound) => {
    expect(detect(sound).filter(Boolean)).toEqual([]);
  });

  it('forgets a click at once', () => {
    const sound = noise(16_000, 10);
    for (let i = 8000; i < 8040; i++) sound[i] = 20_000;
    expect(detect(sound).lastIndexOf(true) * FRAME_MS).toBeLessThanOrEqual(1100);
  });

  it('keeps calls apart, and is silent when closed', () => {
    const loud = createDetector();
    const quiet = createDetector();
    for (let i = 0; i + FRAME_SAMPLES <= spoken.length; i += FRAME_SAMPLES) {
      loud.isSpeech(spoken.subarray(i, i + FRAME_SAMPLES));
      expect(quiet.isSpeech(new Int16Array(FRAME_SAMPLES))).toBe(false);
    }
    loud.close();
    for (let i = 0; i < 10; i++) expect(loud.isSpeech(spoken.subarray(1600, 1760))).toBe(false);
    quiet.close();
  });
});
