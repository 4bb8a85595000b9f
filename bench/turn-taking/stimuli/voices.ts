import type { CasePart } from '../cases/test-case.ts';
import type { SpeechRequest } from './speech-request.ts';

export type Voice = Omit<SpeechRequest, 'text'>;

const espeak = (voice: string, pitch: number, rate: number): Voice => ({ synthesizer: 'espeak', voice, pitch, rate });
const other = (synthesizer: 'festival' | 'flite', voice: string): Voice => ({ synthesizer, voice, pitch: 0, rate: 0 });

type VoicesByPart = Readonly<Record<CasePart, readonly Voice[]>>;

/**
 * Parts of the case list that have no voice in common. None is a voice of the simulated phone, and those of the measured and
 * the unseen part are none that the product's own models were trained with (`bench/speech-meter/speakers.ts`).
 */
export const VOICES: VoicesByPart = {
  tuning: [
    espeak('en-us+m3', 45, 165),
    espeak('en-us+f2', 55, 180),
    espeak('en+m1', 35, 155),
    espeak('en-gb-x-rp+linda', 60, 190),
    other('festival', 'ked_diphone'),
  ],
  measured: [
    espeak('en-us+f5', 50, 170),
    espeak('en-us+m7', 40, 185),
    espeak('en-gb-scotland+m5', 50, 160),
    espeak('en-029+aunty', 60, 175),
    espeak('en-us-nyc+david', 30, 200),
    espeak('en-gb-x-gbcwmd+grandma', 65, 150),
    other('flite', 'awb'),
  ],
  unseen: [
    espeak('en-us+m8', 55, 175),
    espeak('en+caleb', 50, 165),
    espeak('en-us+m6', 25, 190),
    espeak('en+klatt4', 45, 170),
    other('festival', 'kal_diphone'),
  ],
};

/** High and small, or without a voice at all: the special lines. */
export const CHILD_VOICES: VoicesByPart = {
  tuning: [espeak('en-us+f3', 95, 200)],
  measured: [espeak('en-us+f4', 95, 200)],
  unseen: [espeak('en+f4', 99, 180)],
};
export const WHISPER_VOICES: VoicesByPart = {
  tuning: [espeak('en-us+whisper', 50, 160)],
  measured: [espeak('en+whisperf', 50, 170)],
  unseen: [espeak('en-us+whisperf', 40, 150)],
};
/** Of the people in the room. */
export const ROOM_VOICES: VoicesByPart = {
  tuning: [espeak('en-us+m2', 40, 180), espeak('en+f1', 60, 190), espeak('en-gb-scotland+belinda', 50, 170)],
  measured: [espeak('en-us+Andrea', 40, 180), espeak('en+ed', 60, 190), espeak('en-gb-scotland+anika', 50, 170)],
  unseen: [espeak('en-us+Hugo', 40, 180), espeak('en+Alicia', 60, 190), espeak('en-gb-scotland+john', 50, 170)],
};

/** What the agent says is put together of words in this voice, so that every text has a sound that is known. */
export const AGENT_VOICE: Voice = other('flite', 'rms');
