import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomIdentifiers } from '../identifiers.ts';
import { SAMPLE_SDP, ScriptedPeer } from '../testing/scripted-peer.ts';
import { TestClock } from '../testing/test-clock.ts';
import { VirtualNetwork } from '../testing/virtual-network.ts';
import { UserAgent } from '../user-agent.ts';
import { flowDelayMs } from './flow.ts';
import type { Registration, RegistrationState } from './registration.ts';

const INSTANCE = 'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
const CONTACT = '<sip:parley@192.0.2.1:5060;transport=tcp>';
const IN_FLOW = `${CONTACT};reg-id=1;+sip.instance="<${INSTANCE}>"`;
const GRANTED = [`Contact: ${IN_FLOW};expires=300`, 'Require: outbound'];

let clock: TestClock;
let network: VirtualNetwork;
let agent: UserAgent;
let registrar: ScriptedPeer;
let states: RegistrationState[];

beforeEach(async () => {
  clock = new TestClock();
  network = new VirtualNetwork(clock);
  states = [];
  agent = await UserAgent.start(
    {
      ...{ host: '192.0.2.1', port: 5060, userAgentName: 'test', onInvite: () => {} },
      listeners: [{ port: 5060, open: network.over('tcp') }],
    },
    { openTransport: network.open, scheduler: clock, identifiers: randomIdentifiers, random: () => 0.5 },
  );
  registrar = await ScriptedPeer.open(network, { host: '192.0.2.9', port: 5060 }, 'tcp');
});
afterEach(async () => {
  await agent.close();
  expect(clock.pending).toBe(0);
});

const settle = () => clock.advance(10);
const last = () => registrar.lastRequest('REGISTER');
const count = () => registrar.requests.length;

function register(): Registration {
  const request = {
    ...{ registrar: 'sip:example.com', addressOfRecord: 'sip:parley@example.com', contactUser: 'parley' },
    ...{ hop: registrar.hop, instance: INSTANCE },
  };
  const registration = agent.register(request, null, (state) => states.push(state));
  settle();
  return registration;
}

function respond(status: number, ...headers: string[]): void {
  registrar.respond(last(), status, { tag: 'registrar', headers });
  settle();
}

