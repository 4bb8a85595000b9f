import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readServiceFile, serviceConfig, writeServiceFile } from './service-file.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-service-file-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const file = () => path.join(dataDir, 'service.json');

test('what a service wrote is read back; only its user may read it, and it holds no key', async () => {
  const config = readConfig({
    DATABASE_URL: 'postgresql://parley:secret@db.example/parley',
    PARLEY_API_KEY: 'key-of-the-operator-0123456789',
    PARLEY_LLM_API_KEY: 'key-of-the-model',
    PARLEY_LLM_MODEL: 'small',
    PARLEY_SIP_TRUNK: '192.0.2.10:5062',
  });
  const written = serviceConfig(config, 'https://calls.example.org');
  await writeServiceFile(dataDir, written);
  const read = await readServiceFile(dataDir);
  expect(read).toEqual(written);
  expect(read).toMatchObject({
    http: { publicUrl: 'https://calls.example.org', localUrl: 'http://127.0.0.1:3000' },
    operatorRoute: 'sip',
    languageModel: { model: 'small' },
  });
  expect(JSON.stringify(read)).not.toContain('key-of');
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['10.0.0.7', 'http://10.0.0.7:8080'],
  ['::1', 'http://[::1]:8080'],
])('a service at %s is reached on its host', (host, localUrl) => {
  const config = readConfig({});
  const { http } = serviceConfig(
    { ...config, http: { ...config.http, host, port: 8080 } },
    'https://calls.example.org',
  );
  expect(http.localUrl).toBe(localUrl);
});

test('a file of another version, a damaged one and none are the same', async () => {
  expect(await readServiceFile(dataDir)).toBeNull();
  await writeFile(file(), '{"format": 0, "http": {}}');
  expect(await readServiceFile(dataDir)).toBeNull();
  await writeFile(file(), '{"format"');
  expect(await readServiceFile(dataDir)).toBeNull();
});
