import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestAuthority } from '@parley/sip/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { readStir } from './stir-files.ts';

const authority = new TestAuthority();
const own = authority.issue({ names: ['provider.example'] });
const other = authority.issue({ names: ['provider.example'] });
const wide = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
let directory: string;
const file = (name: string) => path.join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-stir-'));
  await writeFile(file('own.pem'), own.certificate);
  await writeFile(file('own.key'), own.key);
  await writeFile(file('other.key'), other.key);
  await writeFile(file('wide.key'), wide);
  for (const name of ['trust', 'none', 'broken']) await mkdir(file(name));
  await writeFile(file('trust/two.crt'), authority.certificate + other.certificate);
  await writeFile(file('trust/readme.txt'), 'nothing');
  await writeFile(file('broken/a.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const certificateUrl = 'https://calls.example.org/stir.pem';
const signing = (key: string) => ({ certificateFile: file('own.pem'), keyFile: file(key), certificateUrl });

test('what the files hold', async () => {
  const read = await readStir({ signing: signing('own.key'), trustDirectory: file('trust') });
  expect(read.signing?.certificateUrl).toBe(certificateUrl);
  expect(read.signing?.key.export({ type: 'pkcs8', format: 'pem' })).toBe(own.key);
  expect(read.authorities?.map(({ ca }) => ca)).toEqual([true, false]);
  const none = { signing: undefined, authorities: undefined };
  expect(await readStir({ signing: undefined, trustDirectory: undefined })).toEqual(none);
});

test.each([
  ['PARLEY_STIR_KEY', 'it is not the key of the certificate', 'other.key', 'trust'],
  ['PARLEY_STIR_KEY', 'it is not a key of the curve P-256', 'wide.key', 'trust'],
  ['PARLEY_STIR_KEY', 'it cannot be read (ENOENT)', 'missing.key', 'trust'],
  ['PARLEY_STIR_TRUST', 'it cannot be read (ENOENT)', 'own.key', 'missing'],
  ['PARLEY_STIR_TRUST', 'no .pem, .crt or .cer file in it has one', 'own.key', 'none'],
  ['PARLEY_STIR_TRUST', 'must be a file in PEM format', 'own.key', 'broken'],
])('%s is named: %s', async (variable, why, key, trust) => {
  const reading = readStir({ signing: signing(key), trustDirectory: file(trust) });
  await expect(reading).rejects.toThrow(ConfigError);
  await expect(reading).rejects.toThrow(`${variable}: `);
  await expect(reading).rejects.toThrow(why);
});

test('calls are signed with all three settings, or not at all', () => {
  const three = { PARLEY_STIR_CERTIFICATE: 'c', PARLEY_STIR_KEY: 'k', PARLEY_STIR_X5U: certificateUrl };
  expect(readConfig(three).sip.stir).toEqual({
    signing: { certificateFile: 'c', keyFile: 'k', certificateUrl },
    trustDirectory: undefined,
  });
  expect(() => readConfig({ PARLEY_STIR_KEY: 'k' })).toThrow('PARLEY_STIR_CERTIFICATE: is needed to sign calls');
  expect(() => readConfig({ PARLEY_STIR_KEY: 'k' })).toThrow('PARLEY_STIR_X5U: is needed to sign calls');
  expect(() => readConfig({ ...three, PARLEY_STIR_X5U: 'http://a.example' })).toThrow('https address');
});