describe('a registration over a connection', () => {
  it('offers its flow, which stays a connection like others where the registrar does not take it', () => {
    const registration = register();
    expect(last().headers.get('contact')).toBe(IN_FLOW);
    expect(last().headers.all('supported')).toEqual(expect.arrayContaining(['path', 'outbound']));
    respond(200, `Contact: ${IN_FLOW};expires=300`, 'Path: <sip:edge.example.com;lr>');
    expect(registration.way).toEqual({ hop: registrar.hop, serviceRoute: [], isFlow: false });
    expect(network.kept.size).toBe(0);
  });

  it('keeps the flow as often as Flow-Timer says, also when that changes, until it ends', async () => {
    const registration = register();
    respond(200, ...GRANTED);
    expect(registration.way).toMatchObject({ hop: registrar.hop, isFlow: true });
    const [kept] = network.kept;
    expect(kept!.intervalMs()).toBe(108_000); // between 96 and 120 s
    clock.advance(150_000);
    respond(200, ...GRANTED, 'Flow-Timer: 20');
    expect([...network.kept]).toEqual([kept]);
    expect(kept!.intervalMs()).toBe(18_000);
    const ended = registration.end();
    settle();
    expect([last().headers.get('contact'), last().headers.get('expires'), network.kept.size]).toEqual([
      IN_FLOW,
      '0',
      0,
    ]);
    respond(200);
    await ended;
  });

  it('is made anew at once when its flow breaks, and later each time that it breaks soon', () => {
    const registration = register();
    respond(200, ...GRANTED);
    clock.advance(121_000);
    network.breakConnections();
    expect(registration.way).toBeNull();
    settle();
    expect([count(), last().cseq.number]).toEqual([2, 2]);
    respond(200, ...GRANTED);
    expect(states.at(-1)!.kind).toBe('registered');
    network.breakConnections();
    // It has to wait: until then no call comes.
    expect(states.at(-1)).toMatchObject({ kind: 'failed', status: null, hasLostFlow: true });
    clock.advance(44_000);
    expect(count()).toBe(2);
    clock.advance(2000);
    expect(count()).toBe(3);
    respond(503);
    expect(states.at(-1)).toMatchObject({ kind: 'failed', status: 503 });
    clock.advance(89_000);
    expect(count()).toBe(3);
    clock.advance(2000);
    expect(count()).toBe(4);
    respond(200, ...GRANTED);
    clock.advance(121_000);
    network.breakConnections();
    settle();
    expect(count()).toBe(5);
  });

  it('does not wait for the response to what was sent over the flow that broke', () => {
    register();
    respond(200, ...GRANTED);
    clock.advance(150_000);
    expect(count()).toBe(2);
    network.breakConnections();
    settle();
    expect(count()).toBe(3);
    respond(200, ...GRANTED);
    clock.advance(40_000);
    expect([states.at(-1)!.kind, count()]).toEqual(['registered', 3]);
  });

  it('is one without a flow behind a first hop that knows none (439)', () => {
    const registration = register();
    respond(439);
    expect(last().headers.get('contact')).toBe(CONTACT);
    expect(last().headers.get('supported')).not.toContain('outbound');
    respond(200, `Contact: ${CONTACT};expires=300`);
    expect(registration.way).toMatchObject({ isFlow: false });
  });

  it.each([
    ['<sip:a.example.com;lr>, <sip:b.example.com:5070;transport=tcp;lr>', 2],
    ['<sip:strict.example.com>', 0],
    ['<tel:+4930;lr>', 0],
    [Array.from({ length: 9 }, () => '<sip:a.example.com;lr>').join(', '), 0],
  ])('of the Service-Route %s calls out take %i', (value, routes) => {
    const registration = register();
    respond(200, ...GRANTED, `Service-Route: ${value}`);
    expect(registration.way!.serviceRoute).toHaveLength(routes);
  });

  it('a call through it has its route, and asks for the requests of the callee over the flow', () => {
    register();
    respond(200, ...GRANTED, 'Service-Route: <sip:a.example.com;lr>, <sip:b.example.com;lr>');
    const routes = ['<sip:a.example.com;lr>', '<sip:b.example.com;lr>'];
    const call = agent.invite({
      ...{ uri: 'sip:+12025550101@example.com', from: { uri: 'sip:parley@example.com' }, sdp: SAMPLE_SDP },
      ...{ destination: registrar.hop, routes, isOverFlow: true },
    });
    settle();
    const invite = registrar.lastRequest('INVITE');
    expect(invite.headers.all('route')).toEqual(routes);
    expect(invite.headers.get('contact')).toBe('<sip:parley@192.0.2.1:5060;transport=tcp;ob>');
    registrar.respond(invite, 180, { tag: 'callee' });
    settle();
    void call.hangUp();
    settle();
    expect(registrar.lastRequest('CANCEL').headers.all('route')).toEqual(routes);
  });
});

it('over UDP no flow is offered: it would need STUN', async () => {
  const peer = await ScriptedPeer.open(network, { host: '192.0.2.10', port: 5060 });
  agent.register(
    {
      ...{ registrar: 'sip:example.com', addressOfRecord: 'sip:parley@example.com', contactUser: 'parley' },
      ...{ hop: peer.hop, instance: INSTANCE },
    },
    null,
  );
  settle();
  expect(peer.lastRequest('REGISTER').headers.get('contact')).toBe('<sip:parley@192.0.2.1:5060>');
  expect(peer.lastRequest('REGISTER').headers.all('supported')).toEqual(['100rel', 'timer', 'replaces', 'path']);
});

it('the pauses before a flow double up to half an hour, half of them by chance; the first is none', () => {
  expect([0, 1, 2, 20].map((failures) => flowDelayMs(failures, 0))).toEqual([0, 30_000, 60_000, 900_000]);
  expect(flowDelayMs(20, 0.999_999).toFixed(0)).toBe('1799999');
});
