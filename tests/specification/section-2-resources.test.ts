import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/growing-pauses.ts';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, REJECTS, RINGS, TALKS } from './accounts.ts';
import { expectFields, expectUnixSeconds } from './answers.ts';

const detailFields = [
  ...['call_id', 'status', 'phase', 'direction', 'channel', 'agent_id', 'agent_version', 'batch_id', 'recipient_phone'],
  ...['from_number', 'variables', 'max_duration', 'created_at', 'answered_at', 'ended_at', 'duration', 'answered_by'],
  ...['end_reason', 'ended_by', 'sip_code', 'transcript', 'summary', 'sentiment', 'outcome', 'analysis'],
  ...['recording_url', 'recording_stereo_url', 'latency', 'cost', 'metadata', 'overrides', 'transferred_to'],
  ...['caller_identity', 'on_hold'],
];

const service = sharedService();
let account: Account;
/** A conversation of some seconds that its longest duration ends; the tests that need it come last. */
let conversation: Promise<any>;
/** Each different status and phase that was seen of it, in order. */
const seen: string[] = [];

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
  const placed = await account.place({ recipient_phone: TALKS, max_duration: 9 });
  conversation = account.callWhen(placed.body.call_id, (current) => {
    const state = `${current.status} ${current.phase}`;
    if (seen.at(-1) !== state) seen.push(state);
    return current.phase === 'ended';
  });
  conversation.catch(() => {});
});

describe('2.1 Call · ends', () => {
  test('duration is 0 when it was never answered', async () => {
    expect(await account.call()).toMatchObject({ answered_at: null, duration: 0, transcript: [], latency: null });
  });

  test.each([
    [BUSY, 'busy', 'busy', 486],
    [REJECTS, 'rejected', 'failure', 603],
  ])('%s ends %s with the outcome %s and the SIP code %i', async (phone, endReason, outcome, sipCode) => {
    expect(await account.call({ recipient_phone: phone })).toMatchObject({
      ...{ status: 'failed', end_reason: endReason, ended_by: 'user', outcome, sip_code: sipCode },
    });
  });

  test('a voice that the provider turns out not to have never costs a call: a warning says so', async () => {
    await account.request('PATCH', `/agents/${account.agentIds[1]}`, { body: { voice_id: 'no-such-voice' } });
    const other = await account.callWithWords({ agent_id: account.agentIds[1], recipient_phone: TALKS }, 2);
    expect(other.analysis.warnings.join()).toContain('no-such-voice');
  });

  test('they are null where nothing was said, and where recording is switched off', async () => {
    expect(await account.call()).toMatchObject({ recording_url: null, recording_stereo_url: null });
    const agentId = account.agentIds[1];
    await account.request('PATCH', `/agents/${agentId}`, { body: { recording: { enabled: false } } });
    const silent = await account.call({ agent_id: agentId, recipient_phone: TALKS, max_duration: 1 });
    expect(silent).toMatchObject({ status: 'completed', recording_url: null, recording_stereo_url: null });
  });
});

describe('3 States · of other calls', () => {
  test('active is answered: it has a time of answer, and no end yet', async () => {
    const placed = await account.place({ agent_id: account.agentIds[1], recipient_phone: TALKS });
    const active = await account.callWhen(placed.body.call_id, ({ status }) => status !== 'initiated');
    expect(active).toMatchObject({ status: 'active', phase: 'talking', ended_at: null, duration: null });
    expectUnixSeconds(active.answered_at);
    const over = await account.hangUp(placed.body.call_id);
    expect(over).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
  });

  test('initiated, failed when it was never answered', async () => {
    const placed = await account.place({ recipient_phone: RINGS });
    const ringing = await account.callWhen(placed.body.call_id, ({ phase }) => phase === 'ringing');
    expect(ringing).toMatchObject({ status: 'initiated', answered_at: null });
    expect(await account.hangUp(placed.body.call_id)).toMatchObject({ status: 'failed', answered_at: null });
  });
});

