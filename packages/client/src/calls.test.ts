import { openApiDocument } from '@parley/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Parley } from './parley.ts';
import type { Call, CallPage, CallPhase, DeliveryPage } from './resources.ts';
import { API_KEY, LocalService } from './testing/local-service.ts';

let service: LocalService;
let parley: Parley;

beforeEach(async () => {
  service = await LocalService.start();
  parley = new Parley({ apiKey: API_KEY, baseUrl: service.baseUrl });
});
afterEach(() => service.close());

const inPhase = (phase: CallPhase) => ({ status: 200, body: { call_id: 'call_1', phase } });

it('waits until a call is over and analyzed', async () => {
  service.script(inPhase('ringing'), inPhase('analyzing'));
  const call: Call = await parley.calls.waitUntilEnded('call_1');
  expect(call.phase).toBe('ended');
  expect(service.requests.map(({ path }) => path)).toEqual(Array(3).fill('/calls/call_1'));
});

it('waits no longer than it may', async () => {
  service.script(inPhase('talking'), inPhase('talking'));
  await expect(parley.calls.waitUntilEnded('call_1', { timeoutMs: 60 })).rejects.toMatchObject({
    code: 'timed_out',
    message: 'call_1 is still talking after 60 ms',
  });
  expect(service.requests).not.toHaveLength(0);
});

it('stops waiting when it is aborted', async () => {
  service.script(inPhase('talking'));
  const abort = new AbortController();
  const waiting = parley.calls.waitUntilEnded('call_1', { signal: abort.signal });
  await expect.poll(() => service.requests.length).toBe(1);
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

function callPage(ids: string[], hasMore: boolean): { status: number; body: CallPage } {
  const example = openApiDocument().paths['/calls']?.get?.responses['200'];
  const page = (example as { content: { 'application/json': { example: CallPage } } }).content['application/json']
    .example;
  const data = ids.map((id, index) => ({ ...page.data[0]!, call_id: id, created_at: 1000 - index }));
  return { status: 200, body: { ...page, data, has_more: hasMore } };
}

it('sends nothing for a list that is not read', async () => {
  parley.calls.list();
  await parley.agents.list();
  expect(service.requests.map(({ path }) => path)).toEqual(['/agents']);
});

it('gives one page when the list is awaited, and all calls when it is iterated', async () => {
  service.script(callPage(['a', 'b'], true), callPage(['a', 'b'], true), callPage(['c'], false));
  const list = parley.calls.list({ agent_id: 'agent_1' });
  expect((await list).data.map((call) => call.call_id)).toEqual(['a', 'b']);
  const ids: string[] = [];
  for await (const call of list) ids.push(call.call_id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(service.requests.map(({ query }) => query)).toEqual([
    { agent_id: 'agent_1' },
    { agent_id: 'agent_1', limit: '100' },
    { agent_id: 'agent_1', limit: '100', to: '1000', offset: '1' },
  ]);
});

it('asks for no further page when the loop is left', async () => {
  service.script(callPage(['a', 'b'], true));
  for await (const call of parley.calls.list()) if (call.call_id === 'b') break;
  expect(service.requests).toHaveLength(1);
});

it('gives each delivery of a webhook once, though new ones push it onto the next page', async () => {
  const page = (ids: string[], hasMore: boolean) => ({
    status: 200,
    body: { data: ids.map((id) => ({ delivery_id: id })), limit: 2, offset: 0, has_more: hasMore } as DeliveryPage,
  });
  service.script(page(['a', 'b'], true), page(['b', 'c'], false));
  const ids: string[] = [];
  for await (const delivery of parley.webhooks.deliveries('whk_1', { limit: 2 })) ids.push(delivery.delivery_id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(service.requests.map(({ query }) => query.offset)).toEqual(['0', '2']);
});
