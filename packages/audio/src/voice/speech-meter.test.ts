import { describe, expect, it } from 'vitest';
import { decodeG711, encodeG711 } from '../codecs/g711.ts';
import { addNoise, addSine, babble, seededRandom, toFrames, toPcm } from '../testing/signals.ts';
import { SpeechMeter, type SpeechReading } from './speech-meter.ts';

const QUIET_FRAMES = 50;

/** The readings of a sound over a µ-law line with noise of −65 dBov, after a second of that noise alone. */
function readings(sound: Int16Array): SpeechReading[] {
  const line = new Float64Array(QUIET_FRAMES * 160 + sound.length);
  for (const [i, sample] of sound.entries()) line[QUIET_FRAMES * 160 + i] = sample;
  addNoise(line, 18, seededRandom(3));
  const meter = new SpeechMeter();
  const frames = toFrames(decodeG711('PCMU', encodeG711('PCMU', toPcm(line))));
  return frames.map((frame, i) => ({ ...meter.push(frame, i >= QUIET_FRAMES) })).slice(QUIET_FRAMES);
}

const samples = (seconds: number) => new Float64Array(seconds * 8000);

describe('SpeechMeter', () => {
  it('follows the pitch of a voice, without its fundamental too', () => {
    const voice = samples(1);
    for (const harmonic of [3, 4, 5, 6, 7, 8])
      addSine(voice, { frequencyHz: 120 * harmonic, peak: 1500, phase: harmonic });
    for (const { pitchHz } of readings(toPcm(voice)).slice(3)) {
      expect(pitchHz).toBeGreaterThan(118);
      expect(pitchHz).toBeLessThan(122);
    }
  });

  it('takes no tone and no noise for speech', () => {
    const tone = samples(1);
    addSine(tone, { frequencyHz: 425, peak: 4000 });
    const noise = samples(1);
    addNoise(noise, 1500, seededRandom(5));
    for (const sound of [tone, noise]) {
      const heard = readings(toPcm(sound));
      for (const at of [10, 20, 35]) expect(heard[at]!.speech).toBeLessThan(0.3);
    }
  });

  it('takes one voice for speech, and learns how loud it is', () => {
    const heard = readings(babble(4, 120, 11));
    const sure = heard.filter(({ speech }) => speech > 0.5).length / heard.length;
    expect(sure).toBeGreaterThan(0.7);
    expect(heard.at(-1)!.callerLevelDb).toBeGreaterThan(-26);
    expect(heard.at(-1)!.callerLevelDb).toBeLessThan(-8);
  });

  it('knows the noise of the line, and has no verdict without a voice', () => {
    const meter = new SpeechMeter();
    const noise = samples(4);
    addNoise(noise, 100, seededRandom(9));
    let last: SpeechReading | null = null;
    for (const frame of toFrames(toPcm(noise))) last = meter.push(frame, false);
    expect(last).toMatchObject({ speech: 0, callerLevelDb: null, pitchHz: null });
    expect(last!.floorDb).toBeGreaterThan(-53);
    expect(last!.floorDb).toBeLessThan(-47);
  });

  it('refuses what is no frame', () => {
    expect(() => new SpeechMeter().push(new Int16Array(80), true)).toThrow(RangeError);
  });
});
