import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type IssueOptions, TestAuthority } from '@parley/sip/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Kamailio, type KamailioOptions, type OutsideTls } from '../support/kamailio.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipPeer } from '../support/sip-peer.ts';
import { Sipp } from '../support/sipp.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { patientCallee } from './callee.ts';
import { patientCaller } from './caller.ts';
import { ends, expectAllWell, firstAgent, forEach, place } from './calls.ts';
import { describeWith } from './peers.ts';
import { scenario } from './scenario.ts';

const CALLED = '+493055500001';
const OURS = '+493012345678';
const CALL_STEPS = ['call', 'ringing', 'answered', 'media_received', 'media_sent'];

let directory: string;
let service: Service;
let tlsPort: number;
let trunkId = '';
const authority = new TestAuthority('Private Authority');

/** Files of a certificate and its key. */
async function issue(name: string, options: IssueOptions): Promise<OutsideTls> {
  const { certificate, key } = authority.issue(options);
  const files = { certificate: path.join(directory, `${name}.pem`), key: path.join(directory, `${name}.key`) };
  await Promise.all([writeFile(files.certificate, certificate), writeFile(files.key, key)]);
  return { ...files, authorities: path.join(directory, 'authority.pem') };
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-transports-'));
  await writeFile(path.join(directory, 'authority.pem'), authority.certificate);
  const own = await issue('parley', { names: ['127.0.0.1'] });
  tlsPort = await freePort();
  service = await Service.start({
    PARLEY_SIP_TLS_PORT: String(tlsPort),
    PARLEY_SIP_TLS_CERTIFICATE: own.certificate,
    PARLEY_SIP_TLS_KEY: own.key,
    PARLEY_SIP_TLS_AUTHORITIES: own.authorities,
    PARLEY_SIP_TLS_CLIENT_CERTIFICATES: 'true',
  });
});
afterEach(async () => {
  const { body } = await service.request('GET', '/numbers');
  const connected = body.data.filter((number: any) => number.trunk_id === trunkId);
  for (const { number_id: numberId } of connected) await service.request('DELETE', `/numbers/${numberId}`);
  const removed = await service.request('DELETE', `/trunks/${trunkId}`);
  expect([removed.status, removed.body]).toEqual([204, undefined]);
});
afterAll(async () => {
  await service?.remove();
  await rm(directory, { recursive: true, force: true });
});

async function connect(settings: object): Promise<void> {
  const { status, body } = await service.request('POST', '/trunks', { body: { name: 'Over', ...settings } });
  expect([status, body.error]).toEqual([201, undefined]);
  trunkId = body.trunk_id;
}

async function connectNumber(): Promise<void> {
  const body = { phone_number: OURS, trunk_id: trunkId, agent_id: await firstAgent(service) };
  expect((await service.request('POST', '/numbers', { body })).status).toBe(201);
}

async function tested(body: object = {}): Promise<any> {
  const response = await service.request('POST', `/trunks/${trunkId}/test`, { body });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body;
}

/** A number with calls that are not over is not released. */
async function callsAreOver(): Promise<void> {
  const { body } = await service.request('GET', '/calls?limit=20');
  await Promise.all(body.data.map(({ call_id: callId }: any) => service.callOver(callId)));
}

const namesOf = ({ steps }: any) => steps.map(({ name, ok }: any) => (ok ? name : `not ${name}`));

