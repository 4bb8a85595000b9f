import type { Agent } from '@parley/contract';

/** The agents that know a document. */
export function agentsThatKnow<Known extends Pick<Agent, 'knowledge'>>(
  documentId: string,
  agents: readonly Known[],
): Known[] {
  return agents.filter(({ knowledge }) => knowledge.document_ids.includes(documentId));
}
