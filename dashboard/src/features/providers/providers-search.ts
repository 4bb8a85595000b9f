import { z } from 'zod';

export const ProvidersSearch = z.object({
  /** The provider that is open, or `new`. */
  provider: z.string().optional().catch(undefined),
});
export type ProvidersSearch = z.infer<typeof ProvidersSearch>;
