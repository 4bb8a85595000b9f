import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IncomingCall, OutgoingCallRequest } from './calls/call.ts';
import { randomIdentifiers } from './identifiers.ts';
import { SAMPLE_SDP, ScriptedPeer } from './testing/scripted-peer.ts';
import { eventsOf } from './testing/test-bed.ts';
import { TestClock } from './testing/test-clock.ts';
import { VirtualNetwork } from './testing/virtual-network.ts';
import { openTcpTransport } from './transports/tcp-transport.ts';
import type { Hop } from './transports/transport.ts';
import { UserAgent } from './user-agent.ts';

const LONG = { 'X-Long': 'x'.repeat(900) };
const CHALLENGE = ['WWW-Authenticate: Digest realm="example.com", nonce="1", algorithm=MD5, qop="auth"'];
const request = (destination: Hop, changes: Partial<OutgoingCallRequest> = {}) => ({
  ...{ uri: 'sip:+12025550101@sip.example', from: { uri: 'sip:+12025550150@192.0.2.1' } },
  ...{ destination, sdp: SAMPLE_SDP, headers: LONG, ...changes },
});

describe('a request that is too long for UDP (RFC 3261 section 18.1.1)', () => {
  let clock: TestClock;
  let agent: UserAgent;
  let overUdp: ScriptedPeer;
  let overTcp: ScriptedPeer;
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
    const place = { host: '192.0.2.9', port: 5060 };
    overUdp = await ScriptedPeer.open(network, place);
    overTcp = await ScriptedPeer.open(network, place, 'tcp');
  });
  afterEach(() => agent.close());

  function place(changes: Partial<OutgoingCallRequest> = {}) {
    const call = agent.invite(request(overUdp.hop, changes));
    const events = eventsOf(call);
    clock.advance(10);
    return { call, events };
  }

  function respond(peer: ScriptedPeer, status: number, headers: string[] = []): void {
    peer.respond(peer.lastRequest('INVITE'), status, {
      tag: 'peer',
      headers,
      ...(status < 300 && { sdp: SAMPLE_SDP }),
    });
    clock.advance(10);
  }

  it('goes over TCP, which Via and Contact name; a short one does not', () => {
    place({ headers: {} });
    expect([overUdp.methods(), overTcp.methods()]).toEqual([['INVITE'], []]);
    place();
    const { topVia, headers } = overTcp.lastRequest('INVITE');
    expect([topVia.transport, headers.get('contact')]).toEqual([
      'TCP',
      '<sip:+12025550150@192.0.2.1:5060;transport=tcp>',
    ]);
    expect(overUdp.methods()).toEqual(['INVITE']);
  });

  it('leaves the dialog as it was: what follows goes where the Contact of the peer says, and over TCP where it is long itself', async () => {
    const { call, events } = place();
    respond(overTcp, 200);
    expect(events[0]).toMatchObject({ type: 'answered', dialog: { destination: overUdp.hop } });
    expect([overTcp.methods(), overUdp.methods()]).toEqual([['INVITE'], ['ACK']]);
    void call.reinvite(`${SAMPLE_SDP}${'a=x-long:1\r\n'.repeat(80)}`);
    clock.advance(10);
    const again = overTcp.lastRequest('INVITE');
    expect([again.cseq.number, again.topVia.transport, again.headers.get('contact')]).toEqual([
      2,
      'TCP',
      '<sip:+12025550150@192.0.2.1:5060;transport=tcp>',
    ]);
    respond(overTcp, 488);
    void call.hangUp();
    clock.advance(10);
    // The ACK of a refusal is part of its transaction (section 17.1.1.3), the BYE is not.
    expect([overTcp.methods(), overUdp.methods()]).toEqual([
      ['INVITE', 'INVITE', 'ACK'],
      ['ACK', 'BYE'],
    ]);
  });

  it('in a dialog whose Contact asks for TCP everything does', () => {
    const { call } = place();
    const invite = overTcp.lastRequest('INVITE');
    const lines = ['via', 'from', 'call-id', 'cseq'].map((name) => `${name}: ${invite.headers.get(name)}`);
    const rest = [`To: ${invite.headers.get('to')};tag=peer`, 'Content-Type: application/sdp'];
    const contact = 'Contact: <sip:peer@192.0.2.9:5060;transport=tcp>';
    overTcp.send(agent, ['SIP/2.0 200 OK', ...lines, ...rest, contact], SAMPLE_SDP);
    clock.advance(10);
    void call.hangUp();
    clock.advance(10);
    expect([overTcp.methods(), overUdp.methods()]).toEqual([['INVITE', 'ACK', 'BYE'], []]);
  });

  it('only by its credentials changes over to TCP with them, and stays there', () => {
    const { events } = place({ headers: { 'X-Long': 'x'.repeat(420) }, credentials: { username: 'a', password: 'b' } });
    expect(overTcp.methods()).toEqual([]);
    respond(overUdp, 401, CHALLENGE);
    expect(overTcp.lastRequest('INVITE').cseq.number).toBe(2);
    respond(overTcp, 401, ['WWW-Authenticate: Digest realm="example.com", nonce="2", stale=true, algorithm=MD5']);
    expect(overTcp.lastRequest('INVITE').cseq.number).toBe(3);
    respond(overTcp, 200);
    expect(events.map(({ type }) => type)).toEqual(['answered']);
    expect(overUdp.methods()).toEqual(['INVITE', 'ACK', 'ACK']);
  });

  it('and is refused over TCP is not sent over UDP as well, but to the next hop', () => {
    const { events } = place();
    respond(overTcp, 503);
    expect(events).toMatchObject([{ type: 'ended', cause: { kind: 'rejected', status: 503 } }]);
    expect(overUdp.methods()).toEqual([]);
  });

  it('gets its CANCEL over TCP, too', () => {
    const { call } = place();
    respond(overTcp, 180);
    void call.hangUp();
    clock.advance(10);
    expect([overTcp.methods(), overUdp.methods()]).toEqual([['INVITE', 'CANCEL'], []]);
  });

  it('goes over UDP after all when nothing comes back over TCP, and so do the others for five minutes', () => {
    place();
    clock.advance(4010);
    expect(overUdp.lastRequest('INVITE').topVia.transport).toBe('UDP');
    expect(overUdp.lastRequest('INVITE').headers.get('contact')).toBe('<sip:+12025550150@192.0.2.1:5060>');
    respond(overUdp, 486);
    place();
    respond(overUdp, 486);
    expect(overTcp.methods()).toEqual(['INVITE']);
    clock.advance(300_000);
    place();
    expect(overTcp.methods()).toEqual(['INVITE', 'INVITE']);
  });

  it('to a peer of this host goes over UDP as it is', () => {
    place({ keepsProtocol: true });
    expect([overUdp.methods(), overTcp.methods()]).toEqual([['INVITE'], []]);
  });
});

