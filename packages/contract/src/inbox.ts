import { z } from 'zod';
import { queryInteger, UnixSeconds } from './text.ts';
import { Webhook } from './webhook.ts';

/** An event as it came to the built-in inbox, which takes in only what is signed. */
export const InboxMessage = z.object({
  message_id: z.string(),
  received_at: UnixSeconds,
  event_id: z.string(),
  event_type: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The bytes that were signed, as text. */
  payload: z.string(),
  signature_valid: z.boolean(),
});
export type InboxMessage = z.infer<typeof InboxMessage>;

export const ListInbox = z.strictObject({
  limit: queryInteger({ min: 1, max: 100 }).optional(),
  offset: queryInteger({ min: 0, max: 100 }).optional(),
});
export type ListInbox = z.infer<typeof ListInbox>;

export const Inbox = z.object({
  /** The webhook that leads to the inbox; null until it is opened. */
  webhook: Webhook.nullable(),
  /** Newest first; the last 100 are kept. Fewer than asked for where their bodies are long: the next is at `offset` plus its length. */
  data: z.array(InboxMessage),
  total: z.int(),
});
export type Inbox = z.infer<typeof Inbox>;
