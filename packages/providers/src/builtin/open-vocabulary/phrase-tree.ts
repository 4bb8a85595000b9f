/** Phrases of several kinds, by the tokens that they begin with. */
export interface PhraseTree<Kind extends string> {
  readonly children: ReadonlyMap<number, PhraseTree<Kind>>;
  /** Those that are over here. */
  readonly phrases: ReadonlyMap<Kind, string>;
  /** Of the phrases that are over here, or further on. */
  readonly kinds: ReadonlySet<Kind>;
}

interface GrowingTree<Kind extends string> extends PhraseTree<Kind> {
  readonly children: Map<number, GrowingTree<Kind>>;
  readonly phrases: Map<Kind, string>;
  readonly kinds: Set<Kind>;
}

const emptyTree = <Kind extends string>(): GrowingTree<Kind> => ({
  children: new Map(),
  phrases: new Map(),
  kinds: new Set(),
});

export function phraseTree<Kind extends string>(
  phrases: Readonly<Record<Kind, readonly string[]>>,
  encode: (phrase: string) => readonly number[],
): PhraseTree<Kind> {
  const root = emptyTree<Kind>();
  for (const [kind, all] of Object.entries(phrases) as [Kind, readonly string[]][])
    for (const phrase of all) {
      let node = root;
      node.kinds.add(kind);
      for (const token of encode(phrase)) {
        const child = node.children.get(token) ?? emptyTree<Kind>();
        node.children.set(token, child);
        child.kinds.add(kind);
        node = child;
      }
      node.phrases.set(kind, phrase);
    }
  return root;
}
