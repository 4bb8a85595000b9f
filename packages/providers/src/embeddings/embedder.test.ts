import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderError } from '@parley/conversation/provider';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbedder } from './embedder.ts';

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: { requests?: unknown[] } | null;
}

let server: Server;
let received: Received[];
let answer: (request: Received) => { status?: number; body: unknown };
let baseUrl: string;

beforeEach(async () => {
  received = [];
  server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const given = { url: request.url!, headers: request.headers, body: text === '' ? null : JSON.parse(text) };
    received.push(given);
    const { status = 200, body } = answer(given);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const { signal } = new AbortController();
const open = (vendor: string, apiKey: string | null = 'key') =>
  openEmbedder(vendor, { baseUrl: `${baseUrl}/v1`, apiKey }, signal);
const byIndex = {
  data: [
    { index: 1, embedding: [0, 2] },
    { index: 0, embedding: [3, 4] },
  ],
};
const UNIT = [Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)];

it.each([
  ['openai', { model: 'text-embedding-3-small', dimensions: 512 }],
  ['mistral', { model: 'mistral-embed' }],
])('%s: POST /embeddings, vectors in the order of the texts and of length 1', async (vendor, options) => {
  answer = () => ({ body: byIndex });
  const embedder = await open(vendor);
  expect(embedder!.model).toBe(`${vendor}/${options.model}`);
  expect(await embedder!.embed(['one', 'two'], 'passage', signal)).toEqual(UNIT);
  expect(received[0]).toMatchObject({ url: '/v1/embeddings', headers: { authorization: 'Bearer key' } });
  expect(received[0]!.body).toEqual({ ...options, input: ['one', 'two'], encoding_format: 'float' });
});

it('a server of one’s own is asked which model embeds', async () => {
  answer = ({ url }) => ({ body: url === '/v1/models' ? { data: [{ id: 'llama3' }, { id: 'bge-m3' }] } : byIndex });
  const embedder = await open('openai-compatible', null);
  expect(embedder!.model).toBe('openai-compatible/bge-m3');
  expect(await embedder!.embed(['one', 'two'], 'query', signal)).toEqual(UNIT);
  answer = () => ({ body: { data: [{ id: 'llama3' }] } });
  expect(await open('openai-compatible', null)).toBeNull();
});

it('google: batchEmbedContents, with the purpose of the texts', async () => {
  answer = () => ({ body: { embeddings: [{ values: [3, 4] }, { values: [0, 2] }] } });
  const embedder = await openEmbedder('google', { baseUrl, apiKey: 'key' }, signal);
  expect(await embedder!.embed(['one', 'two'], 'query', signal)).toEqual(UNIT);
  expect(received[0]!.url).toMatch(/\/v1beta\/models\/gemini-embedding-001:batchEmbedContents$/);
  expect(received[0]!.headers['x-goog-api-key']).toBe('key');
  expect(received[0]!.body?.requests?.[0]).toEqual({
    model: 'models/gemini-embedding-001',
    content: { parts: [{ text: 'one' }] },
    taskType: 'RETRIEVAL_QUERY',
    outputDimensionality: 768,
  });
});

it.each([
  ['fewer vectors than texts', { body: { data: [{ index: 0, embedding: [1] }] } }],
  ['vectors of two lengths', { body: { data: [{ embedding: [1] }, { embedding: [1, 2] }] } }],
  ['nothing', { body: {} }],
  ['a refusal', { status: 401, body: { error: { message: 'wrong key: key' } } }],
])('%s is a failure of the provider', async (_, given) => {
  answer = () => given;
  const embedder = await open('openai');
  const failure = await embedder!.embed(['one', 'two'], 'passage', signal).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProviderError);
});

it('who has no embeddings is none', async () => {
  expect(await open('deepgram')).toBeNull();
});
