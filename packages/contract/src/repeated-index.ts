/** The first entry that stands there already; -1 where none does. */
export function repeatedIndex(entries: readonly string[]): number {
  return entries.findIndex((entry, index) => entries.indexOf(entry) < index);
}
