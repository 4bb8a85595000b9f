import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { until } from '../support/growing-pauses.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipPeer } from '../support/sip-peer.ts';

let service: Service;
let account: Account;
let other: Account;
const peers: SipPeer[] = [];

beforeAll(async () => {
  service = await Service.start();
  [account, other] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
});

afterEach(async () => {
  for (const by of [account, other]) {
    const { data: numbers } = (await by.request('GET', '/numbers')).body;
    for (const number of numbers.filter(({ source }: any) => source === 'trunk')) {
      await whenDeleted(by, `/numbers/${number.number_id}`);
    }
    const { data: trunks } = (await by.request('GET', '/trunks')).body;
    for (const trunk of trunks) await whenDeleted(by, `/trunks/${trunk.trunk_id}`);
  }
  for (const peer of peers.splice(0)) await peer.close();
});
afterAll(() => service?.remove());

/** A call that a peer has just hung up is stored behind its BYE; until then it is in the way. */
const whenDeleted = (by: Account, path: string) =>
  until(
    async () => (await by.request('DELETE', path)).status,
    (status) => status === 204,
  );

/** A number of no account, outside of the fictional range. */
const CALLEE = '+493055500001';
const BERLIN = '+493012345678';
const PARIS = '+33123456789';

async function newPeer(options: Parameters<typeof SipPeer.start>[0] = { refuses: 486 }): Promise<SipPeer> {
  const peer = await SipPeer.start(options);
  peers.push(peer);
  return peer;
}

