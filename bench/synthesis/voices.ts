import type { SynthesizedPart } from '../turn-taking/cases/test-case.ts';
import { STRANGERS } from './strangers.ts';
import { espeak, other, type Voice } from './voice.ts';

type VoicesByPart = Readonly<Record<SynthesizedPart, readonly Voice[]>>;

/**
 * Parts of the case list that have no voice in common. None is a voice of the simulated phone, and those of the measured and
 * the unseen part are none that the product's own models were trained with (`bench/speech-meter/speakers.ts`).
 */
export const VOICES: VoicesByPart = {
  strangers: STRANGERS.heldOut,
  newcomers: [other('pico', 'en-US'), other('pico', 'en-GB')],
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
  strangers: [espeak('en-us+f3', 95, 200)],
  newcomers: [espeak('en-us+f3', 95, 200)],
  tuning: [espeak('en-us+f3', 95, 200)],
  measured: [espeak('en-us+f4', 95, 200)],
  unseen: [espeak('en+f4', 99, 180)],
};
export const WHISPER_VOICES: VoicesByPart = {
  strangers: [espeak('en-us+whisper', 50, 160)],
  newcomers: [espeak('en-us+whisper', 50, 160)],
  tuning: [espeak('en-us+whisper', 50, 160)],
  measured: [espeak('en+whisperf', 50, 170)],
  unseen: [espeak('en-us+whisperf', 40, 150)],
};
/** Of the people in the room. */
export const ROOM_VOICES: VoicesByPart = {
  strangers: [espeak('en-us+m2', 40, 180), espeak('en+f1', 60, 190), espeak('en-gb-scotland+belinda', 50, 170)],
  newcomers: [espeak('en-us+m2', 40, 180), espeak('en+f1', 60, 190), espeak('en-gb-scotland+belinda', 50, 170)],
  tuning: [espeak('en-us+m2', 40, 180), espeak('en+f1', 60, 190), espeak('en-gb-scotland+belinda', 50, 170)],
  measured: [espeak('en-us+Andrea', 40, 180), espeak('en+ed', 60, 190), espeak('en-gb-scotland+anika', 50, 170)],
  unseen: [espeak('en-us+Hugo', 40, 180), espeak('en+Alicia', 60, 190), espeak('en-gb-scotland+john', 50, 170)],
};

/** What the agent says is put together of words in this voice, so that every text has a sound that is known. */
export const AGENT_VOICE: Voice = other('flite', 'rms');

/** Of `npm run train:alignment` and `npm run bench:cut-words`, whose texts are sentences of agents'. */
export const ALIGNMENT_ENGLISH_TRAINING: readonly Voice[] = [
  espeak('en-us+m1', 45, 165),
  espeak('en-us+f2', 55, 180),
  espeak('en-us+m3', 40, 150),
  espeak('en-us+f1', 60, 170),
  espeak('en-gb-x-rp+linda', 60, 185),
  espeak('en-us+Michael', 35, 160),
  espeak('en-gb-x-rp+Annie', 65, 175),
  espeak('en-us+adam', 50, 195),
  espeak('en-us+anika', 50, 155),
  espeak('en-us+paul', 30, 200),
  ...['rms', 'slt', 'rms', 'slt'].map((voice) => other('flite', voice)),
];
/** Variants of espeak-ng, for every other language. */
export const ALIGNMENT_TRAINING_VARIANTS = ['m1', 'f2', 'm3', 'Gene', 'belinda', 'steph'];

/** Of the measured sets no voice is in the training. */
export const ALIGNMENT_ENGLISH = {
  measured: [
    espeak('en-us+f5', 50, 170),
    espeak('en-us+m7', 40, 185),
    espeak('en-gb-scotland+m5', 50, 160),
    espeak('en-us+f4', 60, 165),
    other('festival', 'ked_diphone'),
  ],
  unseen: [
    espeak('en-us+m8', 55, 175),
    espeak('en+caleb', 50, 165),
    espeak('en-us-nyc+david', 30, 195),
    espeak('en-029+aunty', 60, 175),
    other('festival', 'kal_diphone'),
  ],
};
export const ALIGNMENT_VARIANTS = { measured: ['f5', 'm7'], unseen: ['m8', 'f4'] };
