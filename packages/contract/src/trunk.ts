import { z } from 'zod';
import { canonicalIpv6, IPV4, isHost } from './host.ts';
import { parseOutboundProxy } from './outbound-proxy.ts';
import { CallId, distinct, PhoneNumber, TrunkId, UnixSeconds } from './text.ts';

export const TrunkTransport = z.enum(['udp', 'tcp', 'tls', 'auto']).meta({
  id: 'TrunkTransport',
  description:
    'How SIP messages travel. tls: encrypted, and the certificate of the trunk is verified: it must be for `host`; auto: as the NAPTR and SRV records of `host` say, all that they name in turn where one fails, and udp where there are none, or `port` is another than 5060',
});
export const TrunkAuthentication = z.enum(['none', 'digest', 'register']).meta({
  id: 'TrunkAuthentication',
  description:
    'How the trunk knows us; none: by our address; digest: by user name and password; register: by these as well, and we register, so that it knows where calls for us go',
});
export const TrunkRegistrationMode = z.enum(['single', 'bulk']).meta({
  id: 'TrunkRegistrationMode',
  description:
    'What is registered with `authentication` register; single: our one contact, for the user name; bulk: all numbers that the trunk has for the user name at once (RFC 6140), which it then puts into the calls that it sends',
});
export const TrunkSrtp = z.enum(['off', 'preferred', 'required']).meta({
  id: 'TrunkSrtp',
  description:
    'Whether the audio is encrypted, with keys by SDES: never, where the peer can, or in every call. A call that would not be as it is required fails, and one that comes in is refused with 488.',
});
export const TrunkCodec = z.enum(['opus', 'g722', 'pcmu', 'pcma']).meta({
  id: 'TrunkCodec',
  description:
    'How audio is coded: opus and g722 are wideband, pcmu and pcma (G.711) are what every telephone network has',
});
export const TrunkStatus = z.enum(['active', 'disabled', 'unreachable', 'registered', 'refused']).meta({
  id: 'TrunkStatus',
  description:
    'active: calls go through it; disabled: switched off by you; unreachable: it does not answer OPTIONS, or REGISTER, and calls are tried all the same; with `authentication` register also registered: it sends calls to us; refused: it does not let us register, see `registration`',
});
export type TrunkStatus = z.infer<typeof TrunkStatus>;

export const TrunkRegistration = z
  .object({
    detail: z.string().nullable().meta({ description: 'Why we are not registered, in words; null when we are' }),
    expires_at: UnixSeconds.nullable().meta({
      description: 'Until when we are registered; renewed before. null when we are not',
    }),
  })
  .meta({ id: 'TrunkRegistration', description: 'The state of the registration with a trunk' });

/** No trunk is the whole of the internet: a network has 65 536 addresses at most, or as many networks /64 of IPv6, which each are of one site. */
const isAddressOrNetwork = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/');
  const isLong = canonicalIpv6(address) !== undefined;
  if ((!isLong && !IPV4.test(address)) || rest.length > 0) return false;
  if (address === '0.0.0.0' || canonicalIpv6(address) === '::') return false;
  const [least, most] = isLong ? [48, 128] : [16, 32];
  return (
    prefix === undefined || (/^[1-9][0-9]{1,2}$/.test(prefix) && Number(prefix) >= least && Number(prefix) <= most)
  );
};

const canonicalNetwork = (text: string) => {
  const [address = '', prefix] = text.split('/');
  return [canonicalIpv6(address) ?? address, ...(prefix === undefined ? [] : [prefix])].join('/');
};

const settings = {
  name: z.string().min(1).max(200).regex(/\S/, 'must not be blank').meta({ description: 'For people' }),
  host: z
    .string()
    .refine(isHost, 'must be a host name or an address, without port and brackets, such as sip.example.com')
    .overwrite((text) => canonicalIpv6(text) ?? text)
    .meta({ description: 'Host name, IPv4 or IPv6 address; names are looked up again all the time' }),
  port: z.int().min(1).max(65_535).meta({
    description:
      'SIP port: mostly 5060, over TLS 5061; with that one the servers are those of the SRV records of host, where it has some, and with `transport` auto those of its NAPTR records',
  }),
  transport: TrunkTransport,
  outbound_proxy: z
    .string()
    .max(300)
    .refine(
      (text) => parseOutboundProxy(text) !== null,
      'must be a host name or an address, with a port or without, such as sbc.example.com:5060',
    )
    .nullable()
    .meta({
      description:
        'Where all messages go instead of to host and port, which stay what numbers and registrations are of: host, or host:port. null: there is none',
    }),
  authentication: TrunkAuthentication,
  username: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\x00-\x1f\x7f:]+$/, 'must have neither colons nor control characters') // RFC 7616 section 3.4
    .nullable()
    .meta({ description: 'What the trunk knows us by; for digest and register' }),
  registration_mode: TrunkRegistrationMode,
  srtp: TrunkSrtp,
  codecs: distinct(z.array(TrunkCodec).min(1).max(4)).meta({
    description:
      'The codecs of its calls. A call out offers them in this order; of a call that comes in the first that it offers and that is here is taken.',
  }),
  inbound_addresses: distinct(
    z
      .array(
        z
          .string()
          .refine(
            isAddressOrNetwork,
            'must be an address, or a network of at most 65 536 of them (/16 to /32, of IPv6 /48 to /128), such as 198.51.100.0/24',
          )
          .overwrite(canonicalNetwork),
      )
      .max(50),
  ).meta({
    description:
      'Where calls and audio of this trunk come from besides its host: addresses and networks, of IPv4 and IPv6',
  }),
  caller_id: PhoneNumber.nullable().meta({
    description: 'What the callee sees when the call is from a number that is not connected from this trunk',
  }),
  fallback_trunk_id: TrunkId.nullable().meta({
    description:
      'The trunk of the account that takes calls out which this one cannot take: it responds 503, no server of it can be connected with, or none responds. What the callee sees is as with `caller_id` there. null: such calls fail',
  }),
  max_calls: z.int().min(1).max(10_000).nullable().meta({ description: 'Calls at once, both ways; null: no limit' }),
};

