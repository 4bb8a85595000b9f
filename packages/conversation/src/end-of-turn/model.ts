/** Log odds that a feature adds to the end of a turn, by its name. */
export type Weights = ReadonlyMap<string, number>;

/** Weights as they are stored: names and hundredths, apart by tabs. */
export function readWeights(lines: readonly string[]): Weights {
  const weights = new Map<string, number>();
  for (const line of lines)
    for (const entry of line.split('\t')) {
      const at = entry.lastIndexOf(' ');
      weights.set(entry.slice(0, at), Number(entry.slice(at + 1)) / 100);
    }
  return weights;
}

/** The log odds of the features of a text. */
export function logOddsOf(features: readonly string[], weights: Weights): number {
  let sum = weights.get('bias') ?? 0;
  for (const name of features) sum += weights.get(name) ?? 0;
  return sum;
}
