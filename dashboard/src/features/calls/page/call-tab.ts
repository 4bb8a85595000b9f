import { z } from 'zod';

export const CallTab = z.enum(['transcript', 'timing', 'cost', 'line', 'events', 'json']);
export type CallTab = z.infer<typeof CallTab>;