describeWith(['kamailio', 'kamailio-tls'], 'through Kamailio', () => {
  let phone: StandalonePhone;
  let kamailio: Kamailio | undefined;
  beforeAll(async () => {
    phone = new StandalonePhone(await freePort());
    await phone.next('listening');
  });
  afterEach(() => kamailio?.close());
  afterAll(() => phone?.close());

  async function start(outside: number, options: KamailioOptions, inside = phone.port): Promise<number> {
    const port = await freePort();
    kamailio = await Kamailio.start(port, { inside, outside }, options);
    return port;
  }

  test('TCP: a call goes out, and one comes in', async () => {
    const peer = await SipPeer.start();
    const port = await start(service.address.sipPort, { outsideTransport: 'tcp' });
    await connect({ host: '127.0.0.1', port, transport: 'tcp' });
    const result = await tested({ recipient_phone: CALLED });
    expect([result.ok, ...namesOf(result)]).toEqual([true, 'dns', 'tcp', 'options', ...CALL_STEPS]);
    await connectNumber();
    await kamailio!.close();
    kamailio = await Kamailio.start(
      port,
      { inside: peer.port, outside: service.address.sipPort },
      { outsideTransport: 'tcp' },
    );
    expect(await peer.call(port, OURS)).toBe('answered');
    await callsAreOver();
    await peer.close();
  });

  test('TLS with certificates on both sides: a call goes out, and one comes in', async () => {
    const peer = await SipPeer.start();
    const outsideTransport = await issue('kamailio', { names: ['localhost'] });
    const port = await start(tlsPort, { outsideTransport });
    await connect({ host: 'localhost', port, transport: 'tls' });
    const result = await tested({ recipient_phone: CALLED });
    expect([result.ok, ...namesOf(result)]).toEqual([true, 'dns', 'tcp', 'tls', 'options', ...CALL_STEPS]);
    expect(result.steps[2].detail).toMatch(/^TLSv1\.[23]; the certificate is for localhost/);
    await connectNumber();
    await kamailio!.close();
    kamailio = await Kamailio.start(port, { inside: peer.port, outside: tlsPort }, { outsideTransport });
    expect(await peer.call(port, OURS)).toBe('answered');
    await callsAreOver();
    await peer.close();
  });

  test('a trunk by its address has a certificate for the address, whatever name leads there at another port', async () => {
    await connect({ host: 'localhost', port: await freePort(), transport: 'tls' });
    const named = trunkId;
    const port = await start(tlsPort, { outsideTransport: await issue('address', { names: ['127.0.0.1'] }) });
    await connect({ host: '127.0.0.1', port, transport: 'tls' });
    const result = await tested();
    expect([result.ok, ...namesOf(result)]).toEqual([true, 'dns', 'tcp', 'tls', 'options']);
    expect((await service.request('DELETE', `/trunks/${named}`)).status).toBe(204);
  });

  test.each([
    ['expired', { names: ['localhost'], validUntil: new Date(Date.now() - 60_000) }, 'renew'],
    ['for another name', { names: ['sip.example.com'] }, 'Set host to a name'],
  ])('a certificate that is %s is a step that says so', async (name, options, remedy) => {
    const port = await start(tlsPort, { outsideTransport: await issue(name.replaceAll(' ', '-'), options) });
    await connect({ host: 'localhost', port, transport: 'tls' });
    const result = await tested({ recipient_phone: CALLED });
    expect([result.ok, result.call_id, ...namesOf(result)]).toEqual([false, null, 'dns', 'tcp', 'not tls']);
    expect(result.steps[2].remedy).toContain(remedy);
  });

  test('a port that is closed, and one that does not speak TLS', async () => {
    const port = await start(service.address.sipPort, { outsideTransport: 'tcp' });
    await connect({ host: '127.0.0.1', port, transport: 'tls' });
    const plain = await tested();
    expect([plain.ok, ...namesOf(plain)]).toEqual([false, 'dns', 'tcp', 'not tls']);
    await kamailio!.close();
    const closed = await tested();
    expect([closed.ok, ...namesOf(closed)]).toEqual([false, 'dns', 'not tcp']);
    expect(closed.steps[1].remedy).toContain('Check the port');
  });
});

describeWith(['sipp'], 'sipp over TCP', () => {
  let sipp: Sipp | undefined;
  afterEach(() => sipp?.close());

  test('20 calls go out over one connection', async () => {
    const port = await freePort();
    sipp = await Sipp.start({ scenario: scenario('callee', patientCallee(500)), port, calls: 21, transport: 'tcp' });
    await connect({ host: '127.0.0.1', port, transport: 'tcp' });
    const agentId = await firstAgent(service);
    const numbers = Array.from({ length: 20 }, (_, index) => `+${493055500100 + index}`);
    const calls = await forEach(numbers, 10, async (number) => service.callOver(await place(service, agentId, number)));
    // The OPTIONS that asks whether the trunk is there is one more, which fails for this scenario.
    expect((await sipp.finished()).successful).toBe(20);
    expect(ends(calls)).toEqual({ 'completed user_hangup': 20 });
    const invites = (await sipp.messages()).filter(({ name }) => name === 'INVITE');
    expect(
      invites.every(({ text }) => /^Via: SIP\/2\.0\/TCP/m.test(text) && /^Contact:.*;transport=tcp/m.test(text)),
    ).toBe(true);
  });

  test('20 calls come in', async () => {
    const port = await freePort();
    await connect({ host: '127.0.0.1', port, transport: 'tcp' });
    await connectNumber();
    sipp = await Sipp.start({
      ...{ scenario: scenario('caller', patientCaller(500)), port, calls: 20, transport: 'tcp' },
      peer: { port: service.address.sipPort, number: OURS, atOnce: 10, perSecond: 10 },
    });
    expectAllWell(await sipp.finished(), 20);
    await callsAreOver();
  });
});
