import { StreamEvent } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventStream, type StreamedEvent } from '../support/event-stream.ts';
import { Service } from '../support/service.ts';
import { Account, BUSY, RINGS } from './accounts.ts';

/** Hangs up in mid-sentence: a short call with words. */
const HANGS_UP = '+12025550106';

let service: Service;
let account: Account;
const streams: EventStream[] = [];

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await service?.remove();
});

async function open(query = '', headers: Record<string, string> = {}, key = account.key): Promise<EventStream> {
  const stream = await EventStream.open(service.baseUrl, key, query, headers);
  streams.push(stream);
  return stream;
}

const ofCall = (stream: EventStream, callId: string) => stream.events.filter(({ data }) => data.call_id === callId);
const names = (events: StreamedEvent[]) =>
  events.map(({ event, data }) => (event === 'call.state' ? data.to : event.replace('call.', '')));
const isAnalyzed = (callId: string) => (event: StreamedEvent) =>
  event.event === 'call.analyzed' && event.data.call_id === callId;

async function keyFor(permission: string): Promise<{ key: string; keyId: string }> {
  const words = ['keys', 'create', '--account', account.accountId, '--permissions', permission];
  const made = await service.parley(...words);
  return { key: made.api_key, keyId: made.key_id };
}

async function place(change: object = {}): Promise<string> {
  const placed = await account.place(change);
  expect(placed.status).toBe(201);
  return placed.body.call_id;
}

