import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { parseOutboundProxy, trunkDefaults } from '@parley/contract';
import { refusedPort } from '@parley/providers/refused-port';
import { z } from 'zod';
import { whyUnreachable } from '../carriers/reachable.ts';
import { providerVariables, REFUSED_PORT } from './operator-providers.ts';

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port from 0 to 65535')
  .transform(Number);

function wholeNumber(min: number, max: number) {
  const isInRange = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(isInRange, `must be a whole number from ${min} to ${max}`).transform(Number);
}

const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');

const pemFile = z.string().regex(/\S/, 'must be a file in PEM format');

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const PortRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, { error: 'must be a range of ports such as 20000-29999', abort: true })
  .transform((text) => {
    const [first, last] = text.split('-').map(Number) as [number, number];
    return { first, last };
  })
  .refine((range) => range.first >= 1024 && range.last <= 65_535 && range.last - range.first >= 1, {
    message: 'must be a range of ports from 1024 to 65535, the lower one first, such as 20000-29999',
  });

const label = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';
const hostName = new RegExp(`^${label}(?:\\.${label})*\\.?$`);

/** Names that end in a number are addresses that lost a part: the resolver would take 10.1 for 10.0.0.1. */
const isHostName = (text: string) => hostName.test(text) && !/(?:^|\.)\d+\.?$/.test(text);

const HostAndPort = z
  .string()
  .refine(
    (text) => parseOutboundProxy(text) !== null,
    'must be host:port, the port from 1 to 65535, for example 192.0.2.10:5060 or [2001:db8::10]:5060',
  )
  .transform((text) => {
    const { host, port } = parseOutboundProxy(text)!;
    return { host, port: port ?? trunkDefaults.port };
  });

/** As node:dns takes them. */
function isDnsServer(text: string): boolean {
  const [, bracketed, ofBracketed, plain, ofPlain] =
    /^(?:\[([^\]]+)\](?::(\d+))?|([^:]+)(?::(\d+))?)$/.exec(text) ?? [];
  const port = Number(ofBracketed ?? ofPlain ?? 53);
  return (isIPv6(bracketed ?? (isIPv6(text) ? text : '')) || isIPv4(plain ?? '')) && port >= 1 && port <= 65_535;
}

/** As sockets tell it. */
const canonicalAddress = (address: string) => new SocketAddress({ address, family: 'ipv6' }).address;

const isUnspecified = (host: string) => host === '0.0.0.0';

function webAddress(example: string) {
  return z.url({ protocol: /^https?$/, error: `must be an http or https address, such as ${example}`, abort: true });
}

/** `fetch` takes no credentials in an address, and addresses are shown; the key has its own variable. */
const ModelServerUrl = webAddress('http://127.0.0.1:11434/v1')
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'must hold no user and no password: the key belongs in PARLEY_LLM_API_KEY')
  .refine((text) => refusedPort(text) === null, REFUSED_PORT);

const PublicUrl = webAddress('https://calls.example.org').refine((text) => {
  const { search, hash } = new URL(text);
  return search === '' && hash === '';
}, 'must end before any ? or #: paths are put behind it');

