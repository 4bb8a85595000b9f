import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav } from '../support/sound.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';

let service: Service;
let phone: StandalonePhone;

beforeEach(async () => {
  const port = await freePort();
  phone = new StandalonePhone(port);
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${port}`, PARLEY_CONCURRENT_CALLS: '1' });
});

afterEach(async () => {
  await service?.remove();
  await phone?.close();
});

async function placeCall(): Promise<string> {
  const { body: agents } = await service.request('GET', '/agents');
  const { status, body } = await service.request('POST', '/call', {
    body: { agent_id: agents.data[0].agent_id, recipient_phone: '+14155550101' },
  });
  expect(status).toBe(201);
  return body.call_id;
}

test('after kill -9 in mid-call the next start says BYE, closes the call and frees the line', async () => {
  const callId = await placeCall();
  // Its second line answers the agent's first turn, which has been kept by then.
  await phone.next('said', 2);
  await service.stop('SIGKILL');
  await service.start();
  const ended = await phone.next('ended');
  expect(ended).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
  const call = await service.callOver(callId);
  expect(call).toMatchObject({
    status: 'failed',
    end_reason: 'interrupted_by_restart',
    ended_by: 'system',
    outcome: 'error',
  });
  // What was said and written by then is there, and plays.
  expect(call.transcript).toContainEqual(
    expect.objectContaining({ role: 'agent', text: expect.stringContaining('Hello') }),
  );
  expect((await fetchWav(call.recording_stereo_url)).samples.length).toBeGreaterThan(8000);
  const next = await placeCall();
  await service.callWhen(next, (current) => current.status === 'active');
  expect(phone.events.filter((event) => event.type === 'rang')).toHaveLength(2);
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  '%s while the other side does not respond: neither stop nor start waits for it',
  async (signal) => {
    const callId = await placeCall();
    await phone.next('said');
    phone.freeze();
    const begunMs = performance.now();
    await service.stop(signal);
    await service.start();
    expect(await service.callOver(callId)).toMatchObject({ status: 'failed', end_reason: 'interrupted_by_restart' });
    // An unanswered BYE is repeated for 32 s (RFC 3261, timer F), and a stop and a start take some seconds more.
    expect(performance.now() - begunMs).toBeLessThan(32_000);
    phone.goOn();
    await phone.next('ended');
  },
);
