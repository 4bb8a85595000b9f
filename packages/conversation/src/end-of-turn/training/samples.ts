import { type PackTag, packs } from '../../languages/packs.ts';
import { Writing } from '../../languages/writing.ts';
import { featureReader } from '../features.ts';
import { turnWords } from '../words.ts';
import type { CorpusTurn } from './corpus.ts';
import { type Example, examplesOf } from './examples.ts';
import { learnableTurns } from './turns.ts';

/** An example with its features, and how much it counts for an end and against one. */
export interface Sample {
  readonly example: Example;
  readonly features: readonly string[];
  readonly forEnd: number;
  readonly against: number;
}

/** By kind: how much a text counts. Most places between words are no place to pause at. */
const COUNTS: Record<Example['kind'], { forEnd: number; against: number }> = {
  end: { forEnd: 1, against: 0 },
  open: { forEnd: 0, against: 1 },
  maybe: { forEnd: 0.9, against: 0.6 },
  within: { forEnd: 0, against: 0.15 },
};

/** What was made up counts less than what was written. */
const SHARES: Record<CorpusTurn['origin'], number> = { written: 1, generated: 0.4, derived: 0.8 };

function counted({ kind, turn }: Example): { forEnd: number; against: number } {
  const { forEnd, against } = COUNTS[kind];
  const share = SHARES[turn.origin];
  return { forEnd: forEnd * share, against: against * share };
}

/** The samples of a language, ends and openings counting the same in sum; of all its turns where none are chosen. */
export function samplesOf(tag: PackTag, isChosen: (turn: CorpusTurn) => boolean = () => true): Sample[] {
  const pack = packs[tag];
  const writing = new Writing(pack);
  const words = turnWords[tag];
  const read = featureReader(pack, words, writing);
  const samples = learnableTurns(tag)
    .filter(isChosen)
    .flatMap((turn) => examplesOf(turn, words, writing))
    .map((example) => ({
      example,
      features: [...new Set(read(example.text, example.question))],
      ...counted(example),
    }));
  return balanced(samples);
}

function balanced(samples: Sample[]): Sample[] {
  const isEnd = ({ example }: Sample): boolean => example.kind === 'end';
  const ends = samples.filter(isEnd).reduce((sum, { forEnd }) => sum + forEnd, 0);
  const others = samples.reduce((sum, { example, against }) => sum + (example.kind === 'maybe' ? 0 : against), 0);
  return samples.map((sample) => (isEnd(sample) ? { ...sample, forEnd: (sample.forEnd * others) / ends } : sample));
}