describe('2.1 Call', () => {
  let call: any;

  beforeAll(async () => {
    call = await conversation;
  });

  test('the detail is flat, with every field of the decisions, and says whether it was simulated', () => {
    expectFields(call, [...detailFields, 'simulated']);
    expect(call).toMatchObject({ direction: 'outbound', batch_id: null, simulated: true, recipient_phone: TALKS });
  });

  test('times and duration', () => {
    for (const time of [call.created_at, call.answered_at, call.ended_at]) expectUnixSeconds(time);
    expect(call.created_at).toBeLessThanOrEqual(call.answered_at);
    expect(Math.abs(call.ended_at - call.answered_at - call.duration)).toBeLessThanOrEqual(1);
    expect(call.duration).toBeGreaterThanOrEqual(9);
    expect(call.duration).toBeLessThan(14);
  });

  test('max_duration ends it in order', () => {
    expect(call).toMatchObject({ status: 'completed', end_reason: 'max_duration', ended_by: 'system' });
  });

  test('transcript: turns with role, text, start, end and interrupted, in seconds with millisecond precision', () => {
    expect(call.transcript.length).toBeGreaterThanOrEqual(2);
    for (const turn of call.transcript) {
      const { generated_text: generated, words, tool, response, ...rest } = turn;
      expectFields(rest, ['role', 'text', 'start', 'end', 'interrupted']);
      expect(['agent', 'user', 'tool']).toContain(turn.role);
      expect(typeof turn.interrupted).toBe('boolean');
      expect(turn.end).toBeGreaterThanOrEqual(turn.start);
      for (const position of [turn.start, turn.end]) {
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThan(call.duration + 2);
        expect(Math.round(position * 1000) / 1000).toBe(position);
      }
    }
  });

  test('summary, sentiment, outcome, analysis and latency', () => {
    expect(call.summary).toMatch(/\w/);
    expect([null, 'positive', 'neutral', 'negative']).toContain(call.sentiment);
    expect(typeof call.outcome).toBe('string');
    expectFields(call.analysis, ['method', 'warnings', 'data']);
    expect(call.analysis).toMatchObject({ method: 'rules', warnings: expect.any(Array) });
    // Null when no turn of the person was answered in the time that the call was given.
    if (call.latency === null) return;
    expectFields(call.latency, ['turn_p50_ms', 'turn_p95_ms', 'turns', 'stages']);
    const { stages, ...figures } = call.latency;
    for (const value of Object.values(figures)) expect(Number.isInteger(value)).toBe(true);
    for (const stage of stages) expectFields(stage, ['stage', 'p50_ms', 'p95_ms']);
  });
});

describe('2.1 Call · recordings', () => {
  let call: any;

  beforeAll(async () => {
    call = await conversation;
  });

  const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

  async function expectForbidden(url: string): Promise<void> {
    const response = await get(url);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } });
  }

  test('mixed and stereo are absolute addresses of WAV files', async () => {
    for (const [url, channels] of [
      [call.recording_url, 1],
      [call.recording_stereo_url, 2],
    ]) {
      expect(new URL(url).origin).toBe(new URL(service.baseUrl).origin);
      const response = await get(url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
      const wav = Buffer.from(await response.arrayBuffer());
      expect([wav.toString('latin1', 0, 4), wav.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WAVE']);
      expect(wav.readUInt16LE(22)).toBe(channels);
      const seconds = (wav.length - 44) / wav.readUInt32LE(28);
      expect(Math.abs(seconds - call.duration)).toBeLessThan(2);
    }
  });

  test('they are signed, valid for 24 h, and fresh at each read', async () => {
    const expiryOf = ({ recording_url: url }: any) => Number(new URL(url).searchParams.get('expires'));
    const expires = expiryOf(call);
    expect(Math.abs(expires - Date.now() / 1000 - 24 * 3600)).toBeLessThan(60);
    const later = await until(
      async () => (await account.request('GET', `/calls/${call.call_id}`)).body,
      (read) => expiryOf(read) > expires,
    );
    expect((await get(later.recording_url)).status).toBe(200);
    expect((await get(call.recording_url)).status).toBe(200);
  });

  test('403: a signature that is forged, missing, of another time, file or call', async () => {
    const changed = (change: (url: URL) => void) => {
      const url = new URL(call.recording_url);
      change(url);
      return url.href;
    };
    const set = (name: string, value: string) => changed((url) => url.searchParams.set(name, value));
    await expectForbidden(set('signature', 'A'.repeat(43)));
    await expectForbidden(changed((url) => url.searchParams.delete('signature')));
    await expectForbidden(changed((url) => url.searchParams.delete('expires')));
    await expectForbidden(set('expires', String(Math.floor(Date.now() / 1000) + 10 * 24 * 3600)));
    await expectForbidden(set('expires', String(Math.floor(Date.now() / 1000) - 1)));
    await expectForbidden(call.recording_url.replace('mixed', 'stereo'));
    await expectForbidden(call.recording_url.replace(call.call_id, 'call_x'));
  });

  test('206: byte ranges', async () => {
    const whole = Buffer.from(await (await get(call.recording_url)).arrayBuffer());
    const size = whole.length;
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=40-1043', 40, 1043],
      [`bytes=${size - 7}-`, size - 7, size - 1],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=100-${size + 1000}`, 100, size - 1],
    ] as const) {
      const part = await get(call.recording_url, { range });
      expect([range, part.status]).toEqual([range, 206]);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(part.headers.get('accept-ranges')).toBe('bytes');
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await get(call.recording_url, { range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  });
});

describe('3 States', () => {
  beforeAll(() => conversation);

  test('initiated, active, completed, and never back', () => {
    const statuses = seen.map((state) => state.split(' ')[0]);
    expect(statuses.filter((status, index) => status !== statuses[index - 1])).toEqual([
      'initiated',
      'active',
      'completed',
    ]);
  });

  test('phase tells more: it goes forward only, and is ended at last', () => {
    const order = ['queued', 'dialing', 'ringing', 'talking', 'transferring', 'ending', 'analyzing', 'ended'];
    const places = seen.map((state) => order.indexOf(state.split(' ')[1]!));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(seen).toContain('active talking');
    expect(seen.at(-1)).toBe('completed ended');
  });
});
