/** What RFC 2782 orders by. */
interface Weighted {
  readonly priority: number; // the least first
  readonly weight: number;
}

/**
 * The order of RFC 2782: by priority, and among those of the same priority by chance, the more likely first the greater the
 * weight. `random` is in [0, 1).
 */
export function weightedOrder<T extends Weighted>(records: readonly T[], random: () => number): T[] {
  const priorities = [...new Set(records.map(({ priority }) => priority))].sort((a, b) => a - b);
  return priorities.flatMap((priority) =>
    shuffled(
      records.filter((record) => record.priority === priority),
      random,
    ),
  );
}

function shuffled<T extends Weighted>(records: readonly T[], random: () => number): T[] {
  // Those of weight 0 go first in the running sum: they are drawn when the number is 0, and last of all else.
  const left = [...records].sort((a, b) => Math.sign(a.weight) - Math.sign(b.weight));
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(draw(left, random), 1));
  return order;
}

/** The first whose running sum of weights reaches a number between 0 and the sum of all, both included. */
function draw(records: readonly Weighted[], random: () => number): number {
  const total = records.reduce((sum, { weight }) => sum + weight, 0);
  const drawn = Math.floor(random() * (total + 1));
  let sum = 0;
  return records.findIndex(({ weight }) => {
    sum += weight;
    return sum >= drawn;
  });
}
