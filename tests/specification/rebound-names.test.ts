import { DeepgramServer } from '@parley/providers/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FakeOpenAi } from '../support/fake-openai.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import { LocalMcpServer } from '../support/mcp-server.ts';
import { Service } from '../support/service.ts';
import { ToolServer } from '../support/tool-server.ts';
import { Account, TALKS } from './accounts.ts';
import { expectError } from './answers.ts';

const preload = new URL('../support/rebound-names.ts', import.meta.url).href;
/** Resolves to a public address in advance, and to this host at the connection. */
const rebound = (url: string) => url.replace('127.0.0.1', 'inside.rebound.test');

let service: Service;
let account: Account;
let company: ToolServer;
let shop: LocalMcpServer;
let llm: FakeOpenAi;
let deepgram: DeepgramServer;

beforeAll(async () => {
  [company, shop, llm, deepgram] = await Promise.all([
    ToolServer.start(),
    LocalMcpServer.start(),
    FakeOpenAi.start(() => ({ text: ['Good morning.'] })),
    new DeepgramServer().start(),
  ]);
  service = await Service.start({
    NODE_OPTIONS: `--import=${preload}`,
    PARLEY_ALLOW_PRIVATE_PROVIDERS: 'false',
    OPENAI_COMPATIBLE_BASE_URL: llm.url,
  });
  account = await Account.first(service);
});

afterAll(async () => {
  await service?.remove();
  await Promise.all([company?.close(), shop?.close(), llm?.close(), deepgram?.close()]);
});

beforeEach(() => {
  company.requests.length = 0;
  shop.headers.length = 0;
  llm.requests.length = 0;
  llm.otherRequests.length = 0;
});

