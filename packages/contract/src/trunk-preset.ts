import { z } from 'zod';
import { type Trunk, TrunkAuthentication, TrunkSrtp, TrunkTransport } from './trunk.ts';

export const TrunkPresetName = z
  .enum([
    ...(['twilio', 'telnyx', 'vonage', 'plivo', 'bandwidth', 'sipgate'] as const),
    ...(['asterisk', 'freepbx', 'freeswitch', '3cx', 'kamailio'] as const),
  ])
  .meta({ id: 'TrunkPresetName', description: 'Which provider or telephone system it is' });

const words = (description: string) => z.string().nullable().meta({ description });

export const TrunkPreset = z
  .object({
    preset: TrunkPresetName,
    name: z.string().meta({ description: 'What people call it' }),
    kind: z
      .enum(['provider', 'pbx'])
      .meta({ description: 'provider: sells calls; pbx: a telephone system of your own' }),
    host: words('Where all its customers call; null: you have a host of your own, see `host_hint`'),
    host_hint: z.string().meta({ description: 'What to enter as the host of the trunk' }),
    port: z.int().meta({ description: 'For the port of the trunk' }),
    transport: TrunkTransport,
    authentication: TrunkAuthentication,
    username_hint: words('What to enter as the user name; null: it has none'),
    password_hint: words('What to enter as the password; null: it has none'),
    srtp: TrunkSrtp,
    encrypted: z
      .object({ port: z.int().meta({ description: 'Its port of TLS' }), transport: TrunkTransport, srtp: TrunkSrtp })
      .nullable()
      .meta({ description: 'The same over TLS with SRTP, where it takes that; null: it is not known to' }),
    inbound_addresses: z
      .array(z.string())
      .meta({ description: 'Where its calls come from besides its host, as its documentation says' }),
    codecs: z.array(z.enum(['PCMU', 'PCMA'])).meta({ description: 'What it takes of the codecs that Parley has' }),
    steps: z.array(z.string()).meta({ description: 'What to do there before the trunk is connected, in this order' }),
    notes: z.array(z.string()).meta({ description: 'What surprises people' }),
    documentation_url: z.string().meta({ description: 'Its own words about it' }),
    tried: z.boolean().meta({
      description: 'true: tests of Parley place and take calls with a real one; false: written from its documentation',
    }),
  })
  .meta({ id: 'TrunkPreset', description: 'How a provider or telephone system is connected, as settings of a trunk' });
export type TrunkPreset = z.infer<typeof TrunkPreset>;

export const TrunkPresetList = z
  .object({
    data: z.array(TrunkPreset).meta({ description: 'Providers first, then telephone systems' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'TrunkPresetList' });

/** The fields of a trunk that a preset fills in; the rest is what its user enters. */
export function trunkSettingsOf({ host, port, transport, authentication, srtp, inbound_addresses }: TrunkPreset) {
  const settings = { port, transport, authentication, srtp, inbound_addresses } satisfies Partial<Trunk>;
  return host === null ? settings : { ...settings, host };
}
