import { afterEach, beforeEach, expect, it } from 'vitest';
import { randomIdentifiers } from '../identifiers.ts';
import { ScriptedPeer } from '../testing/scripted-peer.ts';
import { TestClock } from '../testing/test-clock.ts';
import { VirtualNetwork } from '../testing/virtual-network.ts';
import { UserAgent } from '../user-agent.ts';
import type { Registration } from './registration.ts';

const OVER_UDP = '<sip:parley@192.0.2.1:5060>';
const OVER_TCP = '<sip:parley@192.0.2.1:5060;transport=tcp>';

let clock: TestClock;
let agent: UserAgent;
let tcp: ScriptedPeer;
let udp: ScriptedPeer;
let registration: Registration;

/** It was registered over TCP, and goes over UDP since TCP says 503. */
beforeEach(async () => {
  clock = new TestClock();
  const network = new VirtualNetwork(clock);
  agent = await UserAgent.start(
    {
      ...{ host: '192.0.2.1', port: 5060, userAgentName: 'test', onInvite: () => {} },
      listeners: [{ port: 5060, open: network.over('tcp') }],
    },
    { openTransport: network.open, scheduler: clock, identifiers: randomIdentifiers, random: () => 0.5 },
  );
  tcp = await ScriptedPeer.open(network, { host: '192.0.2.9', port: 5060 }, 'tcp');
  udp = await ScriptedPeer.open(network, { host: '192.0.2.8', port: 5060 });
  const request = { registrar: 'sip:example.com', addressOfRecord: 'sip:parley@example.com', contactUser: 'parley' };
  registration = agent.register({ ...request, hop: tcp.hop, alternatives: [udp.hop] }, null);
  clock.advance(10);
  respond(tcp, 200, `Contact: ${OVER_TCP};expires=300`);
  clock.advance(150_000);
  respond(tcp, 503);
});
afterEach(() => agent.close());

function respond(peer: ScriptedPeer, status: number, ...headers: string[]): void {
  peer.respond(peer.lastRequest('REGISTER'), status, { tag: 'registrar', headers });
  clock.advance(10);
}

const asked = (peer: ScriptedPeer) =>
  peer.requests.map(({ cseq, headers }) => [cseq.number, headers.get('contact'), headers.get('expires')]);

it('what the registrar has of us from another protocol is removed, by its URI, once the new one is there', () => {
  respond(
    udp,
    200,
    `Contact: ${OVER_TCP};expires=150, ${OVER_UDP};expires=300, <sip:other@192.0.2.1:5060;transport=tcp>`,
  );
  expect(asked(udp)).toEqual([
    [2, OVER_UDP, '3600'],
    [3, OVER_TCP, '0'],
  ]);
  expect(new Set(udp.requests.map(({ callId }) => callId))).toEqual(new Set([tcp.lastRequest('REGISTER').callId]));
  respond(udp, 200, `Contact: ${OVER_UDP};expires=300`);
  clock.advance(100_000);
  expect(udp.requests).toHaveLength(2);
  expect(registration.way?.hop).toEqual(udp.hop);
});

it('nothing is removed that the registrar does not list: it may know one binding alone', () => {
  respond(udp, 200, `Contact: ${OVER_UDP};expires=300`);
  expect(udp.requests).toHaveLength(1);
});

it('a registrar that takes the removal of one for that of all is registered with again, and asked for no removal any more', () => {
  respond(udp, 200, `Contact: ${OVER_TCP};expires=150, ${OVER_UDP};expires=300`);
  respond(udp, 200);
  respond(tcp, 503); // it comes first each time
  expect(asked(udp).at(-1)).toEqual([4, OVER_UDP, '3600']);
  respond(udp, 200, `Contact: ${OVER_TCP};expires=150, ${OVER_UDP};expires=300`);
  expect(udp.requests).toHaveLength(3);
});

it('its end is of the contact that is registered, at the server that has it', async () => {
  respond(udp, 200, `Contact: ${OVER_UDP};expires=300`);
  const before = tcp.requests.length;
  const ended = registration.end();
  clock.advance(10);
  expect(asked(udp).at(-1)).toEqual([3, OVER_UDP, '0']);
  respond(udp, 200);
  await ended;
  expect(tcp.requests).toHaveLength(before);
});
