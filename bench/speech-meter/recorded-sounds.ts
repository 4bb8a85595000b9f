import { packFor } from '@parley/conversation/testing';
import { RECORDED_NOISES, recordedNoise } from '../recordings/noise.ts';
import { people } from '../recordings/people.ts';
import { decoded } from '../recordings/recording.ts';
import { Draw } from '../turn-taking/cases/draw.ts';
import type { Sounds } from './scene.ts';
import type { Random } from './signal-parts.ts';
import type { SpeechKind, Utterance } from './speakers.ts';

const SENTENCE_WORDS = 4;
const LONGEST_MS = 4000;
const SEEDS = 1e9;
/** Of the loudest sample: what is softer around a sound is not it. */
const AUDIBLE = 0.012;

const { backchannels } = packFor('en');

/** So many lines of people, all of whom the training has not heard, and what was recorded beside callers. */
export function recordedSounds(count: number): Sounds {
  const draw = new Draw('recorded sounds');
  const lines = draw.shuffled(people()).flatMap(({ words, sound }) => {
    const kind = kindOf(words);
    return kind === null ? [] : [{ kind, sound }];
  });
  return {
    utterances: lines
      .slice(0, count)
      .map(({ kind, sound }): Utterance => ({ kind, samples: audible(decoded(sound)) }))
      .filter(({ samples }) => samples.length > 800),
    noises: Object.fromEntries(
      RECORDED_NOISES.map((noise) => [
        noise,
        (random: Random) => {
          const seeded = new Draw(`${Math.floor(random() * SEEDS)}`);
          return audible(recordedNoise(noise, seeded.isLess(1 / 3), seeded, LONGEST_MS).samples);
        },
      ]),
    ),
  };
}

/** Null: a word or two that no listener says. */
function kindOf(words: string): SpeechKind | null {
  if (backchannels.includes(words)) return 'backchannel';
  return words.split(' ').length >= SENTENCE_WORDS ? 'sentence' : null;
}

function audible(samples: Int16Array): Float64Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const isLoud = (sample: number) => Math.abs(sample) > AUDIBLE * peak;
  const from = Math.max(0, samples.findIndex(isLoud) - 80);
  return Float64Array.from(samples.subarray(from, samples.findLastIndex(isLoud) + 80));
}
