/** The first entry that repeats an earlier one; -1 where none does. */
export function repeatedIndex(entries: readonly string[]): number {
  return entries.findIndex((entry, index) => entries.indexOf(entry) < index);
}
