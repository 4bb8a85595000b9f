import type { Knowledge } from '../documents/knowledge.ts';
import type { FoundPassage, KnowledgeQuestion } from '../media/media.ts';

/** What the documents of an agent say, as its conversation gets it. */
export async function foundPassages(
  knowledge: Pick<Knowledge, 'search'>,
  owner: { accountId: string; documentIds: readonly string[] },
  { query, limit, withinMs }: KnowledgeQuestion,
): Promise<FoundPassage[]> {
  const { passages } = await knowledge.search({ ...owner, query, limit, embeddedWithinMs: withinMs });
  return passages.map(({ document_id: documentId, ...passage }) => ({ documentId, ...passage }));
}
