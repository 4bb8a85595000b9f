import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Analytics, CallPeaks, Home, Retention } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account, BUSY, REJECTS, RINGS } from './accounts.ts';

/** Hangs up in mid-sentence: a short call with words and audio. */
const HANGS_UP = '+12025550106';

let service: Service;
let account: Account;
let otherAccount: Account;
let talk: any;
let batch: any;

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
  otherAccount = await Account.create(service, 'growth');
  talk = await account.call({ recipient_phone: HANGS_UP, variables: { note: '=1+1' } });
  await account.call({ recipient_phone: BUSY });
  const made = await account.request('POST', '/calls/batch', {
    body: { agent_id: account.agentIds[1], recipients: [{ phone: REJECTS }, { phone: BUSY }] },
  });
  batch = made.body;
  for (let status = ''; status !== 'completed'; ) {
    ({ status } = (await account.request('GET', `/calls/batch/${batch.batch_id}`)).body);
  }
  await otherAccount.call({ recipient_phone: BUSY });
});
afterAll(() => service?.remove());

const nowS = () => Math.floor(Date.now() / 1000);
const dashboard = (route: string, key = account.key, init: RequestInit = {}) =>
  fetch(`${service.baseUrl.replace('/v1', '')}/dashboard/api${route}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  });

async function keyFor(permission: string): Promise<string> {
  const words = ['keys', 'create', '--account', account.accountId, '--permissions', permission];
  return (await service.parley(...words)).api_key;
}

describe('GET /dashboard/api/analytics', () => {
  const read = async (query: string, key = account.key) => {
    const response = await dashboard(`/analytics?from=${nowS() - 86_400}&to=${nowS() + 60}${query}`, key);
    return { status: response.status, body: (await response.json()) as any };
  };

  test('counts calls as soon as they are analyzed', async () => {
    const { status, body } = await read('&bucket=hour');
    expect(status).toBe(200);
    expect(Analytics.parse(body)).toEqual(body);
    expect(body.totals).toMatchObject({
      calls: 4,
      answered: 1,
      completed: 1,
      failed: 3,
      answer_rate: 0.25,
      outcomes: expect.arrayContaining([{ value: 'busy', calls: 2 }]),
      end_reasons: expect.arrayContaining([
        { value: 'busy', calls: 2 },
        { value: 'rejected', calls: 1 },
        { value: 'user_hangup', calls: 1 },
      ]),
    });
    expect(body.totals.talk_s).toBe(talk.duration);
    expect(body.totals.responses).toBe(talk.latency?.turns ?? 0);
    expect(body.series.length).toBeGreaterThanOrEqual(24);
    expect(body.series.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0)).toBe(4);
    const starts = body.series.map(({ start }: { start: number }) => start);
    expect(new Set(starts.map((start: number) => start % 3600))).toEqual(new Set([0]));
  });

  test('groups by agent, batch and number, and filters by them', async () => {
    const byAgent = (await read('&group_by=agent')).body.groups;
    expect(byAgent.map(({ key, calls }: any) => [key, calls])).toEqual(
      expect.arrayContaining([
        [account.agentIds[0], 2],
        [account.agentIds[1], 2],
      ]),
    );
    const { body: agent } = await account.request('GET', `/agents/${account.agentId}`);
    expect(byAgent.find(({ key }: any) => key === account.agentId).label).toBe(agent.name);
    const byBatch = (await read('&group_by=batch')).body.groups;
    expect(byBatch.map(({ key, calls, failed }: any) => [key, calls, failed])).toEqual(
      expect.arrayContaining([
        [batch.batch_id, 2, 2],
        [null, 2, 1],
      ]),
    );
    const byNumber = (await read('&group_by=number')).body.groups;
    expect(byNumber.reduce((sum: number, { calls }: any) => sum + calls, 0)).toBe(4);
    expect((await read(`&batch_id=${batch.batch_id}`)).body.totals.calls).toBe(2);
    expect((await read('&direction=inbound')).body.totals.calls).toBe(0);
  });

  test('begins days where they begin in the time zone', async () => {
    const { body } = await read('&bucket=day&time_zone=Asia/Kolkata');
    for (const { start } of body.series) expect((start + 5.5 * 3600) % 86_400).toBe(0);
  });

  test('another account counts its own calls, and a key without calls:read none', async () => {
    expect((await read('', otherAccount.key)).body.totals.calls).toBe(1);
    expect((await read(`&agent_id=${account.agentId}`, otherAccount.key)).body.totals.calls).toBe(0);
    expect((await read('', await keyFor('agents:read'))).status).toBe(403);
  });

  test.each([
    ['from=5&to=4', 'from'],
    ['from=5', 'to'],
    ['from=0&to=9&time_zone=Mars/Olympus', 'time_zone'],
    ['from=0&to=99999999&bucket=hour', 'bucket'],
    ['from=0&to=9&bucket=minute', 'bucket'],
  ])('refuses %s', async (query, param) => {
    const response = await dashboard(`/analytics?${query}`);
    expect([response.status, ((await response.json()) as any).error.param]).toEqual([400, param]);
  });
});

describe('GET /dashboard/api/home', () => {
  test('tells live calls, the figures of today, what went wrong, and the first steps', async () => {
    const placed = await account.place({ recipient_phone: RINGS });
    const response = await dashboard('/home?time_zone=America/New_York');
    const home = (await response.json()) as any;
    expect(Home.parse(home)).toEqual(home);
    expect(home.live.total).toBe(1);
    expect(home.live.data[0]).toMatchObject({ call_id: placed.body.call_id, recipient_phone: RINGS });
    // Around midnight the calls of this test may belong to two days.
    expect(home.today.calls + home.yesterday.calls).toBe(4);
    expect(home.problems).toContainEqual(
      expect.objectContaining({ kind: 'end_reason', code: 'rejected', calls: 1, title: 'Declined' }),
    );
    expect(home.problems.every(({ remedy }: any) => remedy.length > 10)).toBe(true);
    const done = Object.fromEntries(home.first_steps.map(({ step, done }: any) => [step, done]));
    expect(done).toMatchObject({
      agent_created: false,
      call_placed: true,
      browser_call: false,
      webhook_registered: false,
      number_assigned: false,
    });
    await account.hangUp(placed.body.call_id);
    await account.request('POST', '/webhooks', { body: { url: 'https://example.com/hook' } });
    const later = (await (await dashboard('/home')).json()) as any;
    expect(later.live.total).toBe(0);
    expect(later.first_steps).toContainEqual({ step: 'webhook_registered', done: true });
  });

  test('another account sees nothing of it; calls:read is needed', async () => {
    const home = (await (await dashboard('/home', otherAccount.key)).json()) as any;
    expect(home.live.total).toBe(0);
    expect(home.today.calls + home.yesterday.calls).toBe(1);
    expect(home.problems).toEqual([]);
    expect((await dashboard('/home', await keyFor('agents:read'))).status).toBe(403);
  });
});

describe('GET /calls/export', () => {
  const read = (query: string, key = account.key) =>
    fetch(`${service.baseUrl}/calls/export${query}`, { headers: { authorization: `Bearer ${key}` } });

  test('gives every call as JSON, with its summary', async () => {
    const response = await read('');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="calls-\d{4}-\d\d-\d\d\.json"$/);
    const { data } = (await response.json()) as any;
    const { body: page } = await account.request('GET', '/calls?limit=100');
    expect(data.map(({ call_id }: any) => call_id)).toEqual(page.data.map(({ call_id }: any) => call_id));
    expect(data.find(({ call_id }: any) => call_id === talk.call_id).summary).toBe(talk.summary);
  });

  test('gives every call as CSV, in which nothing is a formula and numbers stay numbers', async () => {
    const response = await read('?format=csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]!.replace('\uFEFF', '').split(',').slice(0, 3)).toEqual(['call_id', 'status', 'direction']);
    const line = lines.find((text) => text.includes(talk.call_id))!;
    expect(line).toContain(`,${HANGS_UP},`);
    expect(line).toContain('"{""note"":""=1+1""}"');
    for (const cell of lines.flatMap((text) => text.split(',')))
      expect(cell).not.toMatch(/^"?[=@\t-]|^"?\+(?!\d{7,15}$)/);
  });

  test('takes the filters of the list, and leaves out calls of other accounts', async () => {
    const busy = (await (await read(`?end_reason=busy&batch_id=${batch.batch_id}`)).json()) as any;
    expect(busy.data.map(({ recipient_phone }: any) => recipient_phone)).toEqual([BUSY]);
    const person = (await (await read(`?phone=${encodeURIComponent('+1202555010')}`)).json()) as any;
    expect(person.data.length).toBeGreaterThanOrEqual(4);
    expect(((await (await read('', otherAccount.key)).json()) as any).data).toHaveLength(1);
    expect((await read('?format=xml')).status).toBe(400);
    expect((await read('', await keyFor('agents:read'))).status).toBe(403);
  });
});

test.each([
  ['direction=inbound', 0],
  ['end_reason=rejected', 1],
  ['outcome=busy', 2],
  ['sentiment=negative', 0],
  [`phone=${encodeURIComponent(REJECTS)}`, 1],
  [`phone=${encodeURIComponent('+1202555010')}&end_reason=busy`, 2],
  [`phone=${encodeURIComponent('+13')}`, 0],
])('GET /calls?%s filters', async (query, count) => {
  const { status, body } = await account.request('GET', `/calls?${query}`);
  expect([status, body.total, body.data.length]).toEqual([200, count, count]);
});

test.each([
  ['phone=2025550101', 'phone'],
  ['phone=%2B', 'phone'],
  ['end_reason=nothing', 'end_reason'],
  ['direction=up', 'direction'],
])('GET /calls?%s is refused', async (query, param) => {
  const { status, body } = await account.request('GET', `/calls?${query}`);
  expect([status, body.error.param]).toEqual([400, param]);
});

describe('GET /calls/{call_id}/peaks', () => {
  test('are those of the audio, on both sides, and are kept beside it', async () => {
    const { status, body } = await account.request('GET', `/calls/${talk.call_id}/peaks`);
    expect(status).toBe(200);
    expect(CallPeaks.parse(body)).toEqual(body);
    const wav = Buffer.from(await (await fetch(talk.recording_stereo_url)).arrayBuffer());
    const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, Math.floor((wav.length - 44) / 2));
    expect(body.duration).toBeCloseTo(samples.length / 2 / 8000, 3);
    for (const side of [0, 1]) {
      const own = samples.filter((_, index) => index % 2 === side);
      const stretch = Math.max(160, Math.ceil(own.length / 4000));
      const expected = Array.from({ length: Math.ceil(own.length / stretch) }, (_, at) => {
        const loudest = own.subarray(at * stretch, (at + 1) * stretch).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
        return Math.round((loudest / 32_768) * 1000) / 1000;
      });
      expect(body.peaks[side]).toEqual(expected);
      expect(Math.max(...body.peaks[side])).toBeGreaterThan(0.02);
    }
    const again = await account.request('GET', `/calls/${talk.call_id}/peaks`);
    expect(again.body).toEqual(body);
  });

  test('404 without a recording and for a call of another account, 403 without permission', async () => {
    const { body } = await account.request('GET', '/calls?end_reason=busy');
    expect((await account.request('GET', `/calls/${body.data[0].call_id}/peaks`)).status).toBe(404);
    expect((await otherAccount.request('GET', `/calls/${talk.call_id}/peaks`)).status).toBe(404);
    const key = await keyFor('agents:read');
    expect((await account.request('GET', `/calls/${talk.call_id}/peaks`, { key })).status).toBe(403);
  });
});

test('retention is read and changed with account:write alone', async () => {
  const key = await keyFor('account:write');
  const change = (body: object, own = key) =>
    dashboard('/account/retention', own, {
      method: 'PATCH',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const changed = (await (await change({ recordings_days: 30 })).json()) as any;
  expect(Retention.parse(changed)).toEqual({ recordings_days: 30, transcripts_days: null });
  expect(await (await dashboard('/account/retention', key)).json()).toEqual(changed);
  expect(await (await change({ recordings_days: null })).json()).toEqual({
    recordings_days: null,
    transcripts_days: null,
  });
  expect((await change({ recordings_days: 0 })).status).toBe(400);
  expect((await change({ days: 3 })).status).toBe(400);
  const reader = await keyFor('calls:read');
  expect((await change({ recordings_days: 1 }, reader)).status).toBe(403);
  expect((await dashboard('/account/retention', reader)).status).toBe(403);
});

/** The last: afterwards there is nothing left to look at. */
test('POST /erasures erases a person, file and all, with account:write alone', async () => {
  const erase = (key: string) => account.request('POST', '/erasures', { key, body: { phone_number: HANGS_UP } });
  expect((await erase(await keyFor('calls:write'))).status).toBe(403);
  expect((await erase(otherAccount.key)).body).toMatchObject({ calls: 0, recordings: 0 });
  const files = async () =>
    (await readdir(path.join(service.address.dataDir, 'recordings'), { recursive: true })).filter((file) =>
      file.includes(talk.call_id),
    );
  expect(await files()).toHaveLength(2);
  const live = await account.place({ recipient_phone: RINGS, agent_id: account.agentIds[1] });
  const refused = await account.request('POST', '/erasures', { body: { phone_number: RINGS } });
  expect([refused.status, refused.body.error.param]).toEqual([409, 'phone_number']);
  expect(refused.body.error.message).toContain(live.body.call_id);
  await account.hangUp(live.body.call_id);
  const { status, body } = await erase(account.key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ calls: 1, transcripts: 1, recordings: 1, variables: 1, suppressed: false });
  expect(body.events).toBeGreaterThan(0);
  expect(await files()).toEqual([]);
  const { body: call } = await account.request('GET', `/calls/${talk.call_id}`);
  expect(call).toMatchObject({
    recipient_phone: 'erased',
    transcript: [],
    summary: null,
    variables: {},
    recording_url: null,
  });
  const { body: events } = await account.request('GET', `/calls/${talk.call_id}/events`);
  expect(JSON.stringify(events)).not.toContain(HANGS_UP);
  expect(events.data.some(({ event }: any) => event === 'call.turn')).toBe(false);
  const recording = await fetch(talk.recording_url);
  expect(recording.status).toBe(404);
  expect((await stat(service.address.dataDir)).isDirectory()).toBe(true);
});
