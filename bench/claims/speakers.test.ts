import { expect, it } from 'vitest';
import { speakerOf } from '../synthesis/voice.ts';
import { CHILD_VOICES, ROOM_VOICES, VOICES, WHISPER_VOICES } from '../synthesis/voices.ts';
import { SPEAKERS } from './speakers.ts';

it('claims are learned from no voice of a case, nor of a person in the room of a measured one', () => {
  const cases = [VOICES, CHILD_VOICES, WHISPER_VOICES].flatMap(({ tuning, measured, unseen }) => [
    ...tuning,
    ...measured,
    ...unseen,
  ]);
  const known = new Set([...cases, ...ROOM_VOICES.measured, ...ROOM_VOICES.unseen].map(speakerOf));
  // A count alone: the failure must not show a voice of the unseen part.
  expect(SPEAKERS.filter(({ name }) => known.has(name)).length).toBe(0);
});