describe('on the wire', () => {
  const agents: UserAgent[] = [];
  afterEach(async () => {
    for (const agent of agents.splice(0)) await agent.close();
  });

  /** `log`: each message that it sends or gets, as in `in udp INVITE`. */
  async function start(takesTcp: boolean, onInvite: (call: IncomingCall) => void = () => {}) {
    const log: string[] = [];
    const port = await freeUdpAndTcp();
    const agent = await UserAgent.start({
      ...{ host: '127.0.0.1', port, userAgentName: 'test', onInvite },
      listeners: takesTcp ? [{ port, open: (local, receive) => openTcpTransport(local, receive) }] : [],
      onMessage: (direction, message, { protocol }) => {
        const what = message.kind === 'request' ? message.method : message.status;
        if (what !== 100) log.push(`${direction} ${protocol} ${what}`);
      },
    });
    agents.push(agent);
    return { agent, log };
  }

  /** A port for both. */
  async function freeUdpAndTcp(): Promise<number> {
    const tcp = await openTcpTransport({ host: '127.0.0.1', port: 0 }, () => {});
    await tcp.close();
    return tcp.port;
  }

  it.each([
    ['takes TCP', true, ['out tcp INVITE', 'in tcp 200', 'out tcp ACK', 'out tcp BYE', 'in tcp 200']],
    [
      'refuses connections',
      false,
      ['out tcp INVITE', 'out udp INVITE', 'in udp 200', 'out udp ACK', 'out udp BYE', 'in udp 200'],
    ],
  ] as const)('a long INVITE to a peer over UDP that %s', async (_, takesTcp, messages) => {
    const peer = await start(takesTcp, (call) => call.answer(SAMPLE_SDP));
    const { agent, log } = await start(true);
    const call = agent.invite(request({ protocol: 'udp', host: '127.0.0.1', port: peer.agent.port }));
    await new Promise<void>((resolve) => call.on(({ type }) => type === 'answered' && resolve()));
    await call.hangUp();
    expect(log).toEqual(messages);
    expect(peer.agent.counters.dropped).toBe(0);
  });
});