/** The host may be left out for a Unix socket, as PostgreSQL has it and URL has it not. */
function postgresAddress(text: string): URL | undefined {
  try {
    const address = new URL(text.replace(/^([a-z]+:\/\/[^@/?]*@)(?=[/?]|$)/, '$1localhost'));
    for (const part of [address.username, address.password, address.pathname]) decodeURIComponent(part);
    return /^postgres(ql)?:$/.test(address.protocol) && /^[a-z]+:\/\//.test(text) ? address : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An address, or a network with the length of its prefix. One that holds every address would let any client claim any
 * address.
 */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
}

const networksOf = (whose: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (networks) => networks.every(isAddressOrNetwork),
      `must be the addresses or networks of your ${whose}, with commas between them: 10.0.0.5, 192.168.0.0/16, 2001:db8::/32`,
    );

/** Every variable that Parley reads, and what it may be. An empty variable counts as absent. */
const Variables = z.object({
  PORT: port.prefault('3000'),
  PARLEY_HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || isHostName(text),
      'must be an address of this host: 127.0.0.1, or 0.0.0.0 for all that it has',
    )
    .default('127.0.0.1'),
  PARLEY_DATA_DIR: z.string().regex(/\S/, 'must be a directory').default('./data'),
  /** Default: `recordings` in the data directory. */
  PARLEY_RECORDINGS_DIR: z.string().regex(/\S/, 'must be a directory').optional(),
  PUBLIC_URL: PublicUrl.optional(),
  PARLEY_TRUST_PROXY: networksOf('proxies').default([]),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => postgresAddress(text) !== undefined,
      'must be a PostgreSQL address, such as postgresql://user:password@host:5432/database (a % in it is written %25)',
    )
    .optional(),
  /** What pg takes when DATABASE_URL names no user. */
  PGUSER: z.string().optional(),
  USER: z.string().optional(),
  PARLEY_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{24,128}$/, 'must be 24 to 128 visible ASCII characters')
    .optional(),
  PARLEY_MASTER_KEY: z
    .string()
    .regex(
      /^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/,
      'must be 32 random bytes in base64 (openssl rand -base64 32) or hex',
    )
    .optional(),
  PARLEY_OIDC_ISSUER: webAddress('https://login.example.org').optional(),
  PARLEY_OIDC_CLIENT_ID: z.string().regex(/^\S+$/, 'must be a name without spaces').optional(),
  PARLEY_OIDC_CLIENT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional(),
  PARLEY_OIDC_ROLE: z.enum(['admin', 'member', 'viewer'], 'must be one of admin, member, viewer').optional(),
  PARLEY_OIDC_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
    .refine((domains) => domains.every(isHostName), 'must be domains with commas between them, such as example.org')
    .default([]),
  PARLEY_WEBHOOK_URL: webAddress('https://example.org/parley').optional(),
  PARLEY_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64')
    .optional(),
  PARLEY_ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
  PARLEY_ALLOW_PRIVATE_PROVIDERS: flag.default(true),
  PARLEY_ALLOW_PRIVATE_TRUNKS: flag.default(true),
  PARLEY_CAPTURE_AUDIO: flag.default(false),
  PARLEY_SIP_HOST: z
    .string()
    .refine(isIPv4, 'must be an IPv4 address of this host, such as 127.0.0.1')
    .default('127.0.0.1'),
  PARLEY_SIP_HOST_IPV6: z
    .string()
    .refine(
      (text) => isIPv6(text) && !/^[0:]+$/.test(text) && !text.includes('%'),
      'must be an IPv6 address of this host, such as 2001:db8::5, which peers can reach',
    )
    .transform(canonicalAddress)
    .optional(),
  PARLEY_SIP_PORT: port.prefault('5060'),
  PARLEY_SIP_TLS_PORT: port.prefault('5061'),
  PARLEY_SIP_TLS_CERTIFICATE: pemFile.optional(),
  PARLEY_SIP_TLS_KEY: pemFile.optional(),
  PARLEY_SIP_TLS_AUTHORITIES: pemFile.optional(),
  PARLEY_SIP_TLS_CLIENT_CERTIFICATES: flag.default(false),
  PARLEY_STIR_CERTIFICATE: pemFile.optional(),
  PARLEY_STIR_KEY: pemFile.optional(),
  PARLEY_STIR_X5U: z
    .url({
      protocol: /^https$/,
      error: 'must be the https address of the certificate, such as https://calls.example.org/stir.pem',
    })
    .optional(),
  PARLEY_STIR_TRUST: z.string().regex(/\S/, 'must be a directory with certificates').optional(),
  PARLEY_SIP_TRUNK: HostAndPort.optional(),
  PARLEY_TRUNK_NETWORKS: networksOf('trunk').default([]),
  PARLEY_DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (servers) => servers.every(isDnsServer),
      'must be addresses of DNS servers, each with a port where it is not 53, with commas between them: 10.0.0.53, 127.0.0.1:5353',
    )
    .default([]),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be an account SID: AC and 32 hexadecimal digits, as the Twilio console shows it')
    .optional(),
  TWILIO_AUTH_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be visible ASCII characters')
    .optional(),
  TWILIO_BASE_URL: webAddress('https://api.twilio.com').optional(),
  TELNYX_BASE_URL: webAddress('https://api.telnyx.com').optional(),
  PARLEY_PUBLIC_ADDRESS: z
    .string()
    .refine(
      (text) => isIPv4(text) && !isUnspecified(text),
      'must be the IPv4 address by which others reach this host, such as 203.0.113.7',
    )
    .optional(),
  PARLEY_RTP_PORTS: PortRange.default({ first: 20_000, last: 29_999 }),
  PARLEY_PHONE_PORT: port.prefault('5070'),
  PARLEY_MEDIA_THREADS: wholeNumber(1, 64).optional(),
  /** Of the command line's `models pull`. */
  PARLEY_MODELS_URL: z.string().optional(),
  PARLEY_ANY_WORDS: flag.default(true),
  PARLEY_SPEECH_UNLOAD_S: wholeNumber(1, 86_400).prefault('600'),
  PARLEY_DRAIN_S: wholeNumber(0, 86_400).prefault('30'),
  PARLEY_CALLS_PER_MINUTE: wholeNumber(1, 100_000).prefault('1000'),
  PARLEY_CONCURRENT_CALLS: wholeNumber(1, 10_000).prefault('100'),
  PARLEY_LLM_URL: ModelServerUrl.optional(),
  PARLEY_LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional(),
  ...providerVariables,
  PARLEY_LLM_MODEL: z.string().regex(/^\S+$/, 'must be a name without spaces').optional(),
  PARLEY_LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('warn'),
  PARLEY_LOG_PERSONAL_DATA: flag.default(false),
});

export const variableNames: readonly string[] = Object.keys(Variables.shape);

type Values = z.output<typeof Variables>;

