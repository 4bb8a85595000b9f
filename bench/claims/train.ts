// npm run train:claims: makes the weights by which the sound of a second voice over the agent ("yeah … but") tells who wants the
// floor from who listens on (packages/conversation/src/languages/claims/en.ts). Says first how well others do on speakers that
// they have not heard. Needs Debian's espeak-ng and flite. The same weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import { SpeechModel } from '@parley/audio';
import { seededRandom } from '@parley/audio/testing';
import { train } from '../speech-meter/network.ts';
import { type SecondVoice, secondVoices } from './second-voices.ts';

const VOICES = 10_000;
const FOLDS = 4;
const SETTINGS = { hidden: 24, epochs: 30, rate: 0.003, decay: 3e-3 };
const PROVENANCE = 'npm run train:claims: espeak-ng 1.51 and Flite (Debian 12), no recordings';
const THRESHOLDS = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9];
const say = (line: string) => process.stdout.write(`${line}\n`);

const modelOf = (voices: readonly SecondVoice[]) =>
  train(
    voices.map(({ features, claims }) => ({ features, isSpeech: claims, weight: 1 })),
    SETTINGS,
    PROVENANCE,
    seededRandom(20_262),
  );

const voices = secondVoices(VOICES);
say(`${voices.length} second voices`);
const speakers = [...new Set(voices.map(({ speaker }) => speaker))].sort();
const foldOf = ({ speaker }: SecondVoice): number => speakers.indexOf(speaker) % FOLDS;
const heldOut = Array.from({ length: FOLDS }, (_, fold) => {
  const model = new SpeechModel(modelOf(voices.filter((voice) => foldOf(voice) !== fold)));
  return voices
    .filter((voice) => foldOf(voice) === fold)
    .map((voice) => ({ ...voice, probability: model.probability(voice.features) }));
}).flat();
const share = (of: typeof heldOut, threshold: number): string =>
  (of.filter(({ probability }) => probability >= threshold).length / of.length).toFixed(3);
for (const threshold of THRESHOLDS) {
  const claims = heldOut.filter(({ claims: isClaim }) => isClaim);
  const listeners = heldOut.filter(({ claims: isClaim }) => !isClaim);
  const buts = claims.filter(({ text }) => text.startsWith('but '));
  say(
    `over ${threshold}: ${share(claims, threshold)} of the claims, ${share(buts, threshold)} of those with "but", ` +
      `${share(listeners, threshold)} of the listeners`,
  );
}

writeFileSync(
  new URL('../../packages/conversation/src/languages/claims/en.ts', import.meta.url),
  `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: weights are learned, whatever they look like
import type { SpeechModelWeights } from '@parley/audio';

/** Written by \`npm run train:claims\`. */
export const EN_CLAIMS: SpeechModelWeights = ${JSON.stringify(modelOf(voices))};
`,
);
