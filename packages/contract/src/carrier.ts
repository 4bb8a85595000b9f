import { z } from 'zod';
import { CarrierId, UnixSeconds } from './text.ts';

export const CarrierKind = z.enum(['twilio']).meta({ id: 'CarrierKind', description: 'Which company it is' });

const name = z.string().min(1).max(200).regex(/\S/, 'must not be blank').meta({ description: 'For people' });
const accountSid = z
  .string()
  .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits, as the Twilio console shows it')
  .meta({ description: 'The account at Twilio' });
const authToken = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'must be visible ASCII characters')
  .meta({ description: 'The auth token of that account; never shown again' });

export const CarrierAccount = z
  .object({
    carrier_id: CarrierId.meta({ description: 'Identifier of the carrier account' }),
    kind: CarrierKind,
    name: z.string().meta({ description: 'For people' }),
    account_sid: z.string().meta({ description: 'The account at Twilio' }),
    auth_token_set: z.boolean().meta({ description: 'Whether there is an auth token' }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  })
  .meta({
    id: 'CarrierAccount',
    description: 'An account of yours with a carrier that sells numbers and carries calls',
  });
export type CarrierAccount = z.infer<typeof CarrierAccount>;

export const CarrierAccountList = z
  .object({
    data: z
      .array(CarrierAccount)
      .meta({ description: 'All of the account, in the order in which they were connected' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'CarrierAccountList' });

export const CreateCarrier = z
  .strictObject({
    kind: CarrierKind,
    name: name.optional(),
    account_sid: accountSid,
    auth_token: authToken,
  })
  .meta({ id: 'CreateCarrier' });
export type CreateCarrier = z.infer<typeof CreateCarrier>;

export const ChangeCarrier = z
  .strictObject({ name, auth_token: authToken })
  .partial()
  .meta({ id: 'ChangeCarrier', description: 'The fields to change; what is left out stays as it is' });
export type ChangeCarrier = z.infer<typeof ChangeCarrier>;

export const CarrierTestStep = z
  .object({
    name: z.enum(['public_url', 'credentials']).meta({
      description: 'public_url: the carrier can have a way to this service; credentials: it takes the auth token',
    }),
    ok: z.boolean().meta({ description: 'Whether it went well' }),
    detail: z.string().meta({ description: 'What happened, in words' }),
    remedy: z.string().nullable().meta({ description: 'What to do about it; null when nothing needs to be done' }),
  })
  .meta({ id: 'CarrierTestStep' });

export const CarrierTest = z
  .object({
    ok: z.boolean().meta({ description: 'Whether every step went well' }),
    steps: z.array(CarrierTestStep).meta({ description: 'In order; what comes after a step that fails is not tried' }),
  })
  .meta({ id: 'CarrierTest' });
export type CarrierTest = z.infer<typeof CarrierTest>;
