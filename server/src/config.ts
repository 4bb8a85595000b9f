import path from 'node:path';
import { z } from 'zod';

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port from 0 to 65535')
  .transform(Number);

function wholeNumber(min: number, max: number) {
  const isInRange = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(isInRange, `must be a whole number from ${min} to ${max}`).transform(Number);
}

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

const PortRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'must be a range of ports such as 20000-29999')
  .transform((text) => {
    const [first, last] = text.split('-').map(Number) as [number, number];
    return { first, last };
  })
  .refine((range) => range.first >= 1024 && range.last <= 65_535 && range.last - range.first >= 1, {
    message: 'must be a range of ports from 1024 to 65535, the lower one first, such as 20000-29999',
  });

const HostAndPort = z
  .string()
  .regex(/^[^\s:]+(:\d{1,5})?$/, 'must be host:port, for example 127.0.0.1:5090')
  .transform((text) => {
    const [host, portText] = text.split(':') as [string, string | undefined];
    return { host, port: portText === undefined ? 5060 : Number(portText) };
  });

/** `fetch` takes no credentials in an address, and addresses are shown; the key has its own variable. */
const ModelServerUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine((text) => {
  const { username, password } = new URL(text);
  return username === '' && password === '';
}, 'must hold no user and no password: the key stands in PARLEY_LLM_API_KEY');

/** Every variable that Parley reads, and what it may be. An empty variable counts as absent. */
const Variables = z.object({
  PORT: port.prefault('3000'),
  PARLEY_HOST: z.string().default('127.0.0.1'),
  PARLEY_DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  PARLEY_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{24,128}$/, 'must be 24 to 128 visible ASCII characters')
    .optional(),
  PARLEY_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  PARLEY_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64')
    .optional(),
  PARLEY_ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
  PARLEY_SIP_HOST: z.string().default('127.0.0.1'),
  PARLEY_SIP_PORT: port.prefault('5060'),
  PARLEY_SIP_TRUNK: HostAndPort.optional(),
  PARLEY_PUBLIC_ADDRESS: z.string().optional(),
  PARLEY_RTP_PORTS: PortRange.default({ first: 20_000, last: 29_999 }),
  PARLEY_PHONE_PORT: port.prefault('5070'),
  PARLEY_MEDIA_THREADS: wholeNumber(1, 64).optional(),
  PARLEY_CALLS_PER_MINUTE: wholeNumber(1, 100_000).prefault('1000'),
  PARLEY_CONCURRENT_CALLS: wholeNumber(1, 10_000).prefault('100'),
  PARLEY_LLM_URL: ModelServerUrl.optional(),
  PARLEY_LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional(),
  PARLEY_LLM_MODEL: z.string().regex(/^\S+$/, 'must be a name without spaces').optional(),
  PARLEY_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  PARLEY_LOG_PERSONAL_DATA: flag.default(false),
});

const Environment = Variables.superRefine((values, context) => {
  const hasServer = values.PARLEY_LLM_URL !== undefined || values.PARLEY_LLM_API_KEY !== undefined;
  if (hasServer === (values.PARLEY_LLM_MODEL !== undefined)) return;
  context.addIssue({
    code: 'custom',
    path: ['PARLEY_LLM_MODEL'],
    message: hasServer
      ? 'is needed when PARLEY_LLM_URL or PARLEY_LLM_API_KEY is given: the name of a model of that server'
      : 'needs PARLEY_LLM_URL, or PARLEY_LLM_API_KEY for OpenAI',
  });
});

/** Where a key alone is for. */
const OPENAI_URL = 'https://api.openai.com/v1';

export interface Config {
  http: { host: string; port: number; publicUrl: string | undefined };
  dataDir: string;
  databaseUrl: string | undefined;
  firstApiKey: string | undefined;
  webhook: { url: string | undefined; secret: string | undefined; allowPrivate: boolean };
  sip: {
    host: string;
    port: number;
    publicHost: string | undefined;
    trunk: { host: string; port: number } | undefined;
  };
  rtpPorts: { first: number; last: number };
  phonePort: number;
  mediaThreads: number | undefined;
  firstAccountLimits: { callsPerMinute: number; concurrentCalls: number };
  /** An OpenAI-compatible server, and the model of it that analyzes calls; agents name theirs. */
  languageModel: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  log: { level: string; personalData: boolean };
}

/** What is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Secrets are named, never shown. */
const secretVariables = new Set([
  'PARLEY_API_KEY',
  'PARLEY_WEBHOOK_SECRET',
  'DATABASE_URL',
  'PARLEY_LLM_URL',
  'PARLEY_LLM_API_KEY',
]);

export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const value =
        secretVariables.has(name) || given[name] === undefined ? '' : ` (it is ${JSON.stringify(given[name])})`;
      return `${name}: ${issue.message}${value}`;
    });
    throw new ConfigError(`The configuration is not right:\n  ${lines.join('\n  ')}`);
  }
  const values = parsed.data;
  return {
    http: { host: values.PARLEY_HOST, port: values.PORT, publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') },
    dataDir: path.resolve(values.PARLEY_DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    firstApiKey: values.PARLEY_API_KEY,
    webhook: {
      url: values.PARLEY_WEBHOOK_URL,
      secret: values.PARLEY_WEBHOOK_SECRET,
      allowPrivate: values.PARLEY_ALLOW_PRIVATE_WEBHOOKS,
    },
    sip: {
      host: values.PARLEY_SIP_HOST,
      port: values.PARLEY_SIP_PORT,
      publicHost: values.PARLEY_PUBLIC_ADDRESS,
      trunk: values.PARLEY_SIP_TRUNK,
    },
    rtpPorts: values.PARLEY_RTP_PORTS,
    phonePort: values.PARLEY_PHONE_PORT,
    mediaThreads: values.PARLEY_MEDIA_THREADS,
    firstAccountLimits: {
      callsPerMinute: values.PARLEY_CALLS_PER_MINUTE,
      concurrentCalls: values.PARLEY_CONCURRENT_CALLS,
    },
    languageModel:
      values.PARLEY_LLM_MODEL === undefined
        ? undefined
        : {
            baseUrl: values.PARLEY_LLM_URL ?? OPENAI_URL,
            apiKey: values.PARLEY_LLM_API_KEY,
            model: values.PARLEY_LLM_MODEL,
          },
    log: { level: values.PARLEY_LOG_LEVEL, personalData: values.PARLEY_LOG_PERSONAL_DATA },
  };
}
