import path from 'node:path';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import { Environment } from './environment.ts';
import { OPENAI_URL, operatorProviders, providerSecrets } from './operator-providers.ts';

export interface Config {
  http: { host: string; port: number; publicUrl: string | undefined; trustedProxies: string[] };
  dataDir: string;
  recordingsDir: string;
  /** Of calls that are recorded, the packets of the audio are kept as well. */
  capturesAudio: boolean;
  databaseUrl: string | undefined;
  firstApiKey: string | undefined;
  /** 32 bytes that seal stored secrets; without it they are a file in the data directory. */
  masterKey: Buffer | undefined;
  /** Single sign-on by OpenID Connect. */
  singleSignOn:
    | {
        issuer: string;
        clientId: string;
        clientSecret: string | undefined;
        /** Given to users who were not invited; without it they are refused. */
        role: 'admin' | 'member' | 'viewer' | undefined;
        /** Of their e-mail addresses; empty: of any. */
        domains: string[];
      }
    | undefined;
  webhook: { url: string | undefined; secret: string | undefined; allowPrivate: boolean };
  sip: {
    host: string;
    /** Another address, of IPv6, bound at the same ports. */
    ipv6Host: string | undefined;
    port: number;
    publicHost: string | undefined;
    /** Files in PEM format. Without a certificate no connections are taken over TLS; our own are opened. */
    tls: {
      port: number;
      identity: { certificateFile: string; keyFile: string } | undefined;
      /** Private authorities, trusted besides those of Node and of the system. */
      authoritiesFile: string | undefined;
      /** Who connects to us needs a certificate of these authorities. */
      requiresClientCertificate: boolean;
    };
    /** STIR/SHAKEN: files in PEM format. */
    stir: {
      signing: { certificateFile: string; keyFile: string; certificateUrl: string } | undefined;
      /** Of certificates of authorities; without it signatures are not looked at. */
      trustDirectory: string | undefined;
    };
    trunk: { host: string; port: number } | undefined;
    /** Where the trunk's media may come from, besides its signalling address and what its SDP names. */
    trunkNetworks: string[];
    /** Trunks of accounts may be at private addresses: a telephone system in the operator's own network. */
    allowPrivateTrunks: boolean;
  };
  /** `address` or `address:port`, which are asked where trunks are; none: those of the system. */
  dnsServers: string[];
  twilio: {
    /** The operator's account, for all accounts. */
    account: { accountSid: string; authToken: string } | undefined;
    /** Of a server in Twilio's place. */
    baseUrl: string | null;
  };
  telnyx: {
    /** Of a server in Telnyx's place. */
    baseUrl: string | null;
  };
  /** Of accounts that have no way of their own to the network; null: they call the simulated phone. */
  operatorRoute: 'sip' | 'twilio' | null;
  rtpPorts: { first: number; last: number };
  phonePort: number;
  mediaThreads: number | undefined;
  /** The built-in recognizer has a model of any words. */
  understandsAnyWords: boolean;
  /** Built-in speech that was not used for so long is unloaded. */
  speechUnloadAfterMs: number;
  /** How long live calls go on after SIGTERM. */
  drainS: number;
  firstAccountLimits: { callsPerMinute: number; concurrentCalls: number };
  /** An OpenAI-compatible server, and the model of it that analyzes calls; agents name theirs. */
  languageModel: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  /** Providers for all accounts. */
  operatorProviders: ProviderConnection[];
  /** Accounts may connect servers at private addresses: those of the operator's own network. */
  allowPrivateProviders: boolean;
  log: { level: string; personalData: boolean };
}

export interface ConfigFault {
  variable: string;
  /** What it must be, or what it lacks. */
  fault: string;
  /** What it is; left out for secrets, and where there is none. */
  value?: string | undefined;
}

/** What is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: ConfigFault[];

  constructor(faults: ConfigFault[]) {
    const lines = faults.map(
      ({ variable, fault, value }) =>
        `${variable}: ${fault}${value === undefined ? '' : ` (it is ${JSON.stringify(value)})`}`,
    );
    super(`The configuration is not right:\n  ${lines.join('\n  ')}`);
    this.faults = faults;
  }
}

/** Secrets are named, never shown. */
const secretVariables = new Set([
  'PARLEY_API_KEY',
  'PARLEY_MASTER_KEY',
  'PARLEY_OIDC_CLIENT_SECRET',
  'PARLEY_WEBHOOK_URL',
  'PARLEY_WEBHOOK_SECRET',
  'DATABASE_URL',
  'PARLEY_LLM_URL',
  'PARLEY_LLM_API_KEY',
  'TWILIO_AUTH_TOKEN',
  ...providerSecrets,
]);

const masterKeyOf = (text: string) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64');

