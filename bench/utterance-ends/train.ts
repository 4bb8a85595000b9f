// npm run train:utterance-ends: makes the weights by which the built-in recognizer tells a whole utterance from one that pauses
// (packages/providers/src/builtin/recognition/utterance-end-weights.ts), and how much its words count beside that
// (packages/conversation/src/end-of-turn/expectation-weights.ts). Says first how well they do on speakers and agents that were left
// out. The same weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import { boundedTextOdds, spokenLanguage, turnEnd } from '@parley/conversation/testing';
import { utteranceEndScorer } from '@parley/providers/testing';
import { fitLogistic, type LogisticWeights, logOddsOf } from '../interjections/logistic.ts';
import { calibrated, figuresOf } from './calibration.ts';
import { spokenCalls } from './spoken-turns.ts';

const CALLS = { learned: 90, heldOut: 24 };
const FOLDS = 4;
const ENDPOINTING_MS = 600;
/** Finer makes no difference. */
const STEPS_OF_ONE = 100;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Example {
  features: number[];
  isTrue: boolean;
  call: number;
}

const scorer = await utteranceEndScorer();
const language = spokenLanguage('en');

function examplesOf(part: keyof typeof CALLS): Example[] {
  return spokenCalls(CALLS[part], part).flatMap(({ hints, pieces }, call) => {
    const score = scorer(hints);
    return pieces.map(({ sound, isEnd, question }) => {
      const { text, features } = score(sound);
      return { features: [...features, textOdds(text, question)], isTrue: isEnd, call };
    });
  });
}

function textOdds(text: string, question: string | null): number {
  if (text === '') return 0;
  const { probability } = turnEnd({ text, question, prosody: null, language }, ENDPOINTING_MS);
  return boundedTextOdds(Math.log(probability / (1 - probability)));
}

const learned = examplesOf('learned');
const leftOut = Array.from({ length: FOLDS }, (_, fold) => {
  const weights = fitLogistic(learned.filter(({ call }) => call % FOLDS !== fold));
  return learned
    .filter(({ call }) => call % FOLDS === fold)
    .map(({ features, isTrue }) => ({ isEnd: isTrue, logOdds: logOddsOf(weights, features) }));
}).flat();
const { factor, added } = calibrated(leftOut);
say(`${learned.length} pieces, left out in turn: ${figuresOf(leftOut, { factor, added })}`);

const fitted = fitLogistic(learned);
const rounded = (value: number): number => Math.round(value * STEPS_OF_ONE) / STEPS_OF_ONE;
const weights: LogisticWeights = {
  bias: rounded(fitted.bias * factor + added),
  weights: fitted.weights.map((weight) => rounded(weight * factor)),
};
const heldOut = examplesOf('heldOut').map(({ features, isTrue }) => ({
  isEnd: isTrue,
  logOdds: logOddsOf(weights, features),
}));
say(`${heldOut.length} pieces of other voices: ${figuresOf(heldOut, { factor: 1, added: 0 })}`);
say(JSON.stringify(weights));

const packages = new URL('../../packages/', import.meta.url);
const header = '/** Written by `npm run train:utterance-ends`. */\n';
writeFileSync(
  new URL('providers/src/builtin/recognition/utterance-end-weights.ts', packages),
  `${header}export const endWeights = {
  bias: ${weights.bias},
  weights: [${weights.weights.slice(0, -1).join(', ')}],
};
`,
);
writeFileSync(
  new URL('conversation/src/end-of-turn/expectation-weights.ts', packages),
  `${header}export const expectationWeights = { words: ${weights.weights.at(-1)} };\n`,
);
