import { z } from 'zod';

export const TrunksSearch = z.object({
  /** The trunk that is open, or `new`. */
  trunk: z.string().optional(),
  /** Whether it begins with a call. */
  call: z.boolean().optional(),
});
export type TrunksSearch = z.infer<typeof TrunksSearch>;
