import { SingleSignOnProblem } from '@parley/contract';
import { z } from 'zod';

/** The page to go on to after signing in: a path of this dashboard, never another site. */
export const LoginSearch = z.object({
  next: z
    .string()
    .regex(/^\/(?![/\\])/)
    .optional()
    .catch(undefined),
  /** What ended single sign-on. */
  problem: SingleSignOnProblem.optional().catch(undefined),
});
