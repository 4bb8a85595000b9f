const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9' ]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean);

/** Substituted, left out and invented words, as a part of the words that were said. */
export function wordErrorRate(said: string, heard: string): number {
  const reference = words(said);
  const hypothesis = words(heard);
  let row = hypothesis.map((_, index) => index + 1);
  row.unshift(0);
  reference.forEach((word, line) => {
    const next = [line + 1];
    hypothesis.forEach((other, column) => {
      const substitution = row[column]! + (word === other ? 0 : 1);
      next.push(Math.min(substitution, row[column + 1]! + 1, next[column]! + 1));
    });
    row = next;
  });
  return row[hypothesis.length]! / reference.length;
}
