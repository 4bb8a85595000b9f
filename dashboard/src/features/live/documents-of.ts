import type { TurnSource } from '@parley/contract';

export interface SourceDocument {
  document_id: string;
  name: string;
  /** Its passages in words. */
  places: string;
}

/** Each document once, in the order of its best passage, with the passages that were used of it. */
export function documentsOf(sources: readonly TurnSource[]): SourceDocument[] {
  const byId = Map.groupBy(sources, ({ document_id: id }) => id);
  return [...byId].map(([document_id, passages]) => ({
    document_id,
    name: passages[0]!.name,
    places: [...new Set(passages.map(({ heading, passage }) => heading ?? `Passage ${passage}`))].join('; '),
  }));
}
