import { z } from 'zod';

export const Permission = z.enum(['calls:read', 'calls:write', 'agents:read', 'agents:write', 'webhooks:write']);
export type Permission = z.infer<typeof Permission>;
