import { z } from 'zod';
import { AgentField } from './agent.ts';
import { BatchId, PhoneNumber, UnixSeconds } from './text.ts';

/** Settings as they are typed: nothing may be wrong with them yet but that they are no settings. */
export const DraftSettings = z
  .partialRecord(AgentField, z.unknown())
  .meta({ description: 'Settings as they were typed, which need not be valid' });
export type DraftSettings = z.infer<typeof DraftSettings>;

/** What one person has changed of an agent and not published. */
export const AgentDraft = z.object({
  base_version: z.int().min(1).meta({ description: 'The version that it was begun from' }),
  revision: z.int().min(1).meta({ description: 'Goes up by one each time it is saved' }),
  settings: DraftSettings,
  updated_at: UnixSeconds,
});
export type AgentDraft = z.infer<typeof AgentDraft>;

export const StoredAgentDraft = z.object({
  draft: AgentDraft.nullable().meta({ description: 'Null: nothing is unpublished' }),
});
export type StoredAgentDraft = z.infer<typeof StoredAgentDraft>;

/** What is discarded is what was seen: a newer draft stays. */
export const DiscardAgentDraft = z.strictObject({ revision: z.int().min(1) });
export type DiscardAgentDraft = z.infer<typeof DiscardAgentDraft>;

export const SaveAgentDraft = z.strictObject({
  base_version: z.int().min(1),
  revision: z
    .int()
    .min(0)
    .meta({ description: 'The revision that was changed, 0 for none yet: a newer one is never overwritten' }),
  settings: DraftSettings,
});
export type SaveAgentDraft = z.infer<typeof SaveAgentDraft>;

export const PublishAgentDraft = z.strictObject({
  base_version: z
    .int()
    .min(1)
    .meta({ description: 'The version that the difference was shown to: a newer one is never overwritten' }),
  revision: z.int().min(1).meta({ description: 'The revision of the draft that was shown' }),
});
export type PublishAgentDraft = z.infer<typeof PublishAgentDraft>;

/** Who notices when an agent changes or is deleted. */
export const AgentImpact = z.object({
  numbers: z.array(PhoneNumber).meta({ description: 'Numbers that ring it' }),
  batches: z
    .array(z.object({ batch_id: BatchId, waiting: z.int(), schedule_at: UnixSeconds }))
    .meta({ description: 'Batches that are not over; their calls keep the version they were made with' }),
  live_calls: z.int().meta({ description: 'Calls that are not over; they keep the version they began with' }),
  other_drafts: z.int().meta({ description: 'Drafts of other people' }),
});
export type AgentImpact = z.infer<typeof AgentImpact>;

/** What a list of agents shows beside them. */
export const AgentActivityList = z.object({
  data: z.array(
    z.object({
      agent_id: z.string(),
      last_call_at: UnixSeconds.nullable().meta({ description: 'When its newest call was created' }),
      has_draft: z.boolean().meta({ description: 'Whether the person who asks has a draft of it' }),
    }),
  ),
  total: z.int(),
});
export type AgentActivityList = z.infer<typeof AgentActivityList>;
