import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HealthProbe } from '../support/health-probe.ts';
import { largeBodies } from '../support/large-bodies.ts';
import { Service } from '../support/service.ts';
import { Account, BUSY } from './accounts.ts';
import { expectError } from './answers.ts';

let service: Service;
let account: Account;

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
});

afterAll(() => service?.remove());

const send = async (method: string, route: string, bytes: Buffer<ArrayBuffer>) => {
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' };
  const response = await fetch(`${service.baseUrl}${route}`, { method, headers, body: bytes });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe('General · large bodies', () => {
  test('the largest and the worst get a response, and delay no other request', async () => {
    const slowest: [string, number][] = [];
    for (const { name, method, route, bytes, status, param } of largeBodies(account.agentId)) {
      const probe = await HealthProbe.start(new URL(service.baseUrl).origin);
      const answer = await send(method, route, bytes);
      const { slowestMs, probes } = await probe.stop();
      expect([name, answer.status]).toEqual([name, status]);
      if (status === 400) expectError(answer, 400, param);
      expect(probes).toBeGreaterThan(0);
      slowest.push([name, slowestMs]);
    }
    // 50 ms on a host that does nothing else: npm run bench:bodies. Read at once, the worst took 13 s and more.
    expect(slowest.filter(([, slowestMs]) => slowestMs > 2000)).toEqual([]);
  });

  test('what a large batch asks for is kept, recipient by recipient', async () => {
    const recipients = Array.from({ length: 3000 }, (_, no) => ({
      phone: `+1415${5_560_000 + no}`,
      variables: { name: `Nº ${no} "${'é'.repeat(no % 40)}"` },
    }));
    const body = { agent_id: account.agentId, recipients, schedule_at: 4_000_000_000 };
    const headers = { 'idempotency-key': 'large' };
    const made = await account.request('POST', '/calls/batch', { body, headers });
    expect(made).toMatchObject({ status: 201, body: { total: 3000 } });
    const { body: page } = await account.request('GET', `/calls?batch_id=${made.body.batch_id}&limit=100&offset=1000`);
    const asked = recipients.toReversed().slice(1000, 1100);
    const byPhone = (phone: string) => recipients.find((recipient) => recipient.phone === phone)!.variables;
    expect(page.data).toHaveLength(asked.length);
    for (const call of page.data) expect(call.variables).toEqual(byPhone(call.recipient_phone));
    const again = await account.request('POST', '/calls/batch', { body, headers });
    expect([again.body.batch_id, again.headers.get('idempotent-replayed')]).toEqual([made.body.batch_id, 'true']);
    recipients[2999]!.variables.name = 'Another';
    expectError(await account.request('POST', '/calls/batch', { body, headers }), 422, 'Idempotency-Key');
  });

  test('variables have at most 64 KiB a call, as JSON', async () => {
    const filling = (bytes: number) => ({ text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length) });
    expect((await account.call({ variables: filling(65_536) })).variables.text).toHaveLength(65_525);
    expectError(await account.place({ variables: filling(65_537) }), 400, 'variables');
    const recipients = [{ phone: BUSY }, { phone: '+12025550105', variables: filling(65_537) }];
    const batch = await account.request('POST', '/calls/batch', { body: { agent_id: account.agentId, recipients } });
    expectError(batch, 400, 'recipients[1].variables');
    const agent = await account.request('PATCH', `/agents/${account.agentId}`, {
      body: { variables: filling(65_537) },
    });
    expectError(agent, 400, 'variables');
  });

  test('the last recipient is checked like the first', async () => {
    const recipients = Array.from({ length: 5000 }, (_, no) => ({ phone: `+1415${5_570_000 + no}` }) as object);
    const batch = (last: object) =>
      account.request('POST', '/calls/batch', {
        body: { agent_id: account.agentId, recipients: [...recipients, last], schedule_at: 4_000_000_000 },
      });
    expectError(await batch({ phone: '12' }), 400, 'recipients[5000].phone');
    expectError(await batch({ phone: BUSY, x: 1 }), 400, 'recipients[5000].x');
    expectError(await batch({ phone: '+14155570000' }), 400, 'recipients[5000].phone');
    expectError(await batch({ phone: BUSY, variables: { a: 'x\0' } }), 400, 'recipients[5000].variables.a');
  });
});
