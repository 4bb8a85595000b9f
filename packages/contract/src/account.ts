import { z } from 'zod';
import { LanguageTag } from './language-tag.ts';
import { UnixSeconds } from './text.ts';
import { TimeZone } from './time-zone.ts';

export const Plan = z
  .enum(['starter', 'growth', 'business', 'enterprise'])
  .meta({ id: 'Plan', description: 'What limits hold; enterprise has figures of its own for each account' });

export const AccountName = z.string().min(1).max(100).regex(/\S/, 'must not be blank');

export const Account = z
  .object({
    account_id: z.string().meta({ description: 'Identifier of the account' }),
    name: z.string().meta({ description: 'What it is called' }),
    plan: Plan,
    language: z.string().meta({ description: 'BCP 47: how times and numbers are written for its people' }),
    timezone: z.string().meta({ description: 'IANA time zone of its people, where they chose none of their own' }),
    calls_per_minute: z.int().meta({ description: 'Accepted calls in any 60 s' }),
    concurrent_calls: z.int().meta({ description: 'Calls that are not over' }),
    created_at: UnixSeconds,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof Account>;

export const ChangeAccount = z
  .strictObject({ name: AccountName, language: LanguageTag, timezone: TimeZone })
  .partial()
  .meta({ id: 'ChangeAccount' });
export type ChangeAccount = z.infer<typeof ChangeAccount>;

const Use = z.object({
  limit: z.int().meta({ description: 'What the plan permits' }),
  used: z.int().meta({ description: 'What is in use now' }),
});

/** Figures of this moment, read from the rows that the limits are. */
export const Usage = z
  .object({
    plan: Plan,
    calls_per_minute: Use.extend({
      reset_in: z.int().meta({ description: 'Seconds until one more call is permitted; 0 when one is' }),
    }),
    concurrent_calls: Use,
    calls_today: z.int().meta({ description: "Calls since midnight in the account's time zone" }),
    minutes_today: z.int().meta({ description: 'Minutes talked in calls of today, rounded up for each call' }),
    keys: z.int().meta({ description: 'API keys that are valid' }),
    users: z.int().meta({ description: 'Users that can sign in' }),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
