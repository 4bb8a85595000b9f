import { personaLines } from '@parley/providers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { ownWarnings } from '../support/warnings.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { wordErrorRate } from '../support/word-errors.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
let service: Service;
let receiver: WebhookReceiver;
let call: any;
const statuses: string[] = [];

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  service = await Service.start({
    PARLEY_WEBHOOK_URL: receiver.url,
    PARLEY_WEBHOOK_SECRET: secret,
    PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  const { body: agents } = await service.request('GET', '/agents');
  const placed = await service.request('POST', '/call', {
    body: {
      agent_id: agents.data[0].agent_id,
      recipient_phone: '+12025550101',
      variables: { name: 'Maria Lopez' },
    },
  });
  expect(placed.status).toBe(201);
  call = await service.callWhen(placed.body.call_id, (current) => {
    if (statuses.at(-1) !== current.status) statuses.push(current.status);
    return current.phase === 'ended';
  });
});

afterAll(async () => {
  await service?.remove();
  await receiver?.close();
});

const said = (role: string) => call.transcript.filter((turn: any) => turn.role === role && turn.text !== '');

test('the call goes initiated, active, completed', () => {
  expect(statuses).toEqual(['initiated', 'active', 'completed']);
  expect(call).toMatchObject({
    end_reason: 'agent_hangup',
    ended_by: 'agent',
    answered_by: 'human',
    outcome: 'success',
  });
  expect(call.duration).toBeGreaterThan(5);
  expect(call.summary).not.toBe('');
  expect(call.analysis.method).toBe('rules');
  expect(ownWarnings(call)).toEqual([]);
});

test('both sides have at least three turns, and the agent greets by the variable', () => {
  expect(said('agent').length).toBeGreaterThanOrEqual(3);
  expect(said('user').length).toBeGreaterThanOrEqual(3);
  expect(said('agent')[0].text).toContain('Maria Lopez');
});

test("the persona's words are heard right", () => {
  const heard = said('user')
    .map((turn: any) => turn.text)
    .join(' ');
  expect(wordErrorRate(personaLines.join(' '), heard)).toBeLessThanOrEqual(0.1);
});

test('the recordings have audio where the transcript has words', async () => {
  const stereo = await fetchWav(call.recording_stereo_url);
  const mixed = await fetchWav(call.recording_url);
  expect([stereo.channels, mixed.channels]).toEqual([2, 1]);
  expect(mixed.samples.length).toBe(stereo.samples.length / 2);
  for (const [channel, role] of [
    [0, 'user'],
    [1, 'agent'],
  ] as const) {
    const stretches = stretchesOfSound(stereo, channel);
    for (const turn of said(role)) {
      const share = soundBetween(stretches, turn.start, turn.end) / (turn.end - turn.start);
      expect(share, JSON.stringify({ turn, stretches, turns: call.transcript })).toBeGreaterThan(0.6);
      const [first, last] = [
        stretches.find((sound) => sound.endS > turn.start)!,
        stretches.findLast((sound) => sound.startS < turn.end)!,
      ];
      expect(Math.abs(Math.max(first.startS, turn.start - 0.5) - turn.start)).toBeLessThanOrEqual(0.2);
      expect(Math.abs(Math.min(last.endS, turn.end + 0.5) - turn.end)).toBeLessThanOrEqual(0.2);
    }
  }
});

test('recordings serve byte ranges', async () => {
  const whole = Buffer.from(await (await fetch(call.recording_url)).arrayBuffer());
  const part = await fetch(call.recording_url, { headers: { range: 'bytes=1001-5000' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 1001-5000/${whole.length}`);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1001, 5001))).toBe(true);
});

test('the webhook comes signed', async () => {
  const { headers, body } = await receiver.next((received) => received.body.includes(call.call_id));
  const event = new Webhook(secret).verify(body, headers as Record<string, string>) as any;
  expect(event).toMatchObject({ type: 'call.completed', data: { call_id: call.call_id, status: 'completed' } });
  expect(event.data.transcript).toEqual(call.transcript);
});
