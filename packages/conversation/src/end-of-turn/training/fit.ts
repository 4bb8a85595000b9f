import type { PackTag } from '../../languages/packs.ts';
import type { Sample } from './samples.ts';

/** Log odds by name, of all languages and of each. */
export interface Fitted {
  readonly shared: ReadonlyMap<string, number>;
  readonly own: ReadonlyMap<PackTag, ReadonlyMap<string, number>>;
}

export interface FitSettings {
  readonly epochs: number;
  readonly rate: number;
  /** Of a weight's square: for features of all languages, and for those of one, which have seen less. Null: none are shared. */
  readonly sharedDecay: number | null;
  readonly ownDecay: number;
  /** The same of what is neither a word nor an order of words: numbers, punctuation, kinds of answers. They mean one thing. */
  readonly plainDecay: number;
  /** A feature that fewer turns show is left out. */
  readonly leastTurns: number;
  /** What the log odds are multiplied with, and what is added: how much worse it is to talk into a pause than to wait. */
  readonly sharpness: number;
  readonly caution: number;
}

interface Row {
  readonly columns: Int32Array;
  readonly forEnd: number;
  readonly against: number;
}

/** Logistic regression with squared decay, by AdaGrad over samples in an order that a seed decides. */
export function fit(samples: readonly Sample[], settings: FitSettings): Fitted {
  const { names, rows } = tabulate(samples, settings);
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-6);
  const decays = Float64Array.from(names, (column) => decayOf(column, settings) / rows.length);
  const order = Uint32Array.from(rows, (_, at) => at);
  const random = seeded(20_260_501);
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    shuffle(order, random);
    for (const at of order) step(rows[at]!, weights, squares, decays, settings.rate);
  }
  return collect(
    names,
    weights.map((weight, at) => weight * settings.sharpness + (names[at]!.name === 'bias' ? settings.caution : 0)),
  );
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

/** Words, and orders of words: each is of few sentences. */
const WORDED = /^(?:=|tags|frame|ends|inner|wants|verb|in:)/u;

function decayOf({ name, tag }: Column, { sharedDecay, ownDecay, plainDecay }: FitSettings): number {
  if (tag === null) return sharedDecay ?? 0;
  return WORDED.test(name) ? ownDecay : plainDecay;
}

/** Decay acts where a feature occurs only, and features occur in so small a part of the samples. */
const SPARSITY = 100;

interface Column {
  readonly name: string;
  /** Null: of all languages. */
  readonly tag: PackTag | null;
}

function tabulate(
  samples: readonly Sample[],
  { leastTurns, sharedDecay }: FitSettings,
): { names: Column[]; rows: Row[] } {
  const turns = new Map<string, Set<unknown>>();
  const keysOf = ({ example, features }: Sample): string[] => {
    const { tag } = example.turn;
    const own = features.map((name) => `${tag}\t${name}`);
    if (sharedDecay === null) return [`${tag}\tbias`, ...own];
    const shared = features.filter((name) => !name.startsWith('='));
    return ['\tbias', ...shared.map((name) => `\t${name}`), ...own];
  };
  for (const sample of samples)
    for (const key of keysOf(sample)) {
      const known = turns.get(key) ?? new Set();
      turns.set(key, known.add(sample.example.turn));
    }
  const kept = [...turns].filter(([, seen]) => seen.size >= leastTurns).map(([key]) => key);
  const columns = new Map(kept.map((key, at) => [key, at]));
  return {
    names: kept.map((key) => {
      const [tag, name] = key.split('\t') as [PackTag | '', string];
      return { tag: tag === '' ? null : tag, name };
    }),
    rows: samples.map((sample) => ({
      columns: Int32Array.from(keysOf(sample).flatMap((key) => columns.get(key) ?? [])),
      forEnd: sample.forEnd,
      against: sample.against,
    })),
  };
}

function collect(columns: readonly Column[], weights: Float64Array): Fitted {
  const shared = new Map<string, number>();
  const own = new Map<PackTag, Map<string, number>>();
  for (const [at, { name, tag }] of columns.entries()) {
    if (tag === null) shared.set(name, weights[at]!);
    else own.set(tag, (own.get(tag) ?? new Map<string, number>()).set(name, weights[at]!));
  }
  return { shared, own };
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
