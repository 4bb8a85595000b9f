import type { Weights } from '../model.ts';
import type { Sample } from './samples.ts';

export interface FitSettings {
  readonly epochs: number;
  readonly rate: number;
  /** Of a weight's square: for words and orders of words, each of which is of few sentences. */
  readonly wordDecay: number;
  /** The same of what is neither: numbers, punctuation, kinds of answers. They mean one thing. */
  readonly plainDecay: number;
  /** A feature that fewer turns show is left out. */
  readonly leastTurns: number;
  /** What the log odds are multiplied with. */
  readonly sharpness: number;
}

interface Row {
  readonly columns: Int32Array;
  readonly forEnd: number;
  readonly against: number;
}

/** Logistic regression with squared decay, by AdaGrad over samples in an order that a seed decides: log odds by name. */
export function fit(samples: readonly Sample[], settings: FitSettings): Weights {
  const { names, rows } = tabulate(samples, settings);
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-6);
  const decays = Float64Array.from(names, (name) => decayOf(name, settings) / rows.length);
  const order = Uint32Array.from(rows, (_, at) => at);
  const random = seeded(20_260_501);
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    shuffle(order, random);
    for (const at of order) step(rows[at]!, weights, squares, decays, settings.rate);
  }
  return new Map(names.map((name, at) => [name, weights[at]! * settings.sharpness]));
}

function step(row: Row, weights: Float64Array, squares: Float64Array, decays: Float64Array, rate: number): void {
  let sum = 0;
  for (const column of row.columns) sum += weights[column]!;
  const probability = 1 / (1 + Math.exp(-sum));
  const slope = (row.forEnd + row.against) * probability - row.forEnd;
  for (const column of row.columns) {
    const gradient = slope + decays[column]! * weights[column]! * SPARSITY;
    squares[column]! += gradient * gradient;
    weights[column]! -= (rate * gradient) / Math.sqrt(squares[column]!);
  }
}

const WORDED = /^(?:=|tags|frame|ends|inner|wants|verb|in:)/u;

const decayOf = (name: string, { wordDecay, plainDecay }: FitSettings): number =>
  WORDED.test(name) ? wordDecay : plainDecay;

/** Decay acts where a feature occurs only, and features occur in so small a part of the samples. */
const SPARSITY = 100;

function tabulate(samples: readonly Sample[], { leastTurns }: FitSettings): { names: string[]; rows: Row[] } {
  const turns = new Map<string, Set<unknown>>();
  const namesOf = ({ features }: Sample): string[] => ['bias', ...features];
  for (const sample of samples)
    for (const name of namesOf(sample)) {
      const known = turns.get(name) ?? new Set();
      turns.set(name, known.add(sample.example.turn));
    }
  const names = [...turns].filter(([, seen]) => seen.size >= leastTurns).map(([name]) => name);
  const columns = new Map(names.map((name, at) => [name, at]));
  return {
    names,
    rows: samples.map((sample) => ({
      columns: Int32Array.from(namesOf(sample).flatMap((name) => columns.get(name) ?? [])),
      forEnd: sample.forEnd,
      against: sample.against,
    })),
  };
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
}
