// npm run train:interjections: makes the weights by which the built-in recognizer tells who interrupts from who listens
// (packages/providers/src/builtin/recognition/interjection-weights.ts). Says first how well others do on speakers that they have
// not heard. The same weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import { interjectionScorer } from '@parley/providers/testing';
import { fitLogistic, type LogisticWeights, logOddsOf } from './logistic.ts';
import { shortVoices } from './short-voices.ts';

const VOICES = 360;
const FOLDS = 5;
const THRESHOLDS = [0, 0.25, 0.5, 1];
const say = (line: string) => process.stdout.write(`${line}\n`);

const score = await interjectionScorer();
const voices = shortVoices(VOICES);
const examples = voices.map(({ sound, interrupts, speaker, text, isNoisy }) => ({
  features: score(sound),
  isTrue: interrupts,
  speaker,
  text,
  isNoisy,
}));
say(`${examples.length} short voices`);

const speakers = [...new Set(examples.map(({ speaker }) => speaker))].sort();
const foldOf = (speaker: string): number => speakers.indexOf(speaker) % FOLDS;
const heldOut = Array.from({ length: FOLDS }, (_, fold) => {
  const weights = fitLogistic(examples.filter(({ speaker }) => foldOf(speaker) !== fold));
  return examples
    .filter(({ speaker }) => foldOf(speaker) === fold)
    .map((example) => ({ ...example, logOdds: logOddsOf(weights, example.features) }));
}).flat();
const share = (of: typeof heldOut, threshold: number): string =>
  (of.filter(({ logOdds, isTrue }) => logOdds >= threshold === isTrue).length / of.length).toFixed(3);
for (const threshold of THRESHOLDS) {
  const [listeners, others] = [false, true].map((wanted) => heldOut.filter(({ isTrue }) => isTrue === wanted));
  say(
    `log odds of ${threshold}: ${share(listeners!, threshold)} of the listeners, ${share(others!, threshold)} of the others`,
  );
}

const weights: LogisticWeights = fitLogistic(examples);
say(JSON.stringify(weights));
writeFileSync(
  new URL('../../packages/providers/src/builtin/recognition/interjection-weights.ts', import.meta.url),
  `/** Written by \`npm run train:interjections\`. */
export const interjectionWeights = {
  bias: ${weights.bias},
  weights: [${weights.weights.join(', ')}],
};
`,
);
