import { afterAll, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { Service } from '../support/service.ts';

let service: Service;
let account: Account;

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
});
afterAll(() => service?.remove());

const inboundOf = async (agentId: string) =>
  (await account.request('GET', `/calls?agent_id=${agentId}`)).body.data.find(
    (call: any) => call.direction === 'inbound',
  );

test('a number is searched, bought and assigned, and a call to it is answered by its agent, then by another', async () => {
  const [first, second] = [await account.newAgent(), await account.newAgent()];
  const { data: offers } = (await account.request('GET', '/numbers/available?area_code=415')).body;
  const { phone_number: phone } = offers[0];
  const { body: number } = await account.request('POST', '/numbers', { body: { phone_number: phone } });
  // A number without an agent is not answered.
  expect((await account.call({ recipient_phone: phone })).end_reason).toBe('no_answer');
  for (const agent of [first, second]) {
    const path = `/numbers/${number.number_id}`;
    await account.request('PATCH', path, { body: { agent_id: agent.agent_id } });
    const call = await account.call({ recipient_phone: phone, max_duration: 2 });
    expect(call).toMatchObject({ status: 'completed', end_reason: 'max_duration', simulated: true });
    const answered = await inboundOf(agent.agent_id);
    expect(answered).toMatchObject({ recipient_phone: phone, from_number: '+12025550150' });
  }
});
