import { afterAll, beforeAll, expect, test } from 'vitest';
import { Kamailio } from '../support/kamailio.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipPeer } from '../support/sip-peer.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { describeWith } from './peers.ts';

let service: Service;
let phone: StandalonePhone;

beforeAll(async () => {
  phone = new StandalonePhone(await freePort());
  await phone.next('listening');
  service = await Service.start();
});
afterAll(async () => {
  await service?.remove();
  await phone?.close();
});

const OURS = '+493055500001';

async function newTrunk(port: number): Promise<string> {
  const { body } = await service.request('POST', '/trunks', { body: { name: 'Tried', host: '127.0.0.1', port } });
  return body.trunk_id;
}

/** Tests of an account come one after the other here, and ten a minute are more than enough. */
async function tested(trunkId: string, body: object = {}): Promise<any> {
  const response = await service.request('POST', `/trunks/${trunkId}/test`, { body });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body;
}

const namesOf = ({ steps }: any) => steps.map(({ name, ok }: any) => (ok ? name : `not ${name}`));

test('a dead port: nothing comes back, and the remedy names what to look at', async () => {
  const result = await tested(await newTrunk(await freePort()));
  expect([result.ok, ...namesOf(result)]).toEqual([false, 'dns', 'not options']);
  expect(result.steps[1].remedy).toContain(`127.0.0.1:${service.address.sipPort}`);
});

test('a peer that does not know us says 403 to OPTIONS and to calls, with remedies', async () => {
  const peer = await SipPeer.start({ isOpen: false });
  const result = await tested(await newTrunk(peer.port), { recipient_phone: OURS });
  expect([result.ok, ...namesOf(result)]).toEqual([false, 'dns', 'not options', 'not call']);
  expect(result.steps[2].detail).toContain('403');
  await peer.close();
});

test.each([
  [403, 'caller id', 'Use a caller id that belongs to this trunk'],
  [488, 'no common codec', '`codecs` of the trunk'],
])('a call that is refused with %i says what is wrong with it', async (refuses, detail, remedy) => {
  const peer = await SipPeer.start({ refuses });
  const result = await tested(await newTrunk(peer.port), { recipient_phone: OURS });
  expect([result.ok, ...namesOf(result)]).toEqual([false, 'dns', 'options', 'not call']);
  expect(result.steps[2].detail).toContain(detail);
  expect(result.steps[2].remedy).toContain(remedy);
  await peer.close();
});

test('the command line calls as well, and says the same', async () => {
  const peer = await SipPeer.start({ refuses: 403 });
  const trunkId = await newTrunk(peer.port);
  const { data } = await service.parley('accounts', 'list');
  const words = ['trunks', 'test', trunkId, '--account', data[0].account_id, '--call', OURS];
  await expect(service.parley(...words)).rejects.toThrow('Use a caller id that belongs to this trunk');
  await peer.close();
});

test('a busy line; and numbers of the simulated phone are on no trunk', async () => {
  const peer = await SipPeer.start({ refuses: 486 });
  const trunkId = await newTrunk(peer.port);
  const busy = await tested(trunkId, { recipient_phone: OURS });
  expect([busy.ok, ...namesOf(busy)]).toEqual([false, 'dns', 'options', 'call', 'not answered']);
  const simulated = await service.request('POST', `/trunks/${trunkId}/test`, {
    body: { recipient_phone: '+12025550101' },
  });
  expect([simulated.status, simulated.body.error.param]).toEqual([422, 'recipient_phone']);
  await peer.close();
});

test('a number that is being called is a step that says so', async () => {
  const peer = await SipPeer.start();
  const trunkId = await newTrunk(peer.port);
  const { body: agents } = await service.request('GET', '/agents');
  const body = { agent_id: agents.data[0].agent_id, recipient_phone: '+493055500009' };
  // It leaves by the first trunk of the account, wherever that leads.
  const { body: call } = await service.request('POST', '/call', { body: { ...body, max_duration: 5 } });
  const result = await tested(trunkId, { recipient_phone: body.recipient_phone });
  await service.request('POST', `/calls/${call.call_id}/hangup`);
  expect([result.ok, result.call_id, ...namesOf(result)]).toEqual([false, null, 'dns', 'options', 'not call']);
  expect(result.steps[2].detail).toContain('not over yet');
  await peer.close();
});

describeWith(['kamailio'], 'through Kamailio', () => {
  test('a test call rings, is answered, and has audio both ways', async () => {
    const port = await freePort();
    const kamailio = await Kamailio.start(port, { inside: phone.port, outside: service.address.sipPort });
    const result = await tested(await newTrunk(port), { recipient_phone: OURS });
    expect([result.ok, ...namesOf(result)]).toEqual([
      ...[true, 'dns', 'options', 'call', 'ringing', 'answered', 'media_received', 'media_sent'],
    ]);
    const { body: call } = await service.request('GET', `/calls/${result.call_id}`);
    expect(call).toMatchObject({ recipient_phone: OURS, status: 'completed', simulated: false });
    expect(call.duration).toBeLessThanOrEqual(21);
    await kamailio.close();
  });
});
