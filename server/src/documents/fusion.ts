import type { DocumentPassage } from '@parley/contract';

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), with their constant. */
const RRF_K = 60;

/** Models differ in what they call near: the cosine of texts about other things, and of a question with its answer. */
const ranges: readonly [RegExp, { unrelated: number; answering: number }][] = [
  [/text-embedding-3/, { unrelated: 0.2, answering: 0.6 }],
  [/gemini-embedding/, { unrelated: 0.55, answering: 0.8 }],
];
const USUAL = { unrelated: 0.5, answering: 0.85 };

/** A cosine as a share of 0 to 1, which can be compared with how many of the words are there. */
export function likenessOf(cosine: number, model: string): number {
  const { unrelated, answering } = ranges.find(([name]) => name.test(model))?.[1] ?? USUAL;
  return Math.min(1, Math.max(0, (cosine - unrelated) / (answering - unrelated)));
}

/** Both lists as one: what ranks high in both comes first. Each list is best first. */
export function fused(byWords: readonly DocumentPassage[], byMeaning: readonly DocumentPassage[]): DocumentPassage[] {
  const found = new Map<string, { passage: DocumentPassage; rank: number }>();
  for (const list of [byWords, byMeaning.filter(({ score }) => score > 0)]) {
    for (const [index, passage] of list.entries()) {
      const key = `${passage.document_id} ${passage.passage}`;
      const known = found.get(key);
      const rank = (known?.rank ?? 0) + 1 / (RRF_K + index + 1);
      const score = Math.round(Math.max(known?.passage.score ?? 0, passage.score) * 1000) / 1000;
      found.set(key, { passage: { ...passage, score }, rank });
    }
  }
  return [...found.values()].sort((one, other) => other.rank - one.rank).map(({ passage }) => passage);
}