export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const variable = String(issue.path[0]);
      return {
        variable,
        fault: issue.message,
        value: secretVariables.has(variable) ? undefined : given[variable],
      };
    });
    throw new ConfigError(faults);
  }
  const values = parsed.data;
  return {
    http: {
      host: values.PARLEY_HOST,
      port: values.PORT,
      publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
      trustedProxies: values.PARLEY_TRUST_PROXY,
    },
    dataDir: path.resolve(values.PARLEY_DATA_DIR),
    capturesAudio: values.PARLEY_CAPTURE_AUDIO,
    recordingsDir: path.resolve(values.PARLEY_RECORDINGS_DIR ?? path.join(values.PARLEY_DATA_DIR, 'recordings')),
    databaseUrl: values.DATABASE_URL,
    firstApiKey: values.PARLEY_API_KEY,
    masterKey: values.PARLEY_MASTER_KEY === undefined ? undefined : masterKeyOf(values.PARLEY_MASTER_KEY),
    singleSignOn:
      values.PARLEY_OIDC_ISSUER === undefined || values.PARLEY_OIDC_CLIENT_ID === undefined
        ? undefined
        : {
            issuer: values.PARLEY_OIDC_ISSUER,
            clientId: values.PARLEY_OIDC_CLIENT_ID,
            clientSecret: values.PARLEY_OIDC_CLIENT_SECRET,
            role: values.PARLEY_OIDC_ROLE,
            domains: values.PARLEY_OIDC_DOMAINS,
          },
    webhook: {
      url: values.PARLEY_WEBHOOK_URL,
      secret: values.PARLEY_WEBHOOK_SECRET,
      allowPrivate: values.PARLEY_ALLOW_PRIVATE_WEBHOOKS,
    },
    sip: {
      host: values.PARLEY_SIP_HOST,
      ipv6Host: values.PARLEY_SIP_HOST_IPV6,
      port: values.PARLEY_SIP_PORT,
      publicHost: values.PARLEY_PUBLIC_ADDRESS,
      tls: {
        port: values.PARLEY_SIP_TLS_PORT,
        identity:
          values.PARLEY_SIP_TLS_CERTIFICATE === undefined || values.PARLEY_SIP_TLS_KEY === undefined
            ? undefined
            : { certificateFile: values.PARLEY_SIP_TLS_CERTIFICATE, keyFile: values.PARLEY_SIP_TLS_KEY },
        authoritiesFile: values.PARLEY_SIP_TLS_AUTHORITIES,
        requiresClientCertificate: values.PARLEY_SIP_TLS_CLIENT_CERTIFICATES,
      },
      stir: {
        signing:
          values.PARLEY_STIR_CERTIFICATE === undefined ||
          values.PARLEY_STIR_KEY === undefined ||
          values.PARLEY_STIR_X5U === undefined
            ? undefined
            : {
                certificateFile: values.PARLEY_STIR_CERTIFICATE,
                keyFile: values.PARLEY_STIR_KEY,
                certificateUrl: values.PARLEY_STIR_X5U,
              },
        trustDirectory: values.PARLEY_STIR_TRUST,
      },
      trunk: values.PARLEY_SIP_TRUNK,
      trunkNetworks: values.PARLEY_TRUNK_NETWORKS,
      allowPrivateTrunks: values.PARLEY_ALLOW_PRIVATE_TRUNKS,
    },
    dnsServers: values.PARLEY_DNS_SERVERS,
    twilio: {
      account:
        values.TWILIO_ACCOUNT_SID === undefined || values.TWILIO_AUTH_TOKEN === undefined
          ? undefined
          : { accountSid: values.TWILIO_ACCOUNT_SID, authToken: values.TWILIO_AUTH_TOKEN },
      baseUrl: values.TWILIO_BASE_URL?.replace(/\/+$/, '') ?? null,
    },
    telnyx: { baseUrl: values.TELNYX_BASE_URL?.replace(/\/+$/, '') ?? null },
    operatorRoute: values.PARLEY_SIP_TRUNK ? 'sip' : values.TWILIO_ACCOUNT_SID === undefined ? null : 'twilio',
    rtpPorts: values.PARLEY_RTP_PORTS,
    phonePort: values.PARLEY_PHONE_PORT,
    mediaThreads: values.PARLEY_MEDIA_THREADS,
    understandsAnyWords: values.PARLEY_ANY_WORDS,
    speechUnloadAfterMs: values.PARLEY_SPEECH_UNLOAD_S * 1000,
    drainS: values.PARLEY_DRAIN_S,
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
    operatorProviders: operatorProviders(values),
    allowPrivateProviders: values.PARLEY_ALLOW_PRIVATE_PROVIDERS,
    log: { level: values.PARLEY_LOG_LEVEL, personalData: values.PARLEY_LOG_PERSONAL_DATA },
  };
}