const dashboard = async (path: string, body: object): Promise<any> => {
  const response = await fetch(`${service.baseUrl.replace(/\/v1$/, '')}/dashboard/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
};
const http = () => ({ type: 'http', name: 'find', description: 'Finds.', url: rebound(`${company.url}/find`) });
const mcp = () => ({ type: 'mcp', name: 'shop', url: rebound(shop.url) });
const tryTool = (tool: object): Promise<any> => dashboard('/agents/test/tool', { tool });

/** The agent is called at a number of its own. */
async function callIn(settings: object): Promise<any> {
  const { body: agent } = await account.request('POST', '/agents', { body: { name: 'Asked', ...settings } });
  const { body: free } = await account.request('GET', '/numbers/available?country=US');
  const { phone_number: phone } = free.data[0];
  const { body: number } = await account.request('POST', '/numbers', { body: { phone_number: phone } });
  await account.request('PATCH', `/numbers/${number.number_id}`, { body: { agent_id: agent.agent_id } });
  const { body: placed } = await account.place({ recipient_phone: phone, max_duration: 3 });
  await account.callOver(placed.call_id);
  for (const pause of growingPauses()) {
    const { body } = await account.request('GET', `/calls?agent_id=${agent.agent_id}`);
    if (body.data.length > 0) return account.callOver(body.data[0].call_id);
    await pause();
  }
}

async function deliveryTo(webhookId: string): Promise<any> {
  await account.request('POST', `/webhooks/${webhookId}/test`);
  for (const pause of growingPauses()) {
    const { body } = await account.request('GET', `/webhooks/${webhookId}/deliveries`);
    if (body.data[0]?.attempts > 0) return body.data[0];
    await pause();
  }
}

async function connect(vendor: string, url: string, name: string): Promise<string> {
  const base = { vendor, name, base_url: rebound(url), api_key: deepgram.apiKey };
  const { status, body } = await account.request('POST', '/providers', { body: base });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.provider_id;
}
const stepsOf = async (providerId: string) =>
  (await account.request('POST', `/providers/${providerId}/test`, { body: {} })).body.steps;

const PRIVATE = expect.stringContaining('inside.rebound.test resolves to a private address');

describe('a name that leads inside when a connection is made', () => {
  test('is sent no webhook', async () => {
    const { status, body } = await account.request('POST', '/webhooks', { body: { url: rebound(company.url) } });
    expect(status).toBe(201);
    expect(await deliveryTo(body.webhook_id)).toMatchObject({ last_response_status: null, last_error: PRIVATE });
    expect(company.requests).toEqual([]);
    await account.request('DELETE', `/webhooks/${body.webhook_id}`);
  });

  test('is sent no request of a tool', async () => {
    expect(await tryTool(http())).toMatchObject({
      ok: false,
      error: 'Error: The address is private, and not allowed.',
    });
    expect(company.requests).toEqual([]);
  });

  test('is asked for no tools as an MCP server', async () => {
    const { ok, error } = await tryTool(mcp());
    expect([ok, error]).toEqual([false, 'The agent had no tools of shop: The address is private, and not allowed.']);
    expect(shop.headers).toEqual([]);
  });

  test('is asked for no variables', async () => {
    const call = await callIn({ prompt: 'Be brief.', variables_webhook: { url: rebound(`${company.url}/who`) } });
    expect(call.analysis.warnings).toContain(
      'The variables webhook was of no help: The address is private, and not allowed.',
    );
    expect(company.requests).toEqual([]);
  });

  test('is no model: not where providers are tried, not in a call, and not after it', async () => {
    const providerId = await connect('openai-compatible', llm.url, 'inside');
    const steps = await stepsOf(providerId);
    expect(steps.find(({ name }: any) => name === 'model')).toMatchObject({ ok: false, detail: PRIVATE });
    const { body: document } = await account.request('POST', '/documents?name=Hours', {
      body: 'We are open on Friday.',
      headers: { 'content-type': 'text/plain' },
    });
    const overrides = {
      model: 'inside/test-model',
      first_message: 'Good morning.',
      knowledge: { document_ids: [document.document_id] },
    };
    const call = await account.call({ recipient_phone: TALKS, max_duration: 20, overrides });
    expect(JSON.stringify(call.analysis.warnings)).toContain('resolves to a private address');
    expect([llm.requests, llm.otherRequests]).toEqual([[], []]);
    await account.request('DELETE', `/providers/${providerId}`);
  });

  test('is no recognizer and no voice over a socket', async () => {
    const providerId = await connect('deepgram', deepgram.baseUrl, 'ears');
    const steps = await stepsOf(providerId);
    expect(steps.map(({ name, ok, detail }: any) => [name, ok, detail])).toEqual([
      ['transcriber', false, PRIVATE],
      ['voice', false, PRIVATE],
    ]);
    expect(deepgram.openConnections).toBe(0);
    await account.request('DELETE', `/providers/${providerId}`);
  });
});

test("a base address that is private is refused at once; the operator's own is not", async () => {
  const provider = { vendor: 'openai-compatible', name: 'own', base_url: company.url };
  expectError(await account.request('POST', '/providers', { body: provider }), 422, 'base_url');
  const providerId = await connect('openai-compatible', llm.url, 'named');
  const patch = { base_url: 'http://169.254.169.254/v1' };
  expectError(await account.request('PATCH', `/providers/${providerId}`, { body: patch }), 422, 'base_url');
  await account.request('DELETE', `/providers/${providerId}`);
  const events = await dashboard('/agents/check', { settings: { model: 'openai-compatible/test-model' } });
  expect(events.problems.filter(({ field }: any) => field === 'model')).toEqual([]);
  const { body } = await account.request('GET', '/models');
  expect(body.data.map(({ model }: any) => model)).toContain('openai-compatible/test-model');
});

/** Last, since it is another service: the same names, where they are let through. */
describe('where private addresses are allowed', () => {
  beforeAll(async () => {
    await service.stop();
    await service.start({ PARLEY_ALLOW_PRIVATE_PROVIDERS: 'true', PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' });
  });

  test('the same names are asked', async () => {
    const { body: webhook } = await account.request('POST', '/webhooks', { body: { url: rebound(company.url) } });
    expect(await deliveryTo(webhook.webhook_id)).toMatchObject({ last_response_status: 200 });
    await account.request('DELETE', `/webhooks/${webhook.webhook_id}`);
    company.requests.length = 0;
    expect(await tryTool(http())).toMatchObject({ ok: true });
    expect(await tryTool(mcp())).toMatchObject({ ok: true });
    await callIn({ prompt: 'Be brief.', variables_webhook: { url: rebound(`${company.url}/who`) } });
    expect(company.requests.map(({ path }) => path)).toEqual(['/find', '/who']);
    const providerId = await connect('openai-compatible', llm.url, 'inside');
    const steps = await stepsOf(providerId);
    expect(steps.find(({ name }: any) => name === 'model')).toMatchObject({ ok: true });
    const ears = await connect('deepgram', deepgram.baseUrl, 'ears');
    expect((await stepsOf(ears)).map(({ detail }: any) => detail).join()).not.toContain('private');
    expect(llm.requests.length).toBeGreaterThan(0);
  });
});
