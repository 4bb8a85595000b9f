import { FRAME_SAMPLES } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { EnergyVoiceActivity } from '../testing/energy-voice-activity.ts';
import { CallerSound } from './caller-sound.ts';

const FRAME_MS = 20;
const SENTENCE_FRAMES = 60;
const PAUSE_FRAMES = 20;
/** From the beginning of a sentence of the agent's. */
const ECHO_DELAY_FRAMES = 8;

const tone = (amplitude: number, period: number): Int16Array =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => amplitude * Math.sin((index * 2 * Math.PI) / period));
const SENTENCE = tone(6000, 16);
/** Softer than the detector of the test notices. */
const SOFT = tone(300, 10);
const SILENCE = new Int16Array(FRAME_SAMPLES);

/** In which sentences of the agent's a soft sound is noticed that begins with their ninth frame, and is heard in those. */
function noticed(sentences: number, isHeardIn: (sentence: number) => boolean): number[] {
  const sound = new CallerSound(new EnergyVoiceActivity({ onsetMs: 60 }), { rateHz: 8000 }, false);
  const found = new Set<number>();
  for (let index = 0; index < sentences * (SENTENCE_FRAMES + PAUSE_FRAMES); index += 1) {
    const sentence = Math.floor(index / (SENTENCE_FRAMES + PAUSE_FRAMES));
    const frame = index % (SENTENCE_FRAMES + PAUSE_FRAMES);
    const isSoft = isHeardIn(sentence) && frame >= ECHO_DELAY_FRAMES && frame < ECHO_DELAY_FRAMES + 4;
    if (sound.hear(isSoft ? SOFT : SILENCE, index * FRAME_MS).isOnset) found.add(sentence);
    sound.noteSent(frame < SENTENCE_FRAMES ? SENTENCE : null, index * FRAME_MS);
  }
  return [...found];
}

describe("a sound right behind the beginning of the agent's own", () => {
  it('may be its echo while nothing is known of the line', () => {
    expect(noticed(2, (sentence) => sentence === 1)).toEqual([]);
  });

  it('is the echo where every sentence is followed by one', () => {
    expect(noticed(8, () => true)).toEqual([]);
  });

  it('is another voice where three sentences in a row were followed by none', () => {
    expect(noticed(8, (sentence) => sentence === 5)).toEqual([5]);
  });

  it('is the echo again where the line begins to send it back', () => {
    expect(noticed(9, (sentence) => sentence >= 5)).toEqual([5, 6]);
  });

  it('is another voice still where one has begun there before by chance', () => {
    expect(noticed(10, (sentence) => sentence === 7 || sentence === 8)).toEqual([7, 8]);
  });
});
