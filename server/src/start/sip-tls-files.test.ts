import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestAuthority } from '@parley/sip/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { readSipTls } from './sip-tls-files.ts';

const authority = new TestAuthority();
const [own, other] = [1, 2].map(() => authority.issue({ names: ['sip.example.com'] }));
let directory: string;
const file = (name: string) => path.join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-tls-'));
  await writeFile(file('own.pem'), own!.certificate);
  await writeFile(file('own.key'), own!.key);
  await writeFile(file('other.key'), other!.key);
  await writeFile(file('authority.pem'), authority.certificate);
  await writeFile(file('empty'), '');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const settings = (certificate: string, key: string, authorities?: string) => ({
  ...{ port: 5061, requiresClientCertificate: false },
  identity: { certificateFile: file(certificate), keyFile: file(key) },
  authoritiesFile: authorities && file(authorities),
});

test('what the files hold', async () => {
  expect(await readSipTls(settings('own.pem', 'own.key', 'authority.pem'))).toEqual({
    ...{ port: 5061, requiresClientCertificate: false },
    ...{ identity: own, authorities: authority.certificate },
  });
  const none = { port: 5061, requiresClientCertificate: false, identity: undefined };
  expect(await readSipTls({ ...none, authoritiesFile: undefined })).toEqual({ ...none, authorities: undefined });
});

test.each([
  ['PARLEY_SIP_TLS_CERTIFICATE', 'it cannot be read (ENOENT)', ['missing.pem', 'own.key']],
  ['PARLEY_SIP_TLS_CERTIFICATE', 'PEM', ['empty', 'own.key']],
  ['PARLEY_SIP_TLS_KEY', 'PEM', ['own.pem', 'authority.pem']],
  ['PARLEY_SIP_TLS_KEY', 'it is not the key of the certificate', ['own.pem', 'other.key']],
  ['PARLEY_SIP_TLS_AUTHORITIES', 'PEM', ['own.pem', 'own.key', 'own.key']],
] as const)('%s is named: %s', async (variable, why, [certificate, key, authorities]: readonly string[]) => {
  const reading = readSipTls(settings(certificate!, key!, authorities));
  await expect(reading).rejects.toThrow(ConfigError);
  await expect(reading).rejects.toThrow(`${variable}: must be a file in PEM format`);
  await expect(reading).rejects.toThrow(why);
});
