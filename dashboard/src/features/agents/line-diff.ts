export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  /** Its number in the text that has it, counted from 1. */
  line: number;
}

/** Beyond it the table of common lines would hold the page up: the middle is shown as replaced. */
const MOST_CELLS = 2_000_000;

/** What became of each line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before.split('\n');
  const now = after.split('\n');
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const same = (from: number, to: number): DiffLine[] =>
    now.slice(from, to).map((text, index) => ({ kind: 'same', text, line: from + index + 1 }));
  return [
    ...same(0, head),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail), head),
    ...same(now.length - tail, now.length),
  ];
}

function middle(old: string[], now: string[], offset: number): DiffLine[] {
  const removed = (index: number): DiffLine => ({ kind: 'removed', text: old[index]!, line: offset + index + 1 });
  const added = (index: number): DiffLine => ({ kind: 'added', text: now[index]!, line: offset + index + 1 });
  if (old.length * now.length > MOST_CELLS) {
    return [...old.map((_, index) => removed(index)), ...now.map((_, index) => added(index))];
  }
  const common = commonLengths(old, now);
  const width = now.length + 1;
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: now[j]!, line: offset + j + 1 });
      i += 1;
      j += 1;
    } else if (j >= now.length || (i < old.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      lines.push(removed(i));
      i += 1;
    } else {
      lines.push(added(j));
      j += 1;
    }
  }
  return lines;
}

/** How many lines the rests of both texts have in common, for each pair of rests. */
function commonLengths(old: string[], now: string[]): Uint32Array {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  return lengths;
}
