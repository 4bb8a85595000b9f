import { describe, expect, it } from 'vitest';
import { decodeG711, encodeG711 } from '../codecs/g711.ts';
import { addNoise, seededRandom, toFrames, toPcm } from '../testing/signals.ts';
import { measureProsody } from './prosody.ts';
import { SpeechMeter } from './speech-meter.ts';
import { VoiceHistory } from './voice-history.ts';

/** A voice of harmonics from 300 Hz on, of which pitch and peak are functions of the time in seconds; then 200 ms of silence. */
function spoken(seconds: number, pitchHz: (time: number) => number, peak: (time: number) => number = () => 1500) {
  const samples = new Float64Array((0.5 + seconds + 0.2) * 8000);
  let phase = 0;
  for (let i = 0; i < seconds * 8000; i++) {
    const time = i / 8000;
    phase += (2 * Math.PI * pitchHz(time)) / 8000;
    for (let k = 1; k < 20; k++) {
      const hz = k * pitchHz(time);
      if (hz > 300 && hz < 3400) samples[4000 + i]! += (peak(time) / Math.sqrt(k)) * Math.sin(k * phase + k * k);
    }
  }
  addNoise(samples, 15, seededRandom(1));
  return decodeG711('PCMU', encodeG711('PCMU', toPcm(samples)));
}

function prosodyOf(sound: Int16Array) {
  const meter = new SpeechMeter();
  const frames = toFrames(sound);
  for (const [i, frame] of frames.entries()) meter.push(frame, i >= 25 && i < frames.length - 10);
  return meter.prosody();
}

/** Rows of pitch and level as a tracker gives them; null is unvoiced. Oldest first. */
function historyOf(pitches: readonly (number | null)[]): VoiceHistory {
  const history = new VoiceHistory();
  for (const pitch of pitches) {
    const row = history.add();
    history.audible[row] = pitch === null ? 0 : 1;
    history.periodicity[row] = pitch === null ? 0 : 0.9;
    history.pitch[row] = pitch ?? 0;
    history.levelDb[row] = -20;
  }
  return history;
}

describe('prosody', () => {
  it.each([
    { contour: 'rising', semitonesPerSecond: 20 },
    { contour: 'level', semitonesPerSecond: 0 },
    { contour: 'falling', semitonesPerSecond: -15 },
  ])('measures a $contour end', ({ contour, semitonesPerSecond }) => {
    const prosody = prosodyOf(spoken(0.6, (time) => 140 * 2 ** ((semitonesPerSecond * Math.max(0, time - 0.2)) / 12)));
    expect(prosody.contour).toBe(contour);
    expect(prosody.pitchSlope).toBeGreaterThan(semitonesPerSecond - 3);
    expect(prosody.pitchSlope).toBeLessThan(semitonesPerSecond + 3);
    expect(prosody.lastVoicedMs).toBeGreaterThanOrEqual(540);
    expect(prosody.lastVoicedMs).toBeLessThanOrEqual(660);
  });

  it('measures how the voice fades, by the decibel', () => {
    const prosody = prosodyOf(
      spoken(
        0.6,
        () => 180,
        (time) => 3000 * 10 ** ((-30 * time) / 20),
      ),
    );
    expect(prosody.energySlope).toBeGreaterThan(-36);
    expect(prosody.energySlope).toBeLessThan(-25);
  });

  it('takes octave errors of the tracker back', () => {
    const fall = Array.from({ length: 20 }, (_, i) => 22 - 0.3 * i);
    const heard = fall.map((pitch, i) => (i >= 10 && i < 13 ? pitch - 12 : i === 17 ? pitch + 12 : pitch));
    const prosody = measureProsody(historyOf([null, ...heard, null, null]), 20);
    expect(prosody.contour).toBe('falling');
    expect(prosody.pitchSlope).toBeCloseTo(-15, 5);
    expect(prosody.finalPitch).toBeCloseTo(22 - 0.3 * 17 - 20, 5);
    expect(prosody.lastVoicedMs).toBe(400);
  });

  it('looks at the last stretch alone, and bridges a frame that is not certain', () => {
    const prosody = measureProsody(historyOf([30, 30, 30, 30, null, null, 20, 20, null, 20, 20, 20, null]), null);
    expect(prosody).toEqual({ pitchSlope: 0, finalPitch: null, energySlope: 0, contour: 'level', lastVoicedMs: 120 });
  });

  it('knows nothing of what was not voiced', () => {
    const nothing = { pitchSlope: null, finalPitch: null, energySlope: null, contour: null };
    expect(measureProsody(historyOf([null, null]), 20)).toEqual({ ...nothing, lastVoicedMs: 0 });
    expect(measureProsody(historyOf([20, 20, null]), 19)).toEqual({ ...nothing, finalPitch: 1, lastVoicedMs: 40 });
  });
});
