import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { type EnergyDelays, EnergyVoiceActivity } from '../testing/energy-voice-activity.ts';
import { type VoiceEdge, VoiceTracker } from './voice-tracker.ts';

/** A frame of this root mean square. */
const frameOf = (rms: number): Int16Array =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => (index % 2 ? rms : -rms));

/** Follows frames of given levels; the detector is a scripted one or one with delays. */
function follow(levels: number[], detect: EnergyDelays | ((index: number) => boolean)): VoiceEdge[] {
  const tracker = new VoiceTracker();
  const vad = typeof detect === 'function' ? null : new EnergyVoiceActivity(detect);
  return levels.flatMap((level, index) => {
    const frame = frameOf(level);
    const isSpeech = vad ? vad.isSpeech(frame) : (detect as (index: number) => boolean)(index);
    return tracker.push(frame, isSpeech, index * FRAME_MS) ?? [];
  });
}

const level = (frames: number, rms: number): number[] => Array.from({ length: frames }, () => rms);
const voice = [...level(20, 5), ...level(30, 2000), ...level(30, 5)];
const FROM_MS = 20 * FRAME_MS;
const UNTIL_MS = 50 * FRAME_MS;

describe('voice tracker', () => {
  it.each([
    { onsetMs: 0, hangoverMs: 0 },
    { onsetMs: 60, hangoverMs: 100 },
    { onsetMs: 100, hangoverMs: 500 },
  ])('finds where a voice begins and ends with a detector that is late by %o', (delays) => {
    expect(follow(voice, delays)).toEqual([
      { type: 'voice_started', onsetMs: FROM_MS },
      { type: 'voice_stopped', untilMs: UNTIL_MS },
    ]);
  });

  it('does not wait for a detector that holds on', () => {
    const tracker = new VoiceTracker();
    const edges = voice.map((rms, index) => tracker.push(frameOf(rms), index >= 20, index * FRAME_MS));
    const toldAt = edges.findIndex((edge) => edge?.type === 'voice_stopped') * FRAME_MS;
    expect(toldAt - UNTIL_MS).toBeLessThanOrEqual(80);
    expect(edges.filter((edge) => edge !== null)).toHaveLength(2);
  });

  it('hears the next word while the detector still holds on to the last', () => {
    const words = [...level(20, 5), ...level(10, 2000), ...level(10, 5), ...level(10, 2000), ...level(30, 5)];
    expect(follow(words, (index) => index >= 20 && index < 60)).toEqual([
      { type: 'voice_started', onsetMs: 400 },
      { type: 'voice_stopped', untilMs: 600 },
      { type: 'voice_started', onsetMs: 800 },
      { type: 'voice_stopped', untilMs: 1000 },
    ]);
  });

  it('keeps a word together whose consonant is closed', () => {
    const word = [...level(20, 5), ...level(10, 2000), ...level(3, 5), ...level(10, 2000), ...level(30, 5)];
    expect(follow(word, { hangoverMs: 100 }).map(({ type }) => type)).toEqual(['voice_started', 'voice_stopped']);
  });

  it('takes the noise of the line for what it is', () => {
    const noisy = [...level(100, 300), ...level(30, 2000), ...level(30, 300)];
    expect(follow(noisy, (index) => index >= 103 && index < 135)).toEqual([
      { type: 'voice_started', onsetMs: 2000 },
      { type: 'voice_stopped', untilMs: 2600 },
    ]);
  });

  it('keeps a voice together that the detector loses in loud noise', () => {
    const noisy = [...level(100, 800), ...level(40, 3000), ...level(30, 800)];
    expect(follow(noisy, (index) => index >= 100 && index < 140 && index % 20 < 10)).toEqual([
      { type: 'voice_started', onsetMs: 2000 },
      { type: 'voice_stopped', untilMs: 2600 },
    ]);
  });

  it('hears what is quieter than the rumble of a car, and above it', () => {
    const tracker = new VoiceTracker();
    const isVowel = (index: number): boolean => index >= 100 && index < 120;
    const isConsonant = (index: number): boolean => index >= 120 && index < 140;
    const edges = Array.from({ length: 180 }, (_, index) => {
      const frame = new Int16Array(FRAME_SAMPLES).map((_, at) => {
        const ms = index * FRAME_MS + at / 8;
        const rumble = 1200 * Math.sin((2 * Math.PI * 100 * ms) / 1000);
        return (
          rumble + (isVowel(index) ? 4000 : isConsonant(index) ? 300 : 0) * Math.sin((2 * Math.PI * 1500 * ms) / 1000)
        );
      });
      return tracker.push(frame, isVowel(index) || isConsonant(index), index * FRAME_MS) ?? [];
    }).flat();
    expect(edges).toEqual([
      { type: 'voice_started', onsetMs: 2000 },
      { type: 'voice_stopped', untilMs: 2800 },
    ]);
  });

  it('believes a detector in loud noise for as long as it does not hold on', () => {
    const noisy = [...level(100, 800), ...level(20, 3000), ...level(60, 800)];
    const edges = follow(noisy, (index) => index >= 100 && index < 140);
    expect(edges.at(-1)).toEqual({ type: 'voice_stopped', untilMs: 2700 });
  });

  it('takes no crackle for a voice in loud noise', () => {
    const noisy = [...level(100, 800), ...level(3, 3000), ...level(30, 800)];
    expect(follow(noisy, (index) => index >= 100 && index < 103)).toEqual([]);
    const quiet = [...level(100, 5), ...level(3, 3000), ...level(30, 5)];
    expect(follow(quiet, (index) => index >= 100 && index < 103)).toHaveLength(2);
  });

  it('does not learn the level of a voice from an onset that the detector misses', () => {
    const words = Array.from({ length: 8 }, () => [...level(10, 5), ...level(20, 2000)]).flat();
    const soft = [...words, ...level(20, 5), ...level(20, 150), ...level(20, 5)];
    const from = words.length + 20;
    const edges = follow(soft, (index) =>
      index < words.length ? index % 30 >= 13 : index >= from + 3 && index < from + 25,
    );
    expect(edges.at(-2)).toEqual({ type: 'voice_started', onsetMs: from * FRAME_MS });
    expect(edges.at(-1)).toEqual({ type: 'voice_stopped', untilMs: (from + 20) * FRAME_MS });
  });

  it('takes a sound that has just begun for the beginning of the voice, though it was hardly to be heard', () => {
    const tracker = new VoiceTracker();
    const soft = [...level(100, 100), ...level(4, 110), ...level(20, 2000), ...level(30, 100)];
    const edges = soft.flatMap((rms, index) => {
      const soundMs = index >= 101 && index < 106 ? (index - 99) * FRAME_MS : 0;
      return tracker.push(frameOf(rms), index >= 104, index * FRAME_MS, soundMs) ?? [];
    });
    expect(edges[0]).toEqual({ type: 'voice_started', onsetMs: 2000 });
  });

  it('believes a detector that hears what cannot be measured', () => {
    expect(follow(level(50, 0), (index) => index >= 10 && index < 30)).toEqual([
      { type: 'voice_started', onsetMs: 200 },
      { type: 'voice_stopped', untilMs: 600 },
    ]);
  });
});
