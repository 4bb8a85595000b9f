import { FRAME_MS, FRAME_SAMPLES, type SpeechModelWeights } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../languages/packs.ts';
import { CLAIM_SOUND, claimFeatures } from './claim-features.ts';
import { ClaimMeter } from './claim-meter.ts';
import type { VoiceEdge } from './voice-tracker.ts';

const SAMPLES = ((CLAIM_SOUND.beforeMs + CLAIM_SOUND.ageMs) * FRAME_SAMPLES) / FRAME_MS;

/** A tone that rises. */
const sound = (amplitude: number): Int16Array =>
  Int16Array.from({ length: SAMPLES }, (_, i) => Math.round(amplitude * Math.sin(0.2 * i + (0.3 * i * i) / SAMPLES)));

/** When the meter has judged, of calls whose voices begin and end at these times. */
function judgements(edges: Record<number, VoiceEdge>, weights: SpeechModelWeights | undefined = ENGLISH.claims) {
  const meter = new ClaimMeter();
  const judged: number[] = [];
  for (let startMs = 0; startMs < 2000; startMs += FRAME_MS) {
    const claims = meter.push(new Int16Array(FRAME_SAMPLES).fill(500), edges[startMs] ?? null, startMs, weights);
    if (claims === null) continue;
    expect(claims).toBeGreaterThanOrEqual(0);
    expect(claims).toBeLessThanOrEqual(1);
    judged.push(startMs + FRAME_MS);
  }
  return judged;
}

const started = (onsetMs: number): VoiceEdge => ({ type: 'voice_started', onsetMs });
const stopped = (untilMs: number): VoiceEdge => ({ type: 'voice_stopped', untilMs });

describe('what the first syllable of a voice sounds like', () => {
  it('is known 180 ms behind its onset, once', () => {
    expect(judgements({ 560: started(500) })).toEqual([680]);
  });

  it('is looked for where the voice is noticed, when noise went before it', () => {
    expect(judgements({ 640: started(500) })).toEqual([760]);
  });

  it('is known of each voice that a pause parts from the one before', () => {
    expect(judgements({ 560: started(500), 900: stopped(820), 1060: started(1000) })).toEqual([680, 1180]);
  });

  it('is that of the whole voice where a consonant closes', () => {
    expect(judgements({ 560: started(500), 680: stopped(600), 740: started(700) })).toEqual([680]);
  });

  it('is not known where nothing was learned of the language', () => {
    const meter = new ClaimMeter();
    const frame = new Int16Array(FRAME_SAMPLES);
    for (let startMs = 0; startMs < 1000; startMs += FRAME_MS)
      expect(meter.push(frame, startMs === 560 ? started(500) : null, startMs, undefined)).toBeNull();
  });

  it('does not depend on the level', () => {
    const [quiet, loud] = [claimFeatures(sound(1000)), claimFeatures(sound(8000))];
    expect(quiet.length).toBe(ENGLISH.claims!.inputs);
    for (const [i, value] of quiet.entries()) expect(Math.abs(value - loud[i]!)).toBeLessThan(0.5);
  });
});
