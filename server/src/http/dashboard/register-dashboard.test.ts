import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerUnknownPaths, rememberPaths } from '../server.ts';
import { registerDashboard } from './register-dashboard.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const script = 'globalThis.isBuilt = true;';

let directory: string;
let app: FastifyInstance;

function serving(from: string): FastifyInstance {
  const server = fastify();
  rememberPaths(server);
  registerDashboard(server, { directory: from });
  answerUnknownPaths(server);
  return server;
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-dashboard-'));
  await mkdir(path.join(directory, 'assets'));
  await writeFile(path.join(directory, 'index.html'), '<meta nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">');
  await writeFile(path.join(directory, 'secret.js'), 'outside');
  await writeFile(path.join(directory, 'assets', 'main-1a.js'), script);
  await writeFile(path.join(directory, 'assets', 'main-1a.js.gz'), gzipSync(script));
  await writeFile(path.join(directory, 'assets', 'icon-2b.svg'), '<svg/>');
  app = serving(directory);
});
afterAll(() => rm(directory, { recursive: true }));

describe('pages', () => {
  it.each([
    '/',
    '/login',
    '/welcome/abc',
    '/agents',
    '/agents/agent_1/versions',
    '/calls?status=active',
    '/settings/keys',
  ])('%s is the page for a browser', async (url) => {
    const response = await app.inject({ url, headers: browser });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each(['/', '/login', '/welcome/abc'])('%s is there for whatever takes HTML', async (url) => {
    for (const headers of [{}, { accept: '*/*' }]) {
      const response = await app.inject({ url, headers });
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
    for (const headers of [{ accept: 'application/json' }, { authorization: 'Bearer vk_live_0' }]) {
      expect((await app.inject({ url, headers })).statusCode).toBe(404);
    }
  });

  it.each(['/calls', '/settings'])('%s stays 404 for a program', async (url) => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      expect((await app.inject({ url, headers })).statusCode).toBe(404);
    }
  });

  it.each(['/v1', '/call', '/agent', '/v2/calls', '/loginx', '/dashboard', '/.env'])('%s is no page', async (url) => {
    expect((await app.inject({ url, headers: browser })).statusCode).toBe(404);
  });

  it('takes no other method', async () => {
    const response = await app.inject({ method: 'POST', url: '/login', headers: browser });
    expect(response.statusCode).toBe(404);
  });

  it('has a nonce of its own in each response, and a policy that knows nothing else', async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 3; count += 1) {
      const { headers, body } = await app.inject({ url: '/', headers: browser });
      const nonce = /script-src 'self' 'nonce-([\w+/=]{24})'/.exec(String(headers['content-security-policy']))![1]!;
      expect(body).toBe(`<meta nonce="${nonce}"><script nonce="${nonce}">`);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('say so when there is no build', async () => {
    const response = await serving(path.join(directory, 'nothing')).inject({ url: '/', headers: browser });
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('npm start');
    expect(response.body).not.toContain('__CSP_NONCE__');
  });
});

describe('assets', () => {
  it('are sent compressed to a client that accepts it, and are cached for good', async () => {
    const compressed = await app.inject({ url: '/assets/main-1a.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect(compressed.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(script);
    const plain = await app.inject('/assets/main-1a.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(script);
  });

  it('are what they are where nothing is compressed', async () => {
    const response = await app.inject({ url: '/assets/icon-2b.svg', headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers['content-type']).toBe('image/svg+xml');
    expect(response.body).toBe('<svg/>');
  });

  it.each([
    '/assets/gone-1.js',
    '/assets/..%2Fsecret.js',
    '/assets/.js',
    '/assets/',
    '/assets/main-1a',
    '/assets/a%00.js',
  ])('%s is 404', async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('outside');
  });
});
