import { z } from 'zod';

/** `of`: what the provider or the model begins with. */
export const PricesSearch = z.object({ of: z.string().optional().catch(undefined) });
export type PricesSearch = z.infer<typeof PricesSearch>;
