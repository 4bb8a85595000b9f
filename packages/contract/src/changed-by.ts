import { z } from 'zod';

export const ChangedBy = z
  .object({
    type: z.enum(['key', 'user', 'operator', 'system']).meta({
      description: 'operator: the command line on the host of the service; system: Parley itself',
    }),
    id: z.string().nullable().meta({ description: 'The key or the user; null for the operator and for Parley itself' }),
    name: z.string().nullable().meta({ description: 'What people know it by; null where it has no name' }),
  })
  .meta({ id: 'ChangedBy', description: 'Who changed something' });
export type ChangedBy = z.infer<typeof ChangedBy>;