async function newTrunk(port: number, settings: object = {}, by = account): Promise<any> {
  const { status, body } = await by.request('POST', '/trunks', {
    body: { name: `At ${port}`, host: '127.0.0.1', port, ...settings },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
}

async function connect(phone: string, trunk: any, by = account, agentId: string | null = by.agentId): Promise<any> {
  const body = { phone_number: phone, trunk_id: trunk.trunk_id, agent_id: agentId };
  return (await by.request('POST', '/numbers', { body })).body;
}

const remove = (trunk: any) => account.request('DELETE', `/trunks/${trunk.trunk_id}`);
const change = (trunk: any, body: object) => account.request('PATCH', `/trunks/${trunk.trunk_id}`, { body });
const whenTrunk = (trunk: any, status: string) =>
  until(
    async () => (await account.request('GET', `/trunks/${trunk.trunk_id}`)).body,
    (read) => read.status === status,
  );
/** Calls again and again, until it ends so: a node hears of a trunk's change in a moment. */
const whenCalled = (peer: SipPeer, phone: string, outcome: number | 'answered') =>
  until(
    () => peer.call(service.address.sipPort, phone),
    (came) => came === outcome,
  );
const laterBatch = async (phones: string[], inS: number) => {
  const { body: batch } = await account.request('POST', '/calls/batch', {
    body: {
      agent_id: account.agentId,
      recipients: phones.map((phone) => ({ phone })),
      schedule_at: Math.floor(Date.now() / 1000) + inS,
    },
  });
  const { body } = await account.request('GET', `/calls?batch_id=${batch.batch_id}`);
  return body.data;
};

test('each number leaves by its trunk, without a restart; all others by the first, with its caller id', async () => {
  const [berlin, paris] = [await newPeer(), await newPeer()];
  const first = await newTrunk(berlin.port, { caller_id: BERLIN });
  await connect(BERLIN, first);
  await connect(PARIS, await newTrunk(paris.port));
  const [fromParis, fromBerlin, fromDefault] = await Promise.all([
    account.call({ recipient_phone: '+493055500001', from_number: PARIS }),
    account.call({ recipient_phone: '+493055500002', from_number: BERLIN }),
    account.call({ recipient_phone: '+493055500003', from_number: '+12025550150' }),
  ]);
  for (const call of [fromParis, fromBerlin, fromDefault]) {
    expect(call).toMatchObject({ end_reason: 'busy', simulated: false });
  }
  expect(paris.calls.map(({ requestUser, from }) => [requestUser, from.user])).toEqual([['+493055500001', PARIS]]);
  expect(berlin.calls.map(({ requestUser, from }) => [requestUser, from.user]).sort()).toEqual([
    ['+493055500002', BERLIN],
    ['+493055500003', BERLIN],
  ]);
  expect(fromDefault.from_number).toBe('+12025550150');
});

test('a call that a trunk answers with 503 goes through its fallback, with the caller id of that one; what is busy does not', async () => {
  const [down, backup] = [await newPeer({ refuses: 503 }), await newPeer()];
  const second = await newTrunk(backup.port, { caller_id: PARIS, status: 'disabled' });
  const first = await newTrunk(down.port, { caller_id: BERLIN, fallback_trunk_id: second.trunk_id });
  await remove(second);
  expect(await account.call({ recipient_phone: CALLEE })).toMatchObject({ end_reason: 'carrier_error', sip_code: 503 });
  const third = await newTrunk(backup.port, { caller_id: PARIS });
  await change(first, { fallback_trunk_id: third.trunk_id });
  const call = await account.call({ recipient_phone: CALLEE });
  expect(call).toMatchObject({ end_reason: 'busy', sip_code: 486 });
  expect(backup.calls.map(({ requestUser, from }) => [requestUser, from.user])).toEqual([[CALLEE, PARIS]]);
  // Its signalling is stored behind its end, which is said meanwhile.
  const diagnosis = async () => (await account.request('GET', `/calls/${call.call_id}/diagnosis`)).body;
  expect((await diagnosis()).verdict).toMatch(/^The call has just ended|^The callee was busy/);
  const { findings } = await until(diagnosis, ({ ladder }) => ladder.length > 0);
  expect(findings.map(({ code }: any) => code)).toEqual(['callee_busy']);
  // Nothing listens there.
  await change(first, { port: await freePort(), transport: 'tcp' });
  expect(await account.call({ recipient_phone: CALLEE })).toMatchObject({ end_reason: 'busy' });
  await change(first, { port: backup.port, transport: 'udp', fallback_trunk_id: third.trunk_id });
  expect(await account.call({ recipient_phone: CALLEE })).toMatchObject({ end_reason: 'busy' });
  expect(backup.calls.map(({ from }) => from.user)).toEqual([PARIS, PARIS, BERLIN]);
});

test('the fictional range and own numbers are not dialled through the trunk', async () => {
  const trunk = await newPeer();
  await newTrunk(trunk.port);
  expect(await account.call()).toMatchObject({ end_reason: 'busy', simulated: true });
  const { body: number } = await account.request('POST', '/numbers', { body: { phone_number: '+14155550100' } });
  expect((await account.call({ recipient_phone: '+14155550100', max_duration: 1 })).end_reason).toBe('no_answer');
  await account.request('DELETE', `/numbers/${number.number_id}`);
  expect(trunk.calls).toEqual([]);
});

test('a trunk is of one account: the calls of another stay simulated, and its numbers are not reached through it', async () => {
  const peer = await newPeer();
  const theirs = await newTrunk(peer.port, {}, other);
  await connect(BERLIN, theirs, other);
  const call = await account.place({ recipient_phone: CALLEE });
  expect((await account.hangUp(call.body.call_id)).simulated).toBe(true);
  // Numbers that a trunk calls its own prove nothing to other accounts: the call goes the way of every other.
  const { body: toThem } = await account.place({ recipient_phone: BERLIN });
  expect((await account.hangUp(toThem.call_id)).simulated).toBe(true);
  expect((await account.request('GET', '/calls?limit=1')).body.data[0].direction).toBe('outbound');
  expect(await peer.call(service.address.sipPort, '+12025550150')).toBe(404);
  expect(peer.calls).toEqual([]);
});

test('a changed host is called from the next call on', async () => {
  const [before, after] = [await newPeer(), await newPeer()];
  const trunk = await newTrunk(before.port);
  await account.call({ recipient_phone: CALLEE });
  await change(trunk, { port: after.port });
  await account.call({ recipient_phone: CALLEE });
  expect([before.calls.length, after.calls.length]).toEqual([1, 1]);
});

test('a call whose trunk was removed or disabled ends with the reason, and is dialled through no other', async () => {
  const [gone, left] = [await newPeer(), await newPeer()];
  const removed = await newTrunk(gone.port);
  const [waiting] = await laterBatch([CALLEE], 3);
  await newTrunk(left.port);
  expect((await account.request('DELETE', `/trunks/${removed.trunk_id}`)).status).toBe(204);
  const call = await account.callOver(waiting.call_id);
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error', answered_at: null, simulated: false });
  expect(call.analysis.warnings).toEqual([
    `The trunk ${removed.trunk_id} of this call was removed. A call that was accepted for one trunk is never dialled through another.`,
  ]);
  const disabled = await newTrunk(gone.port);
  await connect(BERLIN, disabled);
  await change(disabled, { status: 'disabled' });
  const refused = await account.place({ recipient_phone: CALLEE, from_number: BERLIN });
  expect([refused.status, refused.body.error.param]).toEqual([422, 'from_number']);
  expect([gone.calls, left.calls]).toEqual([[], []]);
});

test('inbound: a number of the trunk rings its agent; calls from elsewhere are rejected', async () => {
  const peer = await newPeer();
  const trunk = await newTrunk(peer.port);
  const { body: agent } = { body: await account.newAgent() };
  await connect(BERLIN, trunk, account, agent.agent_id);
  const { sipPort } = service.address;
  // Every node hears of a new trunk in a moment.
  let outcome = await peer.call(sipPort, BERLIN);
  while (outcome === 403) outcome = await peer.call(sipPort, BERLIN);
  expect(outcome).toBe('answered');
  const { body } = await account.request('GET', `/calls?agent_id=${agent.agent_id}`);
  expect(body.data[0]).toMatchObject({ direction: 'inbound', recipient_phone: BERLIN, from_number: '+4930999999' });
  expect(body.data[0].simulated).toBe(false);
  expect(await peer.call(sipPort, '+4930111111')).toBe(404);
  const unknownPeer = await newPeer({ refuses: 486 });
  expect(await unknownPeer.call(sipPort, BERLIN)).toBe(403);
  await change(trunk, { inbound_addresses: ['127.0.0.0/24'] });
  await whenCalled(unknownPeer, BERLIN, 'answered');
  await change(trunk, { status: 'disabled' });
  await whenCalled(peer, BERLIN, 403);
});

test('inbound: a trunk of another account at the same address changes nothing for calls to our numbers', async () => {
  const peer = await newPeer();
  const trunk = await newTrunk(peer.port);
  await connect(BERLIN, trunk, account, (await account.newAgent()).agent_id);
  const { sipPort } = service.address;
  await whenCalled(peer, BERLIN, 'answered');
  const theirs = await newTrunk(await freePort(), { inbound_addresses: ['127.0.0.1'], srtp: 'required' }, other);
  await connect(PARIS, theirs, other);
  // Their own number is called without the key that their trunk requires: by then the node knows their trunk.
  await whenCalled(peer, PARIS, 488);
  expect(await peer.call(sipPort, BERLIN)).toBe('answered');
  // What is changed is obeyed by the next call.
  await change(trunk, { srtp: 'required' });
  expect(await peer.call(sipPort, BERLIN)).toBe(488);
});

test('max_calls: 429 for one call more, 486 for one from outside, and batches wait', async () => {
  const [small, wide] = [await newPeer({}), await newPeer()];
  const limited = await newTrunk(small.port, { max_calls: 1 });
  await connect(BERLIN, limited, account, (await account.newAgent()).agent_id);
  await connect(PARIS, await newTrunk(wide.port), account, null);
  const { body: ringing } = await account.place({ recipient_phone: CALLEE, from_number: BERLIN });
  await small.next();
  const over = await account.place({ recipient_phone: '+493055500002', from_number: BERLIN });
  expect([over.status, over.body.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await small.call(service.address.sipPort, BERLIN)).toBe(486);
  // The default number leaves by the first trunk, which is full; what leaves by the other one is not kept waiting.
  const [waiting] = await laterBatch(['+493055500003'], 0);
  expect((await account.call({ recipient_phone: '+493055500004', from_number: PARIS })).end_reason).toBe('busy');
  expect((await account.request('GET', `/calls/${waiting.call_id}`)).body.phase).toBe('queued');
  await account.hangUp(ringing.call_id);
  expect((await small.next()).requestUser).toBe('+493055500003');
  await change(limited, { max_calls: 2 });
  const { body: second } = await account.place({ recipient_phone: '+493055500005', from_number: BERLIN });
  expect((await small.next()).requestUser).toBe('+493055500005');
  // Lowered while both are taken: the next one has to wait for both.
  await change(limited, { max_calls: 1 });
  await account.hangUp(second.call_id);
  expect((await account.place({ recipient_phone: '+493055500006', from_number: BERLIN })).status).toBe(429);
  await account.hangUp(waiting.call_id);
  const last = await account.place({ recipient_phone: '+493055500006', from_number: BERLIN });
  expect(last.status).toBe(201);
  await account.hangUp(last.body.call_id);
});

test('of many calls at once a trunk carries as many as it may', async () => {
  const peer = await newPeer({});
  await newTrunk(peer.port, { max_calls: 3 });
  const placed = await Promise.all(
    Array.from({ length: 20 }, (_, index) => account.place({ recipient_phone: `+4930555010${10 + index}` })),
  );
  const accepted = placed.filter(({ status }) => status === 201);
  expect([accepted.length, placed.filter(({ status }) => status === 429).length]).toEqual([3, 17]);
  await Promise.all(accepted.map(({ body }) => account.hangUp(body.call_id)));
});

test('a trunk that does not answer OPTIONS is unreachable, until it does', async () => {
  const port = await freePort();
  const trunk = await newTrunk(port);
  await whenTrunk(trunk, 'unreachable');
  const peer = await newPeer({ port, refuses: 486 });
  // Calls are tried all the same.
  expect((await account.call({ recipient_phone: CALLEE })).end_reason).toBe('busy');
  expect(peer.calls).toHaveLength(1);
  await change(trunk, { status: 'disabled' });
  await change(trunk, { status: 'active' });
  await whenTrunk(trunk, 'active');
});

test("after a restart the trunks are as they were; the operator's carries the calls of those who have none", async () => {
  const [peer, operators] = [await newPeer(), await newPeer()];
  await newTrunk(peer.port);
  await service.stop();
  await service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${operators.port}` });
  expect(service.output).toContain(`trunk 127.0.0.1:${operators.port} and 1 trunk of an account`);
  expect((await account.call({ recipient_phone: CALLEE })).end_reason).toBe('busy');
  expect((await other.call({ recipient_phone: BERLIN })).end_reason).toBe('busy');
  expect(peer.calls.map(({ requestUser }) => requestUser)).toEqual([CALLEE]);
  expect(operators.calls.map(({ requestUser }) => requestUser)).toEqual([BERLIN]);
  // To a number of every account; a trunk's own source is believed first.
  expect(await operators.call(service.address.sipPort, '+12025550150')).toBe('answered');
  expect((await account.request('GET', '/trunks')).body.total).toBe(1);
});
