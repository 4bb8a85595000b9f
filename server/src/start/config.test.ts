import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const languageModel = (environment: Record<string, string>) => readConfig(environment).languageModel;

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('the configuration was taken');
}

describe('a language model server', () => {
  it('is not there unless it is configured; empty variables count as absent', () => {
    expect(languageModel({})).toBeUndefined();
    expect(languageModel({ PARLEY_LLM_URL: '', PARLEY_LLM_API_KEY: '', PARLEY_LLM_MODEL: '' })).toBeUndefined();
  });

  it('has an address and a model, and a key where it needs one', () => {
    const PARLEY_LLM_URL = 'http://127.0.0.1:11434/v1';
    expect(languageModel({ PARLEY_LLM_URL, PARLEY_LLM_MODEL: 'qwen3:8b' })).toEqual({
      baseUrl: PARLEY_LLM_URL,
      apiKey: undefined,
      model: 'qwen3:8b',
    });
  });

  it('is OpenAI when only a key is given', () => {
    expect(languageModel({ PARLEY_LLM_API_KEY: 'sk-secret', PARLEY_LLM_MODEL: 'gpt-4.1-mini' })).toEqual({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk-secret',
      model: 'gpt-4.1-mini',
    });
  });

  it.each([
    [{ PARLEY_LLM_URL: 'http://127.0.0.1:11434/v1' }],
    [{ PARLEY_LLM_API_KEY: 'sk-secret' }],
    [{ PARLEY_LLM_MODEL: 'gpt-4.1-mini' }],
  ])('is not half configured: %o', (environment) => {
    const message = refusal(environment);
    expect(message).toMatch(/^The configuration is not right:\n {2}PARLEY_LLM_MODEL: (is needed|needs PARLEY_LLM_URL)/);
    expect(message).not.toMatch(/undefined|sk-secret/);
  });

  it.each([
    ['PARLEY_LLM_URL', 'ftp://127.0.0.1/v1'],
    ['PARLEY_LLM_URL', 'http://user:hunter2@127.0.0.1/v1'],
    ['PARLEY_LLM_API_KEY', 'hunter2 and more'],
    ['PARLEY_LLM_API_KEY', 'hunter2\n'],
  ])('is named, and what may be secret is not shown: %s %j', (name, value) => {
    const message = refusal({ PARLEY_LLM_MODEL: 'test-model', PARLEY_LLM_API_KEY: 'sk-secret', [name]: value });
    expect(message).toContain(`\n  ${name}: must `);
    expect(message).not.toMatch(/hunter2|sk-secret/);
  });
});

