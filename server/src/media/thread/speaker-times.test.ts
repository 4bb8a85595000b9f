import { tone } from '@parley/audio';
import { expect, test } from 'vitest';
import { SpeakerTimes } from './speaker-times.ts';

const voice = (amplitude: number) => tone([440], 20, { amplitude });

test('who spoke is the leg that was the loudest for longest; the caller where none was heard', () => {
  const speakers = new SpeakerTimes();
  for (let atMs = 0; atMs < 1000; atMs += 20)
    speakers.note(atMs, [
      [0, voice(atMs < 300 ? 0.3 : 0.01)],
      [1, voice(0.1)],
    ]);
  for (let atMs = 1000; atMs < 2000; atMs += 20)
    speakers.note(atMs, [
      [0, null],
      [1, voice(0.0001)],
    ]);
  expect(speakers.legOf({ startMs: 0, endMs: 500 })).toBe(0);
  expect(speakers.legOf({ startMs: 0, endMs: 1000 })).toBe(1);
  expect(speakers.legOf({ startMs: 300, endMs: 2000 })).toBe(1);
  expect(speakers.legOf({ startMs: 1000, endMs: 2000 })).toBe(0);
});
