import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SAMPLE_RATE_HZ } from '@parley/audio';
import type { Draw } from '../turn-taking/cases/draw.ts';
import { type Clip, joined } from '../turn-taking/stimuli/speech-clip.ts';
import { decoded, type Encoded, recordedFile } from './recording.ts';

/** What is heard beside a caller: a keyboard, a computer's signals, animals, things of a household, music of a waiting queue. */
export const RECORDED_NOISES = ['typing', 'signal', 'animal', 'household', 'queue music'] as const;
export type RecordedNoise = (typeof RECORDED_NOISES)[number];

const stamps = ['tuxpaint-stamps-default', 'usr', 'share', 'tuxpaint', 'stamps'];
const FOLDERS: Record<RecordedNoise, readonly string[][]> = {
  typing: [['bucklespring-data', 'usr', 'share', 'buckle', 'wav']],
  signal: [
    ['sound-theme-freedesktop', 'usr', 'share', 'sounds', 'freedesktop', 'stereo'],
    ['sound-icons', 'usr', 'share', 'sounds', 'sound-icons'],
  ],
  animal: [[...stamps, 'animals']],
  household: [
    [...stamps, 'household'],
    [...stamps, 'vehicles'],
    [...stamps, 'hobbies'],
  ],
  'queue music': [['asterisk-moh-opsound-wav', 'usr', 'share', 'asterisk', 'moh']],
};
const FORMATS: Record<string, Encoded['format']> = { '.wav': 'wav', '.ogg': 'ogg', '.oga': 'ogg' };
/** Spoken names of stamps, and tests of loudspeakers, which speak. */
const SPOKEN = /_desc|audio-channel|audio-test/;

/** Of the files of a kind every third one is of the unseen part. */
function filesOf(noise: RecordedNoise, isUnseen: boolean): string[] {
  const files = FOLDERS[noise].flatMap((folder) => {
    const directory = recordedFile(...folder);
    return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => path.join(directory, name));
  });
  return files
    .filter((file) => path.extname(file) in FORMATS && !SPOKEN.test(file))
    .sort()
    .filter((_, index) => (index % 3 === 2) === isUnseen);
}

const soundOf = (file: string): Int16Array =>
  decoded({ format: FORMATS[path.extname(file)]!, bytes: () => readFileSync(file) });

/** So long at most; a single sound is as long as it is. */
export function recordedNoise(noise: RecordedNoise, isUnseen: boolean, draw: Draw, durationMs: number): Clip {
  const files = filesOf(noise, isUnseen);
  if (noise === 'typing') return typed(files, draw, durationMs);
  const sound = soundOf(draw.of(files));
  const length = Math.round((durationMs * SAMPLE_RATE_HZ) / 1000);
  const from = noise === 'queue music' ? draw.between(0, Math.max(0, sound.length - length)) : 0;
  return { samples: sound.slice(from, from + length), words: [] };
}

/** Keys are pressed and come up again, one behind the other. */
function typed(files: readonly string[], draw: Draw, durationMs: number): Clip {
  const clips: Clip[] = [];
  const gapsMs: number[] = [];
  for (let ms = 0; ms < durationMs; ) {
    const samples = soundOf(draw.of(files));
    const gapMs = draw.between(20, 180);
    clips.push({ samples, words: [] });
    gapsMs.push(gapMs);
    ms += (samples.length * 1000) / SAMPLE_RATE_HZ + gapMs;
  }
  return joined(clips, gapsMs);
}
