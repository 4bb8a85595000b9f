import { z } from 'zod';
import { pageFields } from './page.ts';
import { CallId, PhoneNumber, queryInteger, SuppressionId, UnixSeconds } from './text.ts';

export const Suppression = z
  .object({
    suppression_id: SuppressionId.meta({ description: 'Identifier of the suppression' }),
    phone_number: PhoneNumber.meta({ description: 'The number that is not called any more' }),
    reason: z.string().nullable().meta({ description: 'Why, in words, for people' }),
    source: z.enum(['api', 'call', 'dashboard']).meta({
      id: 'SuppressionSource',
      description: 'call: the person asked for it in a call; api: this interface or the command line',
    }),
    call_id: CallId.nullable().meta({ description: 'The call in which the person asked for it' }),
    created_at: UnixSeconds,
  })
  .meta({ id: 'Suppression', description: 'A number that no agent of the account calls any more' });
export type Suppression = z.infer<typeof Suppression>;

export const CreateSuppression = z
  .strictObject({
    phone_number: PhoneNumber.meta({ description: 'The number that must not be called, in E.164 format' }),
    reason: z.string().min(1).max(500).nullable().optional().meta({ description: 'Why, in words, for people' }),
  })
  .meta({ id: 'CreateSuppression' });
export type CreateSuppression = z.infer<typeof CreateSuppression>;

export const ListSuppressions = z
  .strictObject({
    limit: queryInteger({ min: 1, max: 100 }).optional().meta({ description: 'Numbers on a page', default: 20 }),
    offset: queryInteger({ min: 0, max: 1_000_000_000 })
      .optional()
      .meta({ description: 'Numbers to skip', default: 0 }),
    phone_number: PhoneNumber.optional().meta({
      description: 'This number alone; its + is written %2B in an address',
    }),
    starts_with: z
      .string()
      .regex(/^\+[0-9]{0,15}$/, 'must be + and the first digits of a number')
      .optional()
      .meta({ description: 'Numbers that begin so: + and digits' }),
  })
  .meta({ id: 'ListSuppressions' });
export type ListSuppressions = z.infer<typeof ListSuppressions>;

export const MOST_IMPORTED_NUMBERS = 10_000;

export const ImportSuppressions = z.strictObject({
  phone_numbers: z.array(PhoneNumber).min(1).max(MOST_IMPORTED_NUMBERS),
  reason: z.string().min(1).max(500).nullable().optional(),
});
export type ImportSuppressions = z.infer<typeof ImportSuppressions>;

export const ImportedSuppressions = z.object({
  added: z.int(),
  /** Numbers that were on the list before, and stay as they are. */
  present: z.int(),
});

export const SuppressionPage = z
  .object(pageFields(Suppression, 'Numbers that the filter lets through'))
  .meta({ id: 'SuppressionPage' });
export type SuppressionPage = z.infer<typeof SuppressionPage>;
