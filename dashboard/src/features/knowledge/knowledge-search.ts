import { z } from 'zod';

export const KnowledgeSearch = z.object({
  /** Which document's dialog is open. */
  document: z.string().optional().catch(undefined),
});
export type KnowledgeSearch = z.infer<typeof KnowledgeSearch>;
