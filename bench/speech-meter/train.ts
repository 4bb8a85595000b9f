// npm run train:speech-meter: makes the weights of the speech meter (packages/audio/src/voice/speech-weights.ts) from synthesizers
// and formulas. Needs Debian's espeak-ng and flite. The same weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import type { SpeechModelWeights } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { byKind, summary } from './figures.ts';
import { type HeardVoice, hear } from './heard-voices.ts';
import { type Example, train } from './network.ts';
import { kindsOf, makeScene, type Scene, type Sounds } from './scene.ts';
import type { Random } from './signal-parts.ts';
import { casts, utterances } from './speakers.ts';
import { trainingNoises } from './training-noises/index.ts';

const UTTERANCES = 3000;
const SCENES = 8000;
const CHECK_SCENES = 1000;
/** Scenes of each round. The meter learns the caller's level from what it takes for speech: the second round hears what the first one's does. */
const ROUNDS = [2500, SCENES];
const EVERY_FRAMES = 5;
const SETTINGS = { hidden: 32, epochs: 20, rate: 0.004, decay: 3e-4 };
const PROVENANCE =
  'npm run train:speech-meter: espeak-ng 1.51 and Flite (Debian 12), noises of bench/speech-meter, no recordings';

const say = (line: string) => process.stdout.write(`${line}\n`);

function scenesOf(sounds: Sounds, count: number, random: Random): Scene[] {
  const kinds = kindsOf(sounds);
  let next = 0;
  return Array.from({ length: count }, (_, i) => {
    const noise = i % 5 < 2 ? null : kinds[next++ % kinds.length]!;
    return makeScene(sounds, { noise, condition: null }, random);
  });
}

/** Many voices are as much like one as a sound can be that is none. */
const HARD_KIND = 'loud babble';
const HARD_WEIGHT = 3;

/** Each kind of sound counts the same in all, however long it lasts, but the hard one, and speech as much as everything else. */
function examplesOf(voices: readonly HeardVoice[]): Example[] {
  const taken = voices.flatMap(({ segment, frames }) =>
    frames.filter((_, i) => i % EVERY_FRAMES === 0).map(({ features }) => ({ segment, features })),
  );
  const counts = new Map<string, number>();
  for (const { segment } of taken) counts.set(segment.kind, (counts.get(segment.kind) ?? 0) + 1);
  const speechKinds = new Set(taken.filter(({ segment }) => segment.isSpeech).map(({ segment }) => segment.kind)).size;
  const otherKinds = counts.size - speechKinds;
  return taken.map(({ segment, features }) => {
    const { kind, isSpeech } = segment;
    const share = taken.length / 2 / (isSpeech ? speechKinds : otherKinds);
    const emphasis = kind === HARD_KIND ? HARD_WEIGHT : 1;
    return { features, isSpeech, weight: (emphasis * share) / counts.get(kind)! };
  });
}

const random = seededRandom(20_261);
const sounds: Sounds = {
  utterances: utterances(casts.training, UTTERANCES, random),
  noises: trainingNoises,
};
const scenes = scenesOf(sounds, SCENES, random);
const checks = scenesOf(sounds, CHECK_SCENES, random);
let weights: SpeechModelWeights | undefined;
for (const count of ROUNDS) {
  const examples = examplesOf(scenes.slice(0, count).flatMap((scene) => hear(scene, weights)));
  say(`${count} scenes: ${examples.length} examples`);
  weights = train(examples, SETTINGS, PROVENANCE, random);
}
const heard = checks.flatMap((scene) => hear(scene, weights));
say(summary('other scenes of the same sounds', heard));
say(byKind(heard));
const target = new URL('../../packages/audio/src/voice/speech-weights.ts', import.meta.url);
writeFileSync(
  target,
  `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: weights are learned, whatever they look like
import type { SpeechModelWeights } from './speech-model.ts';

/** Written by \`npm run train:speech-meter\`. */
export const speechWeights: SpeechModelWeights = ${JSON.stringify(weights)};
`,
);
