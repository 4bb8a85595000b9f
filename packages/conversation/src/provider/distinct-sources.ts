import type { AnswerSource } from './language-model.ts';

/** Each passage once, in the order in which they were found. */
export function distinctSources(sources: readonly AnswerSource[]): AnswerSource[] {
  const seen = new Set<string>();
  return sources.filter(({ documentId, passage }) => seen.size !== seen.add(`${documentId} ${passage}`).size);
}