describe('GET /events', () => {
  test('tells every move of a call and its turns, as they happen', async () => {
    const stream = await open();
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
    expect(stream.headers['ratelimit-limit']).toBe('6000');
    expect(stream.headers['cache-control']).toBe('no-store, no-transform');
    const callId = await place({ recipient_phone: HANGS_UP });
    await stream.until(isAnalyzed(callId));
    const events = ofCall(stream, callId);
    const published = names(events);
    expect(published.slice(0, 4)).toEqual(['queued', 'dialing', 'ringing', 'talking']);
    expect(published.slice(-2)).toEqual(['ended', 'analyzed']);
    expect(published.filter((name) => name === 'turn').length).toBeGreaterThan(0);
    const { body: call } = await account.request('GET', `/calls/${callId}`);
    const turns = events.filter(({ event }) => event === 'call.turn').map(({ data }) => data.turn);
    expect(turns).toEqual(expect.arrayContaining(call.transcript));
    expect(turns).toHaveLength(call.transcript.length);
    const ended = events.find(({ data }) => data.to === 'ended')!.data;
    expect(ended).toMatchObject({
      agent_id: account.agentId,
      batch_id: null,
      direction: 'outbound',
      recipient_phone: HANGS_UP,
      status: 'completed',
      end_reason: 'user_hangup',
      ended_by: 'user',
      sip_code: call.sip_code,
    });
    for (const event of stream.events) {
      expect(StreamEvent.parse(event)).toEqual(event);
      expect(JSON.stringify(event)).not.toContain('account_id');
    }
    const ids = stream.events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('goes on after the last event, by header and by query, without one twice', async () => {
    const first = await open();
    const callId = await place();
    await first.until(isAnalyzed(callId));
    const all = ofCall(first, callId);
    const after = String(all[1]!.id);
    const byHeader = await open('', { 'last-event-id': after });
    const byQuery = await open(`?last_event_id=${after}`);
    const both = await open('?last_event_id=0', { 'last-event-id': after });
    for (const stream of [byHeader, byQuery, both]) {
      await stream.until(isAnalyzed(callId));
      expect(stream.events).toEqual(all.slice(2));
    }
    const all0 = await open('?last_event_id=0');
    await all0.until(isAnalyzed(callId));
    expect(all0.events[0]!.data).toMatchObject({ from: null, to: 'queued' });
  });

  test('filters by call and by type', async () => {
    const callId = await place({ recipient_phone: RINGS });
    const ofOne = await open(`?call_id=${callId}&last_event_id=0`);
    const ofTypes = await open('?types=call.analyzed,call.turn');
    const other = await place();
    await ofTypes.until(isAnalyzed(other));
    expect(new Set(ofTypes.events.map(({ event }) => event))).toEqual(new Set(['call.analyzed']));
    await account.hangUp(callId);
    await ofOne.until(isAnalyzed(callId));
    expect(new Set(ofOne.events.map(({ data }) => data.call_id))).toEqual(new Set([callId]));
    expect(names(ofOne.events)[0]).toBe('queued');
  });

  test('reports the progress of a batch after each of its calls', async () => {
    const stream = await open();
    const recipients = [{ phone: BUSY }, { phone: '+12025550105' }];
    const { body: batch } = await account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients },
    });
    const done = await stream.until(({ event, data }) => event === 'batch.progress' && data.status === 'completed');
    expect(done.data).toMatchObject({ batch_id: batch.batch_id, total: 2, failed: 2, queued: 0 });
    const progress = stream.events.filter(({ event }) => event === 'batch.progress');
    expect(progress[0]!.data).toMatchObject({ batch_id: batch.batch_id });
    const moves = stream.events.filter(({ event, data }) => event === 'call.state' && data.batch_id === batch.batch_id);
    expect(names(moves).filter((name) => name === 'ended')).toHaveLength(2);
  });

  test('another account sees nothing of it', async () => {
    const otherAccount = await Account.create(service, 'growth');
    const stream = await open('?last_event_id=0', {}, otherAccount.key);
    const callId = await place();
    await account.callOver(callId);
    const own = await otherAccount.place();
    await stream.until(isAnalyzed(own.body.call_id));
    expect(new Set(stream.events.map(({ data }) => data.call_id))).toEqual(new Set([own.body.call_id]));
    const asked = await open(`?call_id=${callId}&last_event_id=0`, {}, otherAccount.key);
    await otherAccount.call();
    expect(asked.events).toEqual([]);
  });

  test('an id that none is yet is answered with a reset', async () => {
    const stream = await open('', { 'last-event-id': '900000000000' });
    const reset = await stream.until(({ event }) => event === 'reset');
    expect(reset.data).toEqual({ reason: 'unknown' });
    const callId = await place();
    await stream.until(isAnalyzed(callId));
    expect(reset.id).toBeLessThan(ofCall(stream, callId)[0]!.id);
  });

  test.each([
    ['?types=call.stat', {}, 'types'],
    ['?last_event_id=-1', {}, 'last_event_id'],
    ['?colour=red', {}, 'colour'],
    ['', { 'last-event-id': 'evt_1' }, 'Last-Event-ID'],
    ['', { 'last-event-id': '1e3' }, 'Last-Event-ID'],
  ])('refuses %s %j', async (query, headers, param) => {
    const { status, body } = await account.request('GET', `/events${query}`, { headers: headers as never });
    expect([status, body.error.param]).toEqual([400, param]);
  });

  test('needs the permission calls:read', async () => {
    const { key } = await keyFor('agents:read');
    expect((await account.request('GET', '/events', { key })).status).toBe(403);
    expect((await account.request('GET', '/events', { key: null })).status).toBe(401);
  });

  test('HEAD is answered without a stream', async () => {
    const response = await fetch(`${service.baseUrl}/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${account.key}` },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  test('20 streams are open for a key at most; one that is closed makes room', async () => {
    const { key } = await keyFor('calls:read');
    const open20 = await Promise.all(Array.from({ length: 20 }, () => open('', {}, key)));
    expect(open20.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await account.request('GET', '/events', { key });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('5');
    for (const stream of open20) stream.close();
    for (let status = 0; status !== 200; ) ({ status } = await open('', {}, key));
  });

  test('ends when its key is revoked', async () => {
    const { key, keyId } = await keyFor('calls:read');
    const stream = await open('', {}, key);
    await service.parley('keys', 'revoke', keyId);
    await stream.closed;
    expect((await account.request('GET', '/events', { key })).status).toBe(401);
  });

  test('a reader that does not read delays no other, and has lost nothing when it does', async () => {
    const slow = await open();
    slow.pause();
    const quick = await open();
    const callIds: string[] = [];
    for (let round = 0; round < 3; round += 1) callIds.push((await account.call()).call_id);
    for (const callId of callIds) await quick.until(isAnalyzed(callId));
    slow.resume();
    for (const callId of callIds) await slow.until(isAnalyzed(callId));
    expect(slow.events).toEqual(quick.events);
  });

  test('no event is missing over a restart, however the service ended', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const before = await open();
      const callId = await place({ recipient_phone: HANGS_UP });
      await before.until(({ event, data }) => event === 'call.turn' && data.call_id === callId);
      await service.stop(signal);
      await before.closed;
      await service.start();
      const after = await open('', { 'last-event-id': before.lastId! });
      await after.until(isAnalyzed(callId));
      const { body } = await account.request('GET', `/calls/${callId}/events`);
      const streamed = [...before.events, ...after.events].filter(({ data }) => data.call_id === callId);
      expect(streamed).toEqual(body.data);
    }
  });

  test('holds up no stop of the service', async () => {
    const stream = await open();
    const startedMs = performance.now();
    await service.stop('SIGTERM');
    expect(performance.now() - startedMs).toBeLessThan(4000);
    await stream.closed;
    await service.start();
  });
});

describe('GET /calls/{call_id}/events', () => {
  test('lists what happened, with the line figures of an answered call', async () => {
    const call = await account.call({ recipient_phone: HANGS_UP });
    const { status, body } = await account.request('GET', `/calls/${call.call_id}/events`);
    expect(status).toBe(200);
    expect(names(body.data)[0]).toBe('queued');
    expect(names(body.data).at(-1)).toBe('analyzed');
    expect(body.total).toBe(body.data.length);
    expect(body.data.every(({ id }: StreamedEvent) => id > 0)).toBe(true);
    expect(body.line.packets_received).toBeGreaterThan(0);
    const unanswered = await account.call();
    expect((await account.request('GET', `/calls/${unanswered.call_id}/events`)).body.line).toBeNull();
  });

  test("404 for another account's call, 403 without permission", async () => {
    const call = await account.call();
    const otherAccount = await Account.create(service, 'growth');
    expect((await otherAccount.request('GET', `/calls/${call.call_id}/events`)).status).toBe(404);
    const { key } = await keyFor('agents:read');
    expect((await account.request('GET', `/calls/${call.call_id}/events`, { key })).status).toBe(403);
  });
});
