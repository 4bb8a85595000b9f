import { z } from 'zod';
import { CarrierId, UnixSeconds } from './text.ts';

const twilio = z.literal('twilio').meta({ description: 'Twilio' });
const telnyx = z.literal('telnyx').meta({ description: 'Telnyx, by its Voice API' });

const name = z.string().min(1).max(200).regex(/\S/, 'must not be blank').meta({ description: 'For people' });
const accountSid = z
  .string()
  .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits, as the Twilio console shows it')
  .meta({ description: 'The account at Twilio' });
const connectionId = z
  .string()
  .regex(/^[0-9A-Za-z-]{1,64}$/, 'must be the ID of a Voice API application, as the Telnyx portal shows it')
  .meta({ description: 'The Voice API application at Telnyx that calls go through' });
const publicKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64, as the Telnyx portal shows the public key')
  .meta({ description: 'The key with which Telnyx signs what it reports' });
const visible = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be visible ASCII characters');
const authToken = visible.meta({ description: 'The auth token of the account at Twilio; never shown again' });
const apiKey = visible.meta({ description: 'An API key of the account at Telnyx; never shown again' });

const everyCarrier = {
  carrier_id: CarrierId.meta({ description: 'Identifier of the carrier account' }),
  name: z.string().meta({ description: 'For people' }),
  created_at: UnixSeconds,
  updated_at: UnixSeconds,
};

export const CarrierAccount = z
  .discriminatedUnion('kind', [
    z
      .object({
        ...{ ...everyCarrier, kind: twilio },
        account_sid: z.string().meta({ description: 'The account at Twilio' }),
        auth_token_set: z.boolean().meta({ description: 'Whether there is an auth token' }),
      })
      .meta({ id: 'TwilioCarrier' }),
    z
      .object({
        ...{ ...everyCarrier, kind: telnyx },
        connection_id: z.string().meta({ description: 'The Voice API application at Telnyx that calls go through' }),
        public_key: z.string().meta({ description: 'The key with which Telnyx signs what it reports' }),
        api_key_set: z.boolean().meta({ description: 'Whether there is an API key' }),
      })
      .meta({ id: 'TelnyxCarrier' }),
  ])
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
  .discriminatedUnion(
    'kind',
    [
      z
        .strictObject({ kind: twilio, name: name.optional(), account_sid: accountSid, auth_token: authToken })
        .meta({ id: 'CreateTwilioCarrier' }),
      z
        .strictObject({
          ...{ kind: telnyx, name: name.optional() },
          ...{ connection_id: connectionId, api_key: apiKey, public_key: publicKey },
        })
        .meta({ id: 'CreateTelnyxCarrier' }),
    ],
    'must be one of twilio, telnyx',
  )
  .meta({ id: 'CreateCarrier' });
export type CreateCarrier = z.infer<typeof CreateCarrier>;

export const ChangeCarrier = z
  .strictObject({ name, auth_token: authToken, api_key: apiKey, public_key: publicKey })
  .partial()
  .meta({
    id: 'ChangeCarrier',
    description:
      'The fields to change; what is left out stays as it is. A Twilio account has `auth_token`, a Telnyx account `api_key` and `public_key`',
  });
export type ChangeCarrier = z.infer<typeof ChangeCarrier>;

export const CarrierTestStep = z
  .object({
    name: z.enum(['public_url', 'websocket', 'credentials', 'numbers', 'connection', 'signature']).meta({
      description:
        'public_url: what goes there comes to this service; websocket: WebSockets do, over which the audio comes; credentials: the carrier takes the auth token or API key; numbers, of Twilio: it reports calls to them here; connection, of Telnyx: the Voice API application is there, can call, and reports here; signature, where the last that came for the account was not signed for it',
    }),
    ok: z.boolean().meta({ description: 'Whether it went well' }),
    detail: z.string().meta({ description: 'What happened, in words' }),
    remedy: z.string().nullable().meta({ description: 'What to do about it; null when nothing needs to be done' }),
  })
  .meta({ id: 'CarrierTestStep' });

export const CarrierTest = z
  .object({
    ok: z.boolean().meta({ description: 'Whether every step went well' }),
    steps: z.array(CarrierTestStep).meta({ description: 'In order; what depends on a step that fails is not tried' }),
  })
  .meta({ id: 'CarrierTest' });
export type CarrierTest = z.infer<typeof CarrierTest>;
