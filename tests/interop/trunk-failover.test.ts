import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DnsServer } from '../support/dns-server.ts';
import { Kamailio } from '../support/kamailio.ts';
import { freePort, lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { patientCallee, receiveInvite, refuse } from './callee.ts';
import { ends, firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';
import { type Step, scenario } from './scenario.ts';

const HOST = 'sip.carrier.test';
const CALLED = '+493055500001';

let dns: DnsServer;
let service: Service;
let firstPort: number;
let secondPort: number;
let trunkId: string;

beforeAll(async () => {
  [firstPort, secondPort] = [await lastingPort(), await lastingPort()];
  dns = await DnsServer.start({
    a: { 'one.carrier.test': '127.0.0.1', 'two.carrier.test': '127.0.0.1' },
    srv: {
      [`_sip._udp.${HOST}`]: [
        { priority: 20, weight: 0, port: secondPort, name: 'two.carrier.test' },
        { priority: 10, weight: 0, port: firstPort, name: 'one.carrier.test' },
      ],
    },
  });
  service = await Service.start({ PARLEY_DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await service?.remove();
  await dns?.close();
});

async function connect(): Promise<void> {
  const { status, body } = await service.request('POST', '/trunks', { body: { name: 'Carrier', host: HOST } });
  expect([status, body.error]).toEqual([201, undefined]);
  trunkId = body.trunk_id;
}

afterEach(async () => {
  expect((await service.request('DELETE', `/trunks/${trunkId}`)).status).toBe(204);
});

describeWith(['sipp'], 'two servers of a trunk, named by SRV', () => {
  const peers: Sipp[] = [];
  afterEach(async () => {
    for (const peer of peers.splice(0)) await peer.close();
  });

  /** It has more calls than it gets: OPTIONS are counted, too. */
  async function startSipp(port: number, steps: Step[]): Promise<Sipp> {
    const sipp = await Sipp.start({ scenario: scenario('callee', steps), port, calls: 50 });
    peers.push(sipp);
    return sipp;
  }

  const invitesOf = async (sipp: Sipp) => (await sipp.messages()).filter(({ name }) => name === 'INVITE');

  test('a 503 leads to the next, and calls leave the first out as long as its Retry-After says', async () => {
    const first = await startSipp(firstPort, [receiveInvite(), refuse('503 Service Unavailable', ['Retry-After: 60'])]);
    const second = await startSipp(secondPort, patientCallee(500));
    await connect();
    const agentId = await firstAgent(service);
    const calls = [];
    for (const number of ['+493055500101', '+493055500102']) {
      calls.push(await service.callOver(await place(service, agentId, number)));
    }
    expect(ends(calls)).toEqual({ 'completed user_hangup': 2 });
    const [refused, taken] = [await invitesOf(first), await invitesOf(second)];
    expect([refused.length, taken.length]).toEqual([1, 2]);
    expect(taken.every(({ text }) => text.startsWith('INVITE sip:+4930555001'))).toBe(true);
    const branchOf = ({ text }: { text: string }) => /branch=([^;\s]+)/.exec(text)?.[1];
    expect(taken[0]!.callId).toBe(refused[0]!.callId);
    expect(branchOf(taken[0]!)).not.toBe(branchOf(refused[0]!));
    expect(dns.asked).toContain(`_sip._udp.${HOST}`);
  });
});

describeWith(['kamailio'], 'two nodes of Kamailio, of which one is killed', () => {
  let phone: StandalonePhone;
  const nodes: Kamailio[] = [];
  beforeAll(async () => {
    phone = new StandalonePhone(await freePort());
    await phone.next('listening');
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await phone?.close();
  });

  test('a test of the trunk, and a call, go through the other', async () => {
    const sides = { inside: phone.port, outside: service.address.sipPort };
    for (const port of [firstPort, secondPort]) nodes.push(await Kamailio.start(port, sides));
    await connect();
    await nodes[0]!.close();
    const { body } = await service.request('POST', `/trunks/${trunkId}/test`, { body: { recipient_phone: CALLED } });
    expect(body.steps?.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(body.ok).toBe(true);
    expect(body.steps[0].detail).toBe(`${HOST} is 127.0.0.1:${firstPort}, 127.0.0.1:${secondPort}.`);
  });
});