describe('a wrong value', () => {
  it.each([
    ['PORT', '70000', 'must be a port'],
    ['PARLEY_HOST', 'http://127.0.0.1', 'must be an address of this host'],
    ['PARLEY_HOST', '10.1', 'must be an address of this host'],
    ['PUBLIC_URL', 'calls.example.org', 'must be an http or https address'],
    ['PUBLIC_URL', 'https://calls.example.org/?a=b', 'must end before'],
    ['PARLEY_TRUST_PROXY', 'true', 'must be the addresses or networks of your proxies'],
    ['PARLEY_TRUST_PROXY', '10.0.0.0/33', 'must be the addresses or networks'],
    ['PARLEY_TRUST_PROXY', '10.0.0.5,', 'must be the addresses or networks'],
    ['PARLEY_TRUST_PROXY', '10.0.0', 'must be the addresses or networks'],
    ['PARLEY_TRUST_PROXY', '0.0.0.0/0', 'must be the addresses or networks'],
    ['PARLEY_TRUNK_NETWORKS', '203.0.113.0/33', 'must be the addresses or networks of your trunk'],
    ['PARLEY_ALLOW_PRIVATE_WEBHOOKS', 'yes', 'must be true or false'],
    ['PARLEY_SIP_HOST', 'foo', 'must be an IPv4 address'],
    ['PARLEY_SIP_HOST', '::1', 'must be an IPv4 address'],
    ['PARLEY_SIP_HOST_IPV6', '127.0.0.1', 'must be an IPv6 address'],
    ['PARLEY_SIP_HOST_IPV6', '::', 'must be an IPv6 address'],
    ['PARLEY_SIP_HOST_IPV6', 'fe80::1%eth0', 'must be an IPv6 address'],
    ['PARLEY_SIP_TRUNK', 'sip:192.0.2.10', 'must be host:port'],
    ['PARLEY_DNS_SERVERS', 'dns.example', 'must be addresses of DNS servers'],
    ['PARLEY_DNS_SERVERS', '192.0.2.53:99999', 'must be addresses of DNS servers'],
    ['PARLEY_SIP_TRUNK', '192.0.2.10:99999', 'must be host:port'],
    ['PARLEY_SIP_TRUNK', '192.0.2:5060', 'must be host:port'],
    ['PARLEY_SIP_TRUNK', 'trunk.example.org:', 'must be host:port'],
    ['PARLEY_SIP_TRUNK', '2001:db8::1', 'must be host:port'],
    ['PARLEY_PUBLIC_ADDRESS', 'xyz', 'must be the IPv4 address'],
    ['PARLEY_PUBLIC_ADDRESS', '0.0.0.0', 'must be the IPv4 address'],
    ['PARLEY_RTP_PORTS', '30000', 'must be a range of ports'],
    ['PARLEY_RTP_PORTS', '30000-20000', 'must be a range of ports'],
    ['PARLEY_PHONE_PORT', '5060', 'must be another port than PARLEY_SIP_PORT'],
    ['PARLEY_LOG_LEVEL', 'loud', 'must be one of fatal, error'],
  ])('is named, with its fault: %s=%s', (name, value, fault) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(`The configuration is not right:\n  ${name}: ${fault}`);
    expect(message).toContain(`(it is "${value}")`);
    expect(message.split('\n')).toHaveLength(2);
  });

  it.each(['PARLEY_LLM_URL', 'OPENAI_COMPATIBLE_BASE_URL', 'DEEPGRAM_BASE_URL'])(
    'of %s is a port that fetch refuses',
    (name) => {
      const PARLEY_LLM_MODEL = name === 'PARLEY_LLM_URL' ? 'qwen3:8b' : '';
      const message = refusal({ [name]: 'http://127.0.0.1:6000/v1', PARLEY_LLM_MODEL });
      expect(message).toContain(`\n  ${name}: must have another port: HTTP clients refuse this one`);
      expect(message.split('\n')).toHaveLength(2);
    },
  );

  it.each([['foo'], ['ollama'], ['http://']])('of PARLEY_LLM_URL is named, but not shown: %s', (value) => {
    const message = refusal({ PARLEY_LLM_URL: value, PARLEY_LLM_MODEL: 'qwen3:8b' });
    expect(message).toMatch('\n  PARLEY_LLM_URL: must be an http or https address, such as http://127.0.0.1:11434/v1');
    expect(message.split('\n')).toHaveLength(2);
  });

  it('is reported for all variables at once', () => {
    const message = refusal({ PORT: 'x', PARLEY_SIP_PORT: 'y', PARLEY_LLM_URL: 'z' });
    expect(message.match(/^ {2}\w+/gm)).toEqual(['  PORT', '  PARLEY_SIP_PORT', '  PARLEY_LLM_URL']);
  });
});

it('needs an address that others reach where SIP is bound to all', () => {
  const everywhere = { PARLEY_SIP_HOST: '0.0.0.0' };
  expect(refusal(everywhere)).toMatch('\n  PARLEY_PUBLIC_ADDRESS: is needed with PARLEY_SIP_HOST=0.0.0.0');
  expect(readConfig({ ...everywhere, PARLEY_PUBLIC_ADDRESS: '203.0.113.7' }).sip.publicHost).toBe('203.0.113.7');
});

