import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { Fleet } from './race-fleet.ts';

const WEBHOOKS = 40;
const DELIVERIES = 12;
/** All together would wait for a connection of the database longer than a request may, on a busy host. */
const AT_ONCE = 10;

let fleet: Fleet;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  receiver.answer = () => 500;
  fleet = await Fleet.start({
    services: 1,
    accounts: [{ name: 'subscriber', plan: 'enterprise' }],
    enterpriseLimits: { callsPerMinute: 10, concurrentCalls: 1 },
    callee: { ringMs: [0, 0], answeredShare: 0, talkMs: [0, 0] },
    environment: { PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' },
  });
});

afterAll(async () => {
  await fleet?.close();
  await receiver?.close();
});

async function request(method: string, route: string, body?: object): Promise<{ status: number; body: any }> {
  const response = await fetch(`${fleet.origins[0]}/v1${route}`, {
    method,
    headers: {
      authorization: `Bearer ${fleet.accounts[0]!.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
}

/** A webhook that goes while its deliveries fail and are written down. */
async function deleteInTheMidst(index: number): Promise<number> {
  const url = `${receiver.url}/${index}`;
  const { body: webhook } = await request('POST', '/webhooks', { url });
  const sent = Array.from({ length: DELIVERIES }, () => request('POST', `/webhooks/${webhook.webhook_id}/test`));
  await sent[0];
  const { status } = await request('DELETE', `/webhooks/${webhook.webhook_id}`);
  await Promise.all(sent);
  return status;
}

test('a webhook that is deleted in the midst of its deliveries never waits for them in a circle', async () => {
  const statuses: number[] = [];
  while (statuses.length < WEBHOOKS) {
    const indices = Array.from({ length: AT_ONCE }, (_, index) => statuses.length + index);
    statuses.push(...(await Promise.all(indices.map(deleteInTheMidst))));
  }
  expect(new Set(statuses), fleet.services[0]!.output).toEqual(new Set([204]));
  // A deadlock is broken and the transaction retried, which hides it from the client; the database has counted it.
  await Promise.all(fleet.services.map((service) => service.stop()));
  const [counted] = await fleet.db.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(counted).toEqual({ deadlocks: 0 });
});
