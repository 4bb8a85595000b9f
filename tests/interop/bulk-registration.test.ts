import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { growingPauses } from '../support/growing-pauses.ts';
import { OwnRegistrar } from '../support/own-registrar.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipPeer } from '../support/sip-peer.ts';
import { firstAgent } from './calls.ts';

const LOGIN = { username: '+493012345600', password: 'open sesame' };
const OURS = '+493012345678';

let service: Service;
let peer: SipPeer;
let registrar: OwnRegistrar | undefined;
let trunkId = '';

beforeAll(async () => {
  peer = await SipPeer.start({ takesTcp: true });
  service = await Service.start();
});
afterEach(async () => {
  const { body } = await service.request('GET', '/numbers');
  const connected = body.data.filter((number: any) => number.trunk_id === trunkId);
  for (const { number_id: numberId } of connected) await service.request('DELETE', `/numbers/${numberId}`);
  expect((await service.request('DELETE', `/trunks/${trunkId}`)).status).toBe(204);
  await registrar?.close();
});
afterAll(async () => {
  await service?.remove();
  await peer?.close();
});

async function connect(
  transport: 'udp' | 'tcp',
  { takesBulk }: { takesBulk: boolean },
  settings: object = { registration_mode: 'bulk' },
): Promise<OwnRegistrar> {
  registrar = await OwnRegistrar.start(await freePort(), { login: LOGIN, takesBulk });
  const { port } = registrar;
  const place = { name: 'All numbers', host: '127.0.0.1', port, transport, inbound_addresses: ['127.0.0.1'] };
  const { status, body } = await service.request('POST', '/trunks', {
    body: { ...place, authentication: 'register', ...LOGIN, ...settings },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  trunkId = body.trunk_id;
  return registrar;
}

async function trunkWhen(status: string): Promise<any> {
  for (const pause of growingPauses()) {
    const { body } = await service.request('GET', `/trunks/${trunkId}`);
    if (body.status === status) return body;
    await pause();
  }
}

const change = (body: object) => service.request('PATCH', `/trunks/${trunkId}`, { body });
const tested = async () => (await service.request('POST', `/trunks/${trunkId}/test`, { body: {} })).body;

async function connectNumber(): Promise<void> {
  const body = { phone_number: OURS, trunk_id: trunkId, agent_id: await firstAgent(service) };
  expect((await service.request('POST', '/numbers', { body })).status).toBe(201);
}

async function callsAreOver(): Promise<void> {
  const { body } = await service.request('GET', '/calls?limit=20');
  await Promise.all(body.data.map(({ call_id: callId }: any) => service.callOver(callId)));
}

test.each(['udp', 'tcp'] as const)(
  'over %s: one REGISTER is for all numbers, and a call to each has it in its Request-URI',
  async (transport) => {
    const there = await connect(transport, { takesBulk: true });
    await trunkWhen('registered');
    const { sipPort: port } = service.address;
    const suffix = transport === 'tcp' ? ';transport=tcp' : '';
    expect(there.targetsOf(OURS)).toEqual([`sip:${OURS}@127.0.0.1:${port}${suffix}`]);
    const result = await tested();
    expect(result.steps.at(transport === 'tcp' ? 2 : 1)).toMatchObject({ name: 'registration', ok: true });
    await connectNumber();
    const [uri] = there.targetsOf(OURS);
    const hop = { protocol: transport, host: '127.0.0.1', port };
    expect(await peer.callUri(uri!, hop)).toBe('answered');
    // The number that the registration is for is one of many, and not connected here.
    expect(await peer.callUri(there.targetsOf(LOGIN.username)[0]!, hop)).toBe(404);
    await callsAreOver();
    await change({ status: 'disabled' });
    await there.when((uris) => uris.length === 0);
    expect(there.faults).toEqual([]);
  },
);

test('a trunk that is changed from one to the other takes back what it had', async () => {
  const there = await connect('udp', { takesBulk: true }, {});
  const { sipPort: port } = service.address;
  const isSingle = ([uri, ...others]: string[]) => uri === `sip:${trunkId}@127.0.0.1:${port}` && others.length === 0;
  await there.when(isSingle);
  await change({ registration_mode: 'bulk' });
  await there.when((uris) => uris.length === 1 && uris[0] === `sip:127.0.0.1:${port};bnc`);
  await change({ registration_mode: 'single' });
  await there.when(isSingle);
  expect(there.faults).toEqual([]);
});

test('a registrar that does not know of it (420): the trunk and its test say so, and what to do', async () => {
  const there = await connect('udp', { takesBulk: false });
  const { registration } = await trunkWhen('refused');
  expect(registration.detail).toBe('It does not support the registration of all numbers at once (420, RFC 6140).');
  const result = await tested();
  expect(result.steps.at(-1)).toMatchObject({ name: 'registration', ok: false, detail: registration.detail });
  expect(result.steps.at(-1).remedy).toContain('Set registration_mode to "single"');
  expect(there.bindings.size).toBe(0);
  await change({ registration_mode: 'single' });
  await trunkWhen('registered');
  expect((await tested()).ok).toBe(true);
});
