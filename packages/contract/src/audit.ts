import { z } from 'zod';
import { pageFields } from './page.ts';
import { queryInteger, queryUnixSeconds, UnixSeconds } from './text.ts';

export const AuditActor = z.object({
  type: z.enum(['key', 'user', 'softphone', 'operator', 'system']),
  id: z.string().nullable(),
  /** Of the user, the key or the softphone as it is called now, or the last four characters of a key without a name. */
  name: z.string().nullable(),
});

export const AuditRecord = z
  .object({
    audit_id: z.string(),
    at: UnixSeconds,
    actor: AuditActor,
    /** The noun and what was done to it: `agent.updated`. */
    action: z.string(),
    target: z.string().nullable(),
    /**
     * What it was and became, without secrets; null where there was nothing or nothing is left. Of an agent, the
     * fields that changed. Where a list would get too long, `after` is `{ left_out }` with a sentence: the export has all.
     */
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: 'AuditRecord' });
export type AuditRecord = z.infer<typeof AuditRecord>;

const filters = {
  /** A user, a key, a softphone, or `operator` or `system`. */
  actor: z.string().min(1).max(64).optional(),
  /** A whole action, or a noun: `agent` finds `agent.updated`. */
  action: z
    .string()
    .regex(/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/, 'must be an action such as agent.updated, or a noun such as agent')
    .optional(),
  target: z.string().min(1).max(64).optional(),
  from: queryUnixSeconds().optional(),
  to: queryUnixSeconds().optional(),
};

export const ListAudit = z.strictObject({
  ...filters,
  limit: queryInteger({ min: 1, max: 100 }).optional(),
  offset: queryInteger({ min: 0, max: 1_000_000_000 }).optional(),
});
export type ListAudit = z.infer<typeof ListAudit>;

export const ExportAudit = z.strictObject({ ...filters, format: z.enum(['csv', 'json']) });
export type ExportAudit = z.infer<typeof ExportAudit>;

export const AuditPage = z.object(pageFields(AuditRecord, 'Entries that the filters let through'));
export type AuditPage = z.infer<typeof AuditPage>;
