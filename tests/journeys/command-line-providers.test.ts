import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeDeepgram } from '../../server/src/providers/testing/fake-deepgram.ts';
import { Service } from '../support/service.ts';

const root = path.resolve(import.meta.dirname, '../..');
let service: Service;
let deepgram: FakeDeepgram;
let scratch: string;
let keyFile: string;
let account: string[];

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'parley-command-line-'));
  [service, deepgram] = await Promise.all([Service.start(), FakeDeepgram.start()]);
  keyFile = path.join(scratch, 'key');
  await writeFile(keyFile, `${deepgram.apiKey}\n`);
  account = ['--account', (await json(['accounts', 'list'])).data[0].account_id];
});

afterAll(async () => {
  await Promise.all([service?.remove(), deepgram?.close()]);
  await rm(scratch, { recursive: true, force: true });
});

/** The tool as a person has it before them. */
async function parley(words: string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, ['server/src/cli/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, ...service.environment },
  });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}

async function json(words: string[], input?: string): Promise<any> {
  const { code, out, err } = await parley([...words, '--json'], input);
  if (code !== 0) throw new Error(`parley ${words.join(' ')} ended with ${code}: ${err}${out}`);
  return JSON.parse(out);
}

const refusal = async (words: string[]) => JSON.parse((await parley([...words, '--json'])).out).error;

test('a vendor is connected with the key of a file, listed, tried, changed and removed', async () => {
  const made = await json([
    ...['providers', 'create', 'deepgram', ...account, '--name', 'Main'],
    ...['--key-file', keyFile, '--base-url', deepgram.url],
  ]);
  expect(made).toMatchObject({ vendor: 'deepgram', name: 'Main', base_url: deepgram.url, api_key_set: true });
  expect((await service.request('GET', `/providers/${made.provider_id}`)).body).toEqual(made);

  const listed = await parley(['providers', 'list', ...account]);
  expect(listed.out).toMatch(/^provider_id +vendor +name +base_url +key\nprv_\w+ +deepgram +Main +http\S+ +stored\n$/);

  const tried = await parley(['providers', 'test', made.provider_id, ...account]);
  expect(tried.code).toBe(0);
  expect(tried.out).toMatch(/^transcriber {2}ok, \d+ ms: It understood "Good morning from the recognizer\."/);
  expect(tried.out).toMatch(/^voice {8}ok, \d+ ms: aura-2-thalia-en/m);

  expect((await parley(['voices', 'list', ...account, '--provider', 'main'])).out).toMatch(
    /^voice_id +name +languages +description\nMain\/aura-2-thalia-en +Thalia +en/,
  );
  const models = await json(['models', 'list', ...account]);
  expect(models.default_transcriber).toBe('Main');
  expect(models.data.map(({ model }: any) => model)).toContain('Main/flux-general-en');

  // Of standard input.
  const changed = await json(
    ['providers', 'change', made.provider_id, ...account, '--name', 'Second', '--key-file', '/dev/stdin'],
    'another-key',
  );
  expect(changed).toMatchObject({ name: 'Second', base_url: deepgram.url, api_key_set: true });
  const failed = await parley(['providers', 'test', made.provider_id, ...account]);
  expect(failed.code).toBe(1);
  expect(failed.out).toMatch(/^voice {8}failed: /m);
  expect(failed.out).not.toContain('another-key');
  expect((await parley(['voices', 'list', ...account, '--provider', 'Second'])).out).toMatch(
    /^none\nSecond could not be asked: /,
  );

  const removed = await json(['providers', 'delete', made.provider_id, ...account]);
  expect(removed).toEqual({ provider_id: made.provider_id, removed: true });
  expect((await service.request('GET', '/providers')).body.total).toBe(0);
});

test('the keys that represent the operator are revoked with their request', async () => {
  await json(['models', 'list', ...account]);
  const { data } = await json(['keys', 'list', ...account]);
  const used = data.filter(({ name }: any) => name?.startsWith('One request of the command line'));
  expect(used.length).toBeGreaterThan(0);
  for (const key of used)
    expect(key).toMatchObject({ permissions: ['providers:write'], revoked_at: expect.any(Number) });
});

describe('what is wrong', () => {
  test.each([
    [['providers', 'create'], 'invalid_request', 'vendor', /^VENDOR \(anthropic, .*\) is missing/],
    [['providers', 'create', 'unknown'], 'invalid_request', 'vendor', /vendor/],
    [['providers', 'create', 'deepgram'], 'unprocessable', 'api_key', /^api_key is missing/],
    [['providers', 'create', 'deepgram', '--key-file', '/nowhere'], 'invalid_request', 'key-file', /^\/nowhere cannot/],
    [['providers', 'change', 'prv_x', '--name', 'x'], 'not_found', 'provider_id', /^There is no provider prv_x/],
    [['providers', 'delete', 'prv_x'], 'not_found', 'provider_id', /^There is no provider prv_x/],
    [['providers', 'test', '../keys'], 'not_found', 'provider_id', /^There is no provider/],
  ])('%j', async (words, code, param, message) => {
    expect(await refusal([...words, ...account])).toEqual({ code, param, message: expect.stringMatching(message) });
  });

  test('no service is running; what is stored can be read', async () => {
    await service.stop();
    const error = await refusal(['models', 'list', ...account]);
    expect(error).toMatchObject({ code: 'unprocessable', message: expect.stringMatching(/^No service is running/) });
    expect((await json(['providers', 'list', ...account])).total).toBe(0);
    await service.start();
  });
});
