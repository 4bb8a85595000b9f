// npm run train:utterance-ends: makes the weights by which the built-in recognizer tells a whole utterance from one that pauses
// (packages/providers/src/builtin/recognition/utterance-end-weights.ts; with a model of any words, too:
// open-vocabulary/whole-weights.ts), and how much its words count beside that
// (packages/conversation/src/end-of-turn/expectation-weights.ts). Says first how well they do on speakers and agents that were left
// out. The same weights at every run with the same synthesizers.
import { writeFileSync } from 'node:fs';
import { spokenLanguage, turnEnd, wordFeatures } from '@parley/conversation/testing';
import { type ScoredEnd, utteranceEndScorer } from '@parley/providers/testing';
import { fitLogistic, type LogisticWeights, logOddsOf } from '../interjections/logistic.ts';
import { calibrated, figuresOf } from './calibration.ts';
import { recordedCalls } from './recorded-turns.ts';
import { type SpokenCall, type SpokenPiece, spokenCalls } from './spoken-turns.ts';

const CALLS = { learned: 90, heldOut: 24 };
const FOLDS = 4;
const ENDPOINTING_MS = 600;
/** Finer makes no difference. */
const STEPS_OF_ONE = 100;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Of the pauses so many may be talked into: callers who dictate letters and numbers more than these are talked into twice as often. */
const MOST_TALKED_INTO = 0.04;
/** Of those of people, which are broken off anywhere, also where a sentence might end. */
const MOST_OF_PEOPLE_TALKED_INTO = 0.07;

interface Heard extends ScoredEnd, Pick<SpokenPiece, 'isEnd' | 'question'> {
  call: number;
}

interface Example {
  features: number[];
  isTrue: boolean;
  call: number;
}

const { caller, written } = await utteranceEndScorer();
const language = spokenLanguage('en');

async function heardOf(calls: readonly SpokenCall[], { isExpected = true } = {}): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (const [call, { hints, pieces }] of calls.entries()) {
    const score = caller(isExpected ? hints : []);
    for (const { sound, isEnd, question } of pieces) heard.push({ ...(await score(sound)), isEnd, question, call });
    say(`call ${call + 1} of ${calls.length}`);
  }
  return heard;
}

function textOdds(text: string, question: string | null): number {
  if (text === '') return 0;
  const { probability } = turnEnd({ text, question, prosody: null, language }, ENDPOINTING_MS);
  return Math.log(probability / (1 - probability));
}

/** By the search for what is expected alone, of whose words it is not known how sure they are. */
function bySearch({ searched: { text, features }, question, isEnd, call }: Heard): Example {
  const [unsure] = wordFeatures({ odds: textOdds(text, question), confidence: null });
  return { features: [...features, unsure], isTrue: isEnd, call };
}

/** With the model of any words. */
function heardTwice({ heard: { text, features, confidence }, question, isEnd, call }: Heard): Example {
  const [, sure] = wordFeatures({ odds: textOdds(text, question), confidence });
  return { features: [...features, sure], isTrue: isEnd, call };
}

const judgedBy = (weights: LogisticWeights, examples: readonly Example[]) =>
  examples.map(({ features, isTrue }) => ({ isEnd: isTrue, logOdds: logOddsOf(weights, features) }));

/** Each of these, by what was learned from the other calls and from more examples. */
const leftOutInTurn = (examples: readonly Example[], more: readonly Example[] = []) =>
  Array.from({ length: FOLDS }, (_, fold) =>
    judgedBy(
      fitLogistic([...more, ...examples.filter(({ call }) => call % FOLDS !== fold)]),
      examples.filter(({ call }) => call % FOLDS === fold),
    ),
  ).flat();

const rounded = (value: number): number => Math.round(value * STEPS_OF_ONE) / STEPS_OF_ONE;
function scaled({ bias, weights }: LogisticWeights, { factor, added }: ReturnType<typeof calibrated>): LogisticWeights {
  return { bias: rounded(bias * factor + added), weights: weights.map((weight) => rounded(weight * factor)) };
}

/** The weight of the words comes last. */
const ofUtterance = ({ bias, weights }: LogisticWeights): LogisticWeights => ({ bias, weights: weights.slice(0, -1) });
const UNCHANGED = { factor: 1, added: 0 };

const [spoken, others] = [spokenCalls(CALLS.learned, 'learned'), spokenCalls(CALLS.heldOut, 'heldOut')];
const [learned, heldOut] = [await heardOf(spoken), await heardOf(others)];

const byLearned = leftOutInTurn(learned.map(bySearch));
const searching = calibrated(byLearned, MOST_TALKED_INTO);
say(`by the search alone, ${learned.length} pieces, left out in turn: ${figuresOf(byLearned, searching)}`);
const expected = scaled(fitLogistic(learned.map(bySearch)), searching);
say(`${heldOut.length} of other voices: ${figuresOf(judgedBy(expected, heldOut.map(bySearch)), UNCHANGED)}`);

const unexpected = await heardOf(spoken, { isExpected: false });
const synthesized = [...learned, ...unexpected].map(heardTwice);
const people = (await heardOf(await recordedCalls(written))).map(heardTwice);
const byOthers = leftOutInTurn(people, synthesized);
const calibration = calibrated(byOthers, MOST_OF_PEOPLE_TALKED_INTO);
say(`with the model of any words, ${people.length} pieces of people: ${figuresOf(byOthers, calibration)}`);
const weights = scaled(fitLogistic([...synthesized, ...people]), calibration);
say(`${heldOut.length} of other voices: ${figuresOf(judgedBy(weights, heldOut.map(heardTwice)), UNCHANGED)}`);
const surprised = (await heardOf(others, { isExpected: false })).map(heardTwice);
say(`the same, of which nothing was expected: ${figuresOf(judgedBy(weights, surprised), UNCHANGED)}`);
say(JSON.stringify({ expected, weights }));

const packages = new URL('../../packages/', import.meta.url);
const header = '/** Written by `npm run train:utterance-ends`. */\n';
function write(file: string, name: string, { bias, weights: all }: LogisticWeights): void {
  const text = `${header}export const ${name} = {\n  bias: ${bias},\n  weights: [${all.join(', ')}],\n};\n`;
  writeFileSync(new URL(file, packages), text);
}
write('providers/src/builtin/recognition/utterance-end-weights.ts', 'endWeights', ofUtterance(expected));
write('providers/src/builtin/open-vocabulary/whole-weights.ts', 'wholeWeights', ofUtterance(weights));
const [unsure, sure] = [expected, weights].map((all) => all.weights.at(-1));
writeFileSync(
  new URL('conversation/src/end-of-turn/expectation-weights.ts', packages),
  `${header}export const expectationWeights = { unsure: ${unsure}, sure: ${sure} };\n`,
);
