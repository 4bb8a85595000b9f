import { z } from 'zod';

/** What the audit log is filtered by, as its address has it. */
export const AuditSearch = z.object({
  action: z.string().optional().catch(undefined),
  actor: z.string().optional().catch(undefined),
  target: z.string().optional().catch(undefined),
  /** Days of the reader's zone: 2026-11-22. The last one is included. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
});
export type AuditSearch = z.infer<typeof AuditSearch>;
