/** Texts that are listened to at a time: a few for each call of a media thread. */
const TEXTS_KEPT = 512;

/**
 * A judgement of texts that remembers what it has judged. What the caller is heard to say is judged in every tick, and
 * changes a few times a second; the oldest is forgotten first.
 */
export function cachedVerdict<T extends NonNullable<unknown>>(judge: (text: string) => T): (text: string) => T {
  const verdicts = new Map<string, T>();
  return (text) => {
    const known = verdicts.get(text);
    if (known !== undefined) return known;
    const verdict = judge(text);
    if (verdicts.size >= TEXTS_KEPT) verdicts.delete(verdicts.keys().next().value!);
    verdicts.set(text, verdict);
    return verdict;
  };
}