const password = z
  .string()
  .min(1)
  .max(500)
  .nullable()
  .meta({ description: 'For digest and register; never shown again' });
const status = z.enum(['active', 'disabled']).meta({ description: 'disabled: no calls go through it' });

export const Trunk = z
  .object({
    trunk_id: TrunkId.meta({ description: 'Identifier of the trunk' }),
    ...settings,
    host: z.string().meta({ description: 'Host name or address' }),
    password_set: z.boolean().meta({ description: 'Whether there is a password' }),
    inbound_addresses: z
      .array(z.string())
      .meta({ description: 'Where calls and audio of this trunk come from besides its host' }),
    codecs: z
      .array(TrunkCodec)
      .meta({ description: 'The codecs of its calls, in the order in which they are offered' }),
    status: TrunkStatus,
    registration: TrunkRegistration.nullable().meta({
      description: 'With `authentication` register, as soon as the trunk has answered; else null',
    }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  })
  .meta({ id: 'Trunk', description: 'A SIP trunk of the account: a way to the telephone network' });
export type Trunk = z.infer<typeof Trunk>;

export const TrunkList = z
  .object({
    data: z.array(Trunk).meta({ description: 'All trunks of the account, in the order in which they were made' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'TrunkList' });

const changeable = { ...settings, password, status };

export const CreateTrunk = z
  .strictObject(changeable)
  .partial()
  .extend({ name: settings.name, host: settings.host })
  .meta({ id: 'CreateTrunk' });
export type CreateTrunk = z.infer<typeof CreateTrunk>;

export const ChangeTrunk = z
  .strictObject(changeable)
  .partial()
  .meta({ id: 'ChangeTrunk', description: 'The fields to change; what is left out stays as it is' });
export type ChangeTrunk = z.infer<typeof ChangeTrunk>;

/** What a trunk is when nothing else is said; its port follows from its transport. */
export const trunkDefaults = {
  port: 5060,
  transport: 'udp',
  outbound_proxy: null,
  authentication: 'none',
  username: null,
  registration_mode: 'single',
  srtp: 'off',
  codecs: ['pcmu', 'pcma', 'g722', 'opus'],
  inbound_addresses: [],
  caller_id: null,
  fallback_trunk_id: null,
  max_calls: null,
  status: 'active',
} as const satisfies Partial<CreateTrunk>;

/** Of a trunk whose port was left out: RFC 3261 section 19.1.2. */
export function defaultTrunkPort(transport: Trunk['transport'] | undefined): number {
  return transport === 'tls' ? 5061 : trunkDefaults.port;
}

export const TryTrunk = z
  .strictObject(changeable)
  .partial()
  .extend({ host: settings.host })
  .meta({ id: 'TryTrunk', description: 'The settings to try; nothing is kept' });
export type TryTrunk = z.infer<typeof TryTrunk>;

export const TestTrunk = z
  .strictObject({
    recipient_phone: PhoneNumber.meta({
      description: 'A number of yours that rings through this trunk; left out, no call is placed',
    }),
    from_number: PhoneNumber.meta({ description: 'A number of the account to call from' }),
  })
  .partial()
  .meta({ id: 'TestTrunk' });
export type TestTrunk = z.infer<typeof TestTrunk>;

export const TrunkTestStep = z
  .object({
    name: z
      .enum([
        'dns',
        'tcp',
        'tls',
        'registration',
        'options',
        'call',
        'ringing',
        'answered',
        'media_received',
        'media_sent',
      ])
      .meta({
        description:
          'dns: the name has an address; tcp and tls, where the transport needs them: there is a connection, and its certificate is right; registration, with `authentication` register: it lets us register; options: the trunk answers; then the test call: accepted, ringing, answered, audio from there, audio to there',
      }),
    ok: z.boolean().meta({ description: 'Whether it went well' }),
    detail: z.string().meta({ description: 'What happened, in words' }),
    remedy: z.string().nullable().meta({ description: 'What to do about it; null when nothing needs to be done' }),
  })
  .meta({ id: 'TrunkTestStep' });
export type TrunkTestStep = z.infer<typeof TrunkTestStep>;

export const TrunkTest = z
  .object({
    ok: z.boolean().meta({
      description: 'Whether every step went well; with a call its steps alone decide: some trunks take no OPTIONS',
    }),
    steps: z.array(TrunkTestStep).meta({ description: 'In order; what comes after a step that fails is not tried' }),
    call_id: CallId.nullable().meta({ description: 'The test call; null when there was none' }),
  })
  .meta({ id: 'TrunkTest' });
export type TrunkTest = z.infer<typeof TrunkTest>;
