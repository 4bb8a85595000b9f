import { expect, it } from 'vitest';
import { STRANGERS } from './strangers.ts';
import { speakerOf, type Voice } from './voice.ts';
import { CHILD_VOICES, ROOM_VOICES, VOICES, WHISPER_VOICES } from './voices.ts';

const speakers = (voices: readonly Voice[]): Set<string> => new Set(voices.map(speakerOf));

it('no stranger is a voice that is measured with', () => {
  const lists = [VOICES, CHILD_VOICES, WHISPER_VOICES, ROOM_VOICES];
  const measured = speakers(lists.flatMap((list) => [...list.measured, ...list.unseen]));
  const strangers = speakers([...STRANGERS.learned, ...STRANGERS.heldOut]);
  // A count alone: the failure must not show a voice of the unseen part.
  expect([...strangers].filter((speaker) => measured.has(speaker)).length).toBe(0);
});

it('nothing is learned from strangers that are held out', () => {
  const learned = speakers(STRANGERS.learned);
  expect([...speakers(STRANGERS.heldOut)].filter((speaker) => learned.has(speaker))).toEqual([]);
});
