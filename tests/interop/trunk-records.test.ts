import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DnsServer } from '../support/dns-server.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import type { Kamailio } from '../support/kamailio.ts';
import { startRegistrar } from '../support/kamailio-registrar.ts';
import { OwnRegistrar } from '../support/own-registrar.ts';
import { freePort, lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { patientCallee } from './callee.ts';
import { ends, firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';
import { scenario } from './scenario.ts';

const HOST = 'sip.carrier.test';
const REGISTRAR = 'registrar.carrier.test';
const MOVING = 'moving.carrier.test';
const NEW = 'six.carrier.test';
const LOGIN = { username: 'parley', password: 'open sesame', domain: REGISTRAR };
const CALL_STEPS = ['call', 'ringing', 'answered', 'media_received', 'media_sent'];

let dns: DnsServer;
let service: Service;
let ports: Record<'tls' | 'tcp' | 'udp' | 'registrar' | 'moving', number>;
let trunkId = '';

const server = (port: number, name = 'one.carrier.test') => [{ priority: 10, weight: 0, port, name }];
const naming = (order: number, service: string, replacement: string) => ({
  ...{ order, preference: 50, service, replacement },
});

beforeAll(async () => {
  ports = {
    ...{ tls: await lastingPort(), tcp: await lastingPort() },
    ...{ udp: await lastingPort(), registrar: await lastingPort(), moving: await lastingPort() },
  };
  dns = await DnsServer.start({
    a: { 'one.carrier.test': '127.0.0.1' },
    aaaa: { 'long.carrier.test': '0:0:0:0:0:0:0:1' },
    srv: {
      [`_sips._tcp.${HOST}`]: server(ports.tls),
      [`_sip._tcp.${HOST}`]: server(ports.tcp),
      [`_sip._udp.${HOST}`]: server(ports.udp),
      [`_sip._tcp.${REGISTRAR}`]: server(ports.registrar),
      [`_sip._tcp.${MOVING}`]: server(ports.moving),
      [`_sip._udp.${MOVING}`]: server(ports.moving),
      [`_sip._udp.${NEW}`]: server(ports.registrar, 'long.carrier.test'),
    },
    naptr: {
      [HOST]: [
        naming(100, 'SIP+D2U', `_sip._udp.${HOST}`),
        naming(50, 'SIPS+D2T', `_sips._tcp.${HOST}`),
        naming(90, 'SIP+D2T', `_sip._tcp.${HOST}`),
      ],
      [REGISTRAR]: [naming(10, 'SIP+D2T', `_sip._tcp.${REGISTRAR}`)],
    },
  });
  service = await Service.start({ PARLEY_DNS_SERVERS: dns.address, PARLEY_SIP_HOST_IPV6: '::1' });
});
afterEach(async () => {
  expect((await service.request('DELETE', `/trunks/${trunkId}`)).status).toBe(204);
});
afterAll(async () => {
  await service?.remove();
  await dns?.close();
});

async function connect(settings: { host: string; [name: string]: unknown }): Promise<void> {
  const trunk = { name: 'By its records', transport: 'auto', ...settings };
  const { status, body } = await service.request('POST', '/trunks', { body: trunk });
  expect([status, body.error, body.transport, body.port]).toEqual([201, undefined, 'auto', 5060]);
  trunkId = body.trunk_id;
}

async function tested(body: object = {}): Promise<any> {
  const response = await service.request('POST', `/trunks/${trunkId}/test`, { body });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body;
}

const namesOf = ({ steps }: any) => steps.map(({ name, ok }: any) => (ok ? name : `not ${name}`));

describeWith(['sipp'], 'a trunk whose NAPTR records name TLS, TCP and UDP', () => {
  const peers: Sipp[] = [];
  afterEach(async () => {
    for (const peer of peers.splice(0)) await peer.close();
  });

  /** It has more calls than it gets: OPTIONS are counted, too. */
  async function startSipp(transport: 'udp' | 'tcp'): Promise<Sipp> {
    const steps = patientCallee(500);
    const settings = { port: ports[transport], calls: 50, transport };
    const sipp = await Sipp.start({ scenario: scenario('callee', steps), ...settings });
    peers.push(sipp);
    return sipp;
  }

  const inviteAt = async (sipp: Sipp) => (await sipp.messages()).find(({ name }) => name === 'INVITE')!.text;

  test('calls take the first that can be connected with, and say in each message which it is', async () => {
    const [overTcp, overUdp] = [await startSipp('tcp'), await startSipp('udp')];
    await connect({ host: HOST });
    const agentId = await firstAgent(service);
    const calls = [await service.callOver(await place(service, agentId, '+493055500101'))];
    await overTcp.close();
    calls.push(await service.callOver(await place(service, agentId, '+493055500102')));
    expect(ends(calls)).toEqual({ 'completed user_hangup': 2 });
    expect(dns.asked).toContain(HOST);
    const diagnoses = await Promise.all(
      calls.map(({ call_id: callId }) => service.request('GET', `/calls/${callId}/diagnosis`)),
    );
    const [first] = diagnoses.map(({ body }) => body.ladder.filter((step: any) => /^INVITE/.test(step.start_line)));
    expect(first.map(({ transport, unsent }: any) => [transport, unsent === null])).toEqual([
      ['tls', false], // nothing listens there
      ['tcp', true],
    ]);
    expect(first[0].unsent).toContain('refused');
    expect(first[1].message).toMatch(/^INVITE sip:\+493055500101@sip\.carrier\.test SIP\/2\.0\r\nVia: SIP\/2\.0\/TCP /);
    expect(first[1].message).toMatch(/^Contact: <sip:[^>]+;transport=tcp>/m);
    const second = await inviteAt(overUdp);
    expect(second).toMatch(/^INVITE sip:\+493055500102@sip\.carrier\.test SIP\/2\.0\r?\nVia: SIP\/2\.0\/UDP /);
    expect(second).toMatch(/^Contact: <sip:[^>;]+>/m);
  });

  test('a test says which were found, and by what', async () => {
    await connect({ host: HOST });
    const { steps } = await tested();
    const places = `127.0.0.1:${ports.tls} over TLS, 127.0.0.1:${ports.tcp} over TCP, 127.0.0.1:${ports.udp} over UDP`;
    expect(steps[0]).toMatchObject({ ok: true, detail: `${HOST} is ${places}. Its NAPTR records say so.` });
    expect(steps[1]).toMatchObject({ name: 'tcp', ok: false });
  });
});

test('a registration that goes from TCP to UDP takes its contact of TCP along', async () => {
  const { username, password } = LOGIN;
  const registrar = await OwnRegistrar.start(ports.moving, { login: { username, password }, keepsFlows: true });
  await connect({ host: MOVING, authentication: 'register', username, password });
  const { sipPort } = service.address;
  const [overUdp, overTcp] = ['', ';transport=tcp'].map((suffix) => `sip:${trunkId}@127.0.0.1:${sipPort}${suffix}`);
  await registrar.when((uris) => isDeepStrictEqual(uris, [overTcp]));
  await registrar.closeTcp();
  await registrar.when((uris) => isDeepStrictEqual(uris, [overUdp]));
  const [first, ...others] = registrar.taken;
  expect(others.map(({ callId }) => callId)).toEqual(others.map(() => first!.callId));
  expect(registrar.faults).toEqual([]);
  await service.request('PATCH', `/trunks/${trunkId}`, { body: { status: 'disabled' } });
  await registrar.when((uris) => uris.length === 0);
  await registrar.close();
});

describeWith(['kamailio'], 'a registrar that NAPTR names over TCP', () => {
  let phone: StandalonePhone;
  let kamailio: Kamailio | undefined;
  beforeAll(async () => {
    phone = new StandalonePhone(await freePort());
    await phone.next('listening');
    const network = { callerPort: 9, calleePort: phone.port };
    kamailio = await startRegistrar(ports.registrar, { login: LOGIN, transport: 'tcp', network });
  });
  afterAll(async () => {
    await kamailio?.close();
    await phone?.close();
  });

  test('is registered with, and called, by the name of the domain', async () => {
    const { username, password } = LOGIN;
    await connect({ host: REGISTRAR, authentication: 'register', username, password });
    for (const pause of growingPauses()) {
      const { body } = await service.request('GET', `/trunks/${trunkId}`);
      if (body.status === 'registered') break;
      await pause();
    }
    const result = await tested({ recipient_phone: '+493055500001' });
    expect([result.ok, ...namesOf(result)]).toEqual([true, 'dns', 'tcp', 'registration', 'options', ...CALL_STEPS]);
    expect(result.steps[0].detail).toContain(`127.0.0.1:${ports.registrar} over TCP. Its NAPTR records say so.`);
  });

  test('SRV alone, to an address of IPv6: it is there over UDP', async () => {
    await connect({ host: NEW });
    const { steps } = await tested();
    const detail = `${NEW} is ::1:${ports.registrar} over UDP. It has no NAPTR records of use; its SRV records say so.`;
    expect(steps[0]).toMatchObject({ ok: true, detail });
  });
});
