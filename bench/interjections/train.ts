// npm run train:interjections: makes the weights by which the built-in recognizer tells who interrupts from who listens
// (packages/providers/src/builtin/recognition/interjection-weights.ts). Says first how well others do on speakers that they have
// not heard. The same weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import { interjectionScorer } from '@parley/providers/testing';
import { fitLogistic, type LogisticWeights, logOddsOf } from './logistic.ts';
import { shortVoices } from './short-voices.ts';

const VOICES = { learned: 600, heldOut: 200 };
const FOLDS = 5;
const THRESHOLDS = [-0.25, 0, 0.25, 0.5];
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Example {
  features: number[];
  isTrue: boolean;
  speaker: string;
}

const score = await interjectionScorer();
const examplesOf = (part: keyof typeof VOICES): Example[] =>
  shortVoices(VOICES[part], part).map(({ sound, before, interrupts, speaker }) => ({
    features: score(sound, before),
    isTrue: interrupts,
    speaker,
  }));

function tell(judged: readonly { logOdds: number; isTrue: boolean }[]): void {
  for (const threshold of THRESHOLDS) {
    const [listeners, others] = [false, true].map((wanted) => {
      const of = judged.filter(({ isTrue }) => isTrue === wanted);
      return (of.filter(({ logOdds }) => logOdds >= threshold === wanted).length / of.length).toFixed(3);
    });
    say(`log odds of ${threshold}: ${listeners} of the listeners, ${others} of the others`);
  }
}

const examples = examplesOf('learned');
say(`${examples.length} short voices, speakers left out in turn`);
const speakers = [...new Set(examples.map(({ speaker }) => speaker))].sort();
const foldOf = (speaker: string): number => speakers.indexOf(speaker) % FOLDS;
tell(
  Array.from({ length: FOLDS }, (_, fold) => {
    const left = fitLogistic(examples.filter(({ speaker }) => foldOf(speaker) !== fold));
    return examples
      .filter(({ speaker }) => foldOf(speaker) === fold)
      .map(({ features, isTrue }) => ({ isTrue, logOdds: logOddsOf(left, features) }));
  }).flat(),
);

const weights: LogisticWeights = fitLogistic(examples);
say(JSON.stringify(weights));
const heldOut = examplesOf('heldOut');
say(`${heldOut.length} of other voices`);
tell(heldOut.map(({ features, isTrue }) => ({ isTrue, logOdds: logOddsOf(weights, features) })));
writeFileSync(
  new URL('../../packages/providers/src/builtin/recognition/interjection-weights.ts', import.meta.url),
  `/** Written by \`npm run train:interjections\`. */
export const interjectionWeights = {
  bias: ${weights.bias},
  weights: [${weights.weights.join(', ')}],
};
`,
);
