// npm run train:interjections: makes the weights by which the built-in recognizer tells who interrupts from who listens: by its search
// alone (packages/providers/src/builtin/recognition/interjection-weights.ts), and with the model of any words
// (packages/providers/src/builtin/open-vocabulary/choice-weights.ts). Says first how well others do on speakers that they have not
// heard. The same weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import { interjectionScorer, type ScoredInterjection } from '@parley/providers/testing';
import { fitLogistic, type LogisticWeights, logOddsOf } from './logistic.ts';
import { shortNoises, shortVoices } from './short-voices.ts';

const VOICES = { learned: 600, heldOut: 200 };
const NOISES = 120;
const FOLDS = 5;
const THRESHOLDS = [-0.5, 0, 0.5, 1];
const PROVIDERS = new URL('../../packages/providers/src/builtin/', import.meta.url);
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Example {
  scored: ScoredInterjection;
  isTrue: boolean;
  /** Of a noise its number. */
  speaker: string;
  isNoise: boolean;
}

/** Both judges, the second of which goes by what the first one says, too. */
interface Judges {
  search: LogisticWeights;
  choice: LogisticWeights;
}
type Judge = keyof Judges;

const score = await interjectionScorer();
async function examplesOf(part: keyof typeof VOICES): Promise<Example[]> {
  const examples: Example[] = [];
  for (const { sound, before, interrupts, speaker } of shortVoices(VOICES[part], part))
    examples.push({ scored: await score(sound, before), isTrue: interrupts, speaker, isNoise: false });
  return examples;
}

async function noiseExamples(): Promise<Example[]> {
  const examples: Example[] = [];
  for (const [index, sound] of shortNoises(NOISES).entries())
    examples.push({ scored: await score(sound, null), isTrue: false, speaker: `noise ${index}`, isNoise: true });
  return examples;
}

const searchedOf = ({ scored, isTrue }: Example) => ({ features: scored.searched, isTrue });
const chosenBy = (search: LogisticWeights, { scored }: Example): number[] =>
  scored.chosen(logOddsOf(search, scored.searched));

function fit(examples: readonly Example[]): Judges {
  const search = fitLogistic(examples.filter(({ isNoise }) => !isNoise).map(searchedOf));
  const chosen = examples.map((example) => ({ features: chosenBy(search, example), isTrue: example.isTrue }));
  return { search, choice: fitLogistic(chosen) };
}

const LOG_ODDS: Record<Judge, (judges: Judges, example: Example) => number> = {
  search: ({ search }, { scored }) => logOddsOf(search, scored.searched),
  choice: ({ search, choice }, example) => logOddsOf(choice, chosenBy(search, example)),
};

interface Judged {
  example: Example;
  judges: Judges;
}

function tell(judged: readonly Judged[]): void {
  for (const judge of Object.keys(LOG_ODDS) as Judge[])
    for (const threshold of THRESHOLDS) {
      const shareOf = (isMember: (example: Example) => boolean, interrupts: boolean): string => {
        const members = judged.filter(({ example }) => isMember(example));
        const isRight = ({ judges, example }: Judged) => LOG_ODDS[judge](judges, example) >= threshold === interrupts;
        return (members.filter(isRight).length / members.length).toFixed(3);
      };
      const listeners = shareOf(({ isTrue, isNoise }) => !isTrue && !isNoise, false);
      const [others, noises] = [shareOf(({ isTrue }) => isTrue, true), shareOf(({ isNoise }) => isNoise, false)];
      say(
        `${judge}, log odds of ${threshold}: ${listeners} of the listeners, ${others} of the others, ${noises} of the noises`,
      );
    }
}

const examples = [...(await examplesOf('learned')), ...(await noiseExamples())];
say(`${examples.length} short voices and noises, speakers left out in turn`);
const speakers = [...new Set(examples.map(({ speaker }) => speaker))].sort();
const foldOf = ({ speaker }: Example): number => speakers.indexOf(speaker) % FOLDS;
tell(
  Array.from({ length: FOLDS }, (_, fold) => {
    const judges = fit(examples.filter((example) => foldOf(example) !== fold));
    return examples.filter((example) => foldOf(example) === fold).map((example) => ({ example, judges }));
  }).flat(),
);

const judges = fit(examples);
say(JSON.stringify(judges));
const heldOut = await examplesOf('heldOut');
say(`${heldOut.length} of other voices`);
tell(heldOut.map((example) => ({ example, judges })));

function write(file: string, name: string, { bias, weights }: LogisticWeights): void {
  writeFileSync(
    new URL(file, PROVIDERS),
    `/** Written by \`npm run train:interjections\`. */
export const ${name} = {
  bias: ${bias},
  weights: [${weights.join(', ')}],
};
`,
  );
}
write('recognition/interjection-weights.ts', 'interjectionWeights', judges.search);
write('open-vocabulary/choice-weights.ts', 'choiceWeights', judges.choice);
