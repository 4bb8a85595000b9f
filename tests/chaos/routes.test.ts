import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';

let service: Service;
let trunk: StandalonePhone;

beforeEach(async () => {
  trunk = new StandalonePhone(await freePort());
});
afterEach(async () => {
  await service?.remove();
  await trunk?.close();
});

const AHEAD_S = 6;

/** A batch of one that is due in a moment, accepted by the service as it is configured now. */
async function schedule(): Promise<string> {
  const { body: agents } = await service.request('GET', '/agents');
  const { body: batch } = await service.request('POST', '/calls/batch', {
    body: {
      agent_id: agents.data[0].agent_id,
      recipients: [{ phone: '+14155550102' }],
      schedule_at: Math.floor(Date.now() / 1000) + AHEAD_S,
    },
  });
  const { body: calls } = await service.request('GET', `/calls?batch_id=${batch.batch_id}`);
  return calls.data[0].call_id;
}

async function restartWith(environment: Record<string, string>): Promise<void> {
  await service.stop();
  await service.start(environment);
}

test('a call that was accepted as simulated stays simulated, though a trunk is connected by then', async () => {
  service = await Service.start();
  const callId = await schedule();
  await restartWith({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunk.port}` });
  // The simulated person answers; the trunk's would have been busy.
  const call = await service.callWhen(callId, ({ status }) => status !== 'initiated');
  expect(call).toMatchObject({ status: 'active', simulated: true });
  expect(trunk.events.filter((event) => event.type === 'rang')).toEqual([]);
});

test('a call whose trunk is gone ends, and is dialled nowhere else', async () => {
  service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunk.port}` });
  const callId = await schedule();
  await restartWith({ PARLEY_SIP_TRUNK: '' });
  const call = await service.callOver(callId);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error', answered_at: null, simulated: false });
});
