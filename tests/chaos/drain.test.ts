import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

let service: Service;
let phone: StandalonePhone;
let receiver: WebhookReceiver;

beforeEach(async () => {
  phone = new StandalonePhone(await freePort());
  receiver = await WebhookReceiver.start();
});
afterEach(async () => {
  await service?.remove();
  await phone?.close();
  await receiver?.close();
});

async function startService(drainS: number): Promise<void> {
  service = await Service.start({
    PARLEY_SIP_TRUNK: `127.0.0.1:${phone.port}`,
    PARLEY_DRAIN_S: String(drainS),
    PARLEY_WEBHOOK_URL: receiver.url,
    PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
}

async function place(recipient: string) {
  const { body: agents } = await service.request('GET', '/agents');
  const body = { agent_id: agents.data[0].agent_id, recipient_phone: recipient };
  return service.request('POST', '/call', { body });
}

/** The webhook's word of how the call went: it comes before the process ends, or the test never does. */
async function webhookOf(callId: string) {
  const { body } = await receiver.next(({ body }) => body.includes(callId));
  return JSON.parse(body);
}

test('SIGTERM takes no new calls, and lets the live one go on to its own end', async () => {
  await startService(120);
  const { body: call } = await place('+14155550101');
  await phone.next('said');
  const stopped = service.stop('SIGTERM');
  // The service says so first, and then acts.
  await service.printed('taking no more calls; 1 live call may go on for 120 s');
  const readiness = await fetch(new URL('/readyz', service.baseUrl));
  expect([readiness.status, await readiness.json()]).toEqual([503, { status: 'draining' }]);
  const refused = await place('+14155550102');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
  expect(refused.body.error.code).toBe('server_error');
  expect((await service.request('GET', `/calls/${call.call_id}`)).body.status).toBe('active');
  await stopped;
  const event = await webhookOf(call.call_id);
  expect(event).toMatchObject({ type: 'call.completed', data: { status: 'completed' } });
  expect(['agent_hangup', 'user_hangup']).toContain(event.data.end_reason);
});

test('when the time is up the agent says farewell, then hangs up; a deliverable webhook is delivered', async () => {
  await startService(0);
  const { body: call } = await place('+14155550101');
  await phone.next('said', 2);
  await service.stop('SIGTERM');
  expect(await phone.next('ended')).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
  const event = await webhookOf(call.call_id);
  expect(event).toMatchObject({ type: 'call.failed', data: { end_reason: 'interrupted_by_restart' } });
  const last = event.data.transcript.findLast((turn: any) => turn.role === 'agent');
  expect(last).toMatchObject({ text: "I'm sorry, I have to end our call here. Goodbye.", interrupted: false });
});

test('a second signal hangs up at once', async () => {
  await startService(120);
  const { body: call } = await place('+14155550101');
  await phone.next('said');
  const stopped = service.stop('SIGTERM');
  await service.printed('taking no more calls');
  // What comes within a second is the same signal, handed on by npm.
  const nagging = setInterval(() => service.signal('SIGTERM'), 1200);
  await stopped;
  clearInterval(nagging);
  expect(await phone.next('ended')).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
  await service.start();
  expect(await service.callOver(call.call_id)).toMatchObject({ end_reason: 'interrupted_by_restart' });
});