describe('SIP over TLS', () => {
  const pair = { PARLEY_SIP_TLS_CERTIFICATE: '/tls/own.pem', PARLEY_SIP_TLS_KEY: '/tls/own.key' };

  it('is connected with from the first, and taken with a certificate', () => {
    const none = { port: 5061, identity: undefined, authoritiesFile: undefined, requiresClientCertificate: false };
    expect(readConfig({}).sip.tls).toEqual(none);
    expect(readConfig({ ...pair, PARLEY_SIP_TLS_PORT: '5071' }).sip.tls).toEqual({
      ...{ ...none, port: 5071 },
      identity: { certificateFile: '/tls/own.pem', keyFile: '/tls/own.key' },
    });
  });

  it.each([
    ['PARLEY_SIP_TLS_KEY', { PARLEY_SIP_TLS_CERTIFICATE: '/tls/own.pem' }, 'is needed for SIP over TLS'],
    ['PARLEY_SIP_TLS_CERTIFICATE', { PARLEY_SIP_TLS_KEY: '/tls/own.key' }, 'is needed for SIP over TLS'],
    ['PARLEY_SIP_TLS_AUTHORITIES', { ...pair, PARLEY_SIP_TLS_CLIENT_CERTIFICATES: 'true' }, 'is needed with'],
    ['PARLEY_SIP_TLS_PORT', { ...pair, PARLEY_SIP_TLS_PORT: '5060' }, 'must be another port than PARLEY_SIP_PORT'],
  ])('needs %s', (variable, environment, fault) => {
    expect(refusal(environment)).toMatch(`\n  ${variable}: ${fault}`);
  });
});

it('believes proxies that are named, and no others', () => {
  expect(readConfig({}).http.trustedProxies).toEqual([]);
  const PARLEY_TRUST_PROXY = '10.0.0.5, 192.168.0.0/16 ,::1,2001:db8::/32';
  const proxies = ['10.0.0.5', '192.168.0.0/16', '::1', '2001:db8::/32'];
  expect(readConfig({ PARLEY_TRUST_PROXY }).http.trustedProxies).toEqual(proxies);
});

it('keeps recordings in the data directory, or in one that is shared', () => {
  expect(readConfig({ PARLEY_DATA_DIR: '/srv/parley' }).recordingsDir).toBe('/srv/parley/recordings');
  const shared = { PARLEY_DATA_DIR: '/srv/parley', PARLEY_RECORDINGS_DIR: '/mnt/recordings' };
  expect(readConfig(shared)).toMatchObject({ dataDir: '/srv/parley', recordingsDir: '/mnt/recordings' });
});

describe('a trunk', () => {
  it.each([
    ['192.0.2.10:5090', { host: '192.0.2.10', port: 5090 }],
    ['trunk.example.org', { host: 'trunk.example.org', port: 5060 }],
    ['[2001:DB8:0::1]:5070', { host: '2001:db8::1', port: 5070 }],
    ['[::1]', { host: '::1', port: 5060 }],
  ])('is %s', (PARLEY_SIP_TRUNK, trunk) => {
    expect(readConfig({ PARLEY_SIP_TRUNK }).sip.trunk).toEqual(trunk);
  });
});

describe('DATABASE_URL', () => {
  it.each([
    ['localhost:5432'],
    ['mysql://user:hunter2@localhost/parley'],
    ['postgresql://user:hunter2%@localhost/parley'],
    ['postgresql://user:hunter2@localhost:port/parley'],
    ['postgresql:parley'],
  ])('is an address of PostgreSQL: %s', (DATABASE_URL) => {
    const message = refusal({ DATABASE_URL, USER: 'alice' });
    expect(message).toMatch('\n  DATABASE_URL: must be a PostgreSQL address, such as postgresql://user:password@host');
    expect(message).not.toContain('hunter2');
  });

  it('names a user, unless the environment does', () => {
    const DATABASE_URL = 'postgresql://127.0.0.1/parley';
    expect(refusal({ DATABASE_URL })).toMatch('\n  DATABASE_URL: must name a user: postgresql://user:');
    for (const environment of [
      { DATABASE_URL, USER: 'alice' },
      { DATABASE_URL, PGUSER: 'alice' },
      { DATABASE_URL: `${DATABASE_URL}?user=alice` },
    ]) {
      expect(readConfig(environment).databaseUrl).toBe(environment.DATABASE_URL);
    }
  });

  it.each([
    ['postgres://parley@/parley?host=%2Frun%2Fpostgresql'],
    ['postgresql:///parley?host=/run/postgresql&user=parley'],
    ['postgresql://parley:a%40b@[::1]:5433/parley?sslmode=require'],
  ])('may be a socket, or have a host of any kind: %s', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });
});
