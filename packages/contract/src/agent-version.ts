import { z } from 'zod';
import { AgentField, AgentSettings } from './agent.ts';
import { ChangedBy } from './changed-by.ts';
import { UnixSeconds } from './text.ts';

export const AgentVersionSummary = z
  .object({
    version: z.int().min(1).meta({ description: 'Counts up from 1' }),
    created_at: UnixSeconds,
    changed_by: ChangedBy.nullable().meta({ description: 'Null where it is not known any more' }),
    changed: z
      .array(AgentField)
      .meta({ description: 'The fields that are not as in the version before; none for the first' }),
    restored_from: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'The version that was restored by this one; null for any other change' }),
  })
  .meta({ id: 'AgentVersionSummary', description: 'A version of an agent, without its settings' });
export type AgentVersionSummary = z.infer<typeof AgentVersionSummary>;

export const AgentVersion = AgentVersionSummary.extend({ settings: AgentSettings }).meta({
  id: 'AgentVersion',
  description: 'An agent as it was',
});
export type AgentVersion = z.infer<typeof AgentVersion>;

export const AgentVersionList = z
  .object({
    data: z.array(AgentVersionSummary).meta({ description: 'Every version, the newest first' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'AgentVersionList' });
export type AgentVersionList = z.infer<typeof AgentVersionList>;