/** What only shows when variables are seen together. */
function* disagreements(values: Values): Iterable<[variable: keyof Values, fault: string]> {
  const hasServer = values.PARLEY_LLM_URL !== undefined || values.PARLEY_LLM_API_KEY !== undefined;
  if (hasServer && values.PARLEY_LLM_MODEL === undefined) {
    const when = 'is needed when PARLEY_LLM_URL or PARLEY_LLM_API_KEY is given';
    yield ['PARLEY_LLM_MODEL', `${when}: the name of a model of that server`];
  }
  if (!hasServer && values.PARLEY_LLM_MODEL !== undefined) {
    yield ['PARLEY_LLM_MODEL', 'needs PARLEY_LLM_URL, or PARLEY_LLM_API_KEY for OpenAI'];
  }
  if ((values.PARLEY_OIDC_ISSUER === undefined) !== (values.PARLEY_OIDC_CLIENT_ID === undefined)) {
    const missing = values.PARLEY_OIDC_ISSUER === undefined ? 'PARLEY_OIDC_ISSUER' : 'PARLEY_OIDC_CLIENT_ID';
    yield [missing, 'is needed for single sign-on, which has an issuer and a client id'];
  }
  if ((values.TWILIO_ACCOUNT_SID === undefined) !== (values.TWILIO_AUTH_TOKEN === undefined)) {
    const missing = values.TWILIO_ACCOUNT_SID === undefined ? 'TWILIO_ACCOUNT_SID' : 'TWILIO_AUTH_TOKEN';
    yield [missing, 'is needed for calls over Twilio, which has an account SID and an auth token'];
  }
  const why = whyUnreachable('Twilio', values.PUBLIC_URL, values.TWILIO_BASE_URL ?? null);
  if (values.TWILIO_ACCOUNT_SID !== undefined && why !== null) yield ['PUBLIC_URL', why];
  if (isUnspecified(values.PARLEY_SIP_HOST) && values.PARLEY_PUBLIC_ADDRESS === undefined) {
    const why = 'others cannot answer to 0.0.0.0';
    yield ['PARLEY_PUBLIC_ADDRESS', `is needed with PARLEY_SIP_HOST=0.0.0.0: ${why}, so name the address they reach`];
  }
  if ((values.PARLEY_SIP_TLS_CERTIFICATE === undefined) !== (values.PARLEY_SIP_TLS_KEY === undefined)) {
    const missing = values.PARLEY_SIP_TLS_KEY === undefined ? 'PARLEY_SIP_TLS_KEY' : 'PARLEY_SIP_TLS_CERTIFICATE';
    yield [missing, 'is needed for SIP over TLS, which has a certificate and its key'];
  }
  const signing = ['PARLEY_STIR_CERTIFICATE', 'PARLEY_STIR_KEY', 'PARLEY_STIR_X5U'] as const;
  if (signing.some((name) => values[name] !== undefined)) {
    const why = 'is needed to sign calls, with a certificate, its key and the address where others fetch it';
    for (const name of signing) if (values[name] === undefined) yield [name, why];
  }
  if (values.PARLEY_SIP_TLS_CLIENT_CERTIFICATES) {
    const when = 'is needed with PARLEY_SIP_TLS_CLIENT_CERTIFICATES';
    if (values.PARLEY_SIP_TLS_CERTIFICATE === undefined) yield ['PARLEY_SIP_TLS_CERTIFICATE', when];
    if (values.PARLEY_SIP_TLS_AUTHORITIES === undefined) {
      yield ['PARLEY_SIP_TLS_AUTHORITIES', `${when}: the authorities that sign those certificates`];
    }
  }
  const listensOnTls = values.PARLEY_SIP_TLS_CERTIFICATE !== undefined;
  if (listensOnTls && values.PARLEY_SIP_TLS_PORT === values.PARLEY_SIP_PORT && values.PARLEY_SIP_PORT !== 0) {
    yield ['PARLEY_SIP_TLS_PORT', 'must be another port than PARLEY_SIP_PORT'];
  }
  const isOnLoopback = isUnspecified(values.PARLEY_SIP_HOST) || values.PARLEY_SIP_HOST === '127.0.0.1';
  if (isOnLoopback && values.PARLEY_SIP_PORT === values.PARLEY_PHONE_PORT && values.PARLEY_SIP_PORT !== 0) {
    yield ['PARLEY_PHONE_PORT', 'must be another port than PARLEY_SIP_PORT'];
  }
  const address = values.DATABASE_URL === undefined ? undefined : postgresAddress(values.DATABASE_URL);
  const user = address && (address.username || address.searchParams.get('user') || values.PGUSER || values.USER);
  if (user === '' || (address && user === undefined)) {
    yield ['DATABASE_URL', 'must name a user: postgresql://user:password@host:5432/database'];
  }
}

export const Environment = Variables.superRefine((values, context) => {
  for (const [variable, message] of disagreements(values)) {
    context.addIssue({ code: 'custom', path: [variable], message });
  }
});
