import { z } from 'zod';
import { Permission } from './permission.ts';
import { distinct, KeyId, UnixSeconds } from './text.ts';

const KeyName = z
  .string()
  .min(1)
  .max(100)
  .regex(/\S/, 'must not be blank')
  .meta({ description: 'What it is for, in your words' });
const Permissions = distinct(z.array(Permission).min(1).max(Permission.options.length));

const DAY_S = 24 * 3600;

export const ApiKey = z
  .object({
    key_id: KeyId.meta({ description: 'Identifier of the key' }),
    name: z.string().nullable().meta({ description: 'What it is for; null for keys of the command line' }),
    permissions: z.array(Permission).meta({ description: 'What it may do' }),
    last_four: z.string().meta({ description: 'Its last four characters, to know it by' }),
    created_at: UnixSeconds,
    last_used_at: UnixSeconds.nullable().meta({ description: 'Unix seconds, to the minute; null when never' }),
    expires_at: UnixSeconds.nullable().meta({ description: 'Unix seconds; null when it is valid until it is revoked' }),
  })
  .meta({ id: 'ApiKey', description: 'A key that is not revoked; the key itself is shown when it is made' });
export type ApiKey = z.infer<typeof ApiKey>;

export const ApiKeyList = z
  .object({
    data: z.array(ApiKey).meta({ description: 'All keys that are not revoked, newest first' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'ApiKeyList' });

export const CreateKey = z
  .strictObject({
    name: KeyName,
    permissions: Permissions.meta({ description: 'What it may do; nothing that its maker may not' }),
    expires_in: z
      .int()
      .min(60)
      .max(3650 * DAY_S)
      .nullable()
      .optional()
      .meta({ description: 'Seconds for which it is valid; until it is revoked when left out or null' }),
  })
  .meta({ id: 'CreateKey' });
export type CreateKey = z.infer<typeof CreateKey>;

/** The key is shown once, when it is created. */
export const CreatedKey = ApiKey.extend({
  api_key: z.string().meta({ description: 'vk_live_…: the key itself; shown once' }),
}).meta({ id: 'CreatedKey' });
export type CreatedKey = z.infer<typeof CreatedKey>;

export const ChangeKey = z.strictObject({ name: KeyName }).partial().meta({ id: 'ChangeKey' });
export type ChangeKey = z.infer<typeof ChangeKey>;

export const RotateKey = z
  .strictObject({
    overlap: z
      .int()
      .min(0)
      .max(30 * DAY_S)
      .optional()
      .meta({ description: 'Seconds for which the old key stays valid; 86 400 when left out' }),
  })
  .meta({ id: 'RotateKey' });
export type RotateKey = z.infer<typeof RotateKey>;
