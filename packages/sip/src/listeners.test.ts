import { describe, expect, it } from 'vitest';
import type { IncomingCall } from './calls/call.ts';
import type { SipMessage } from './messages/message.ts';
import { SAMPLE_SDP } from './testing/scripted-peer.ts';
import { TestClock } from './testing/test-clock.ts';
import { VirtualNetwork } from './testing/virtual-network.ts';
import type { Hop, OpenTransport } from './transports/transport.ts';
import { ListenError } from './transports/transport.ts';
import { UserAgent } from './user-agent.ts';

interface Sent {
  readonly message: SipMessage;
  readonly hop: Hop;
}

/** Two user agents that have TCP and TLS beside UDP, and what the first one sends. */
async function openPair() {
  const clock = new TestClock();
  const network = new VirtualNetwork(clock);
  const sent: Sent[] = [];
  const incoming: IncomingCall[] = [];
  const listeners = [
    { port: 5062, open: network.over('tcp') },
    { port: 5061, open: network.over('tls') },
  ];
  const dependencies = { openTransport: network.open, scheduler: clock };
  const common = { port: 5060, listeners, userAgentName: 'test' };
  const caller = await UserAgent.start(
    {
      ...{ ...common, host: '192.0.2.1', onInvite: () => {} },
      onMessage: (direction, message, hop) => direction === 'out' && sent.push({ message, hop }),
    },
    dependencies,
  );
  const callee = await UserAgent.start(
    { ...common, host: '192.0.2.9', onInvite: (call) => incoming.push(call) },
    dependencies,
  );
  const close = () => Promise.all([caller.close(), callee.close()]);
  return { clock, caller, sent, incoming, close };
}

describe.each([
  ['tcp', 5062],
  ['tls', 5061],
] as const)('a call over %s', (protocol, port) => {
  const destination: Hop = {
    protocol,
    host: '192.0.2.9',
    port,
    ...(protocol === 'tls' ? { tlsName: 'b.example' } : {}),
  };

  it('stays on it from INVITE to BYE, and says so in Via and Contact', async () => {
    const { clock, caller, sent, incoming, close } = await openPair();
    const call = caller.invite({
      uri: 'sip:b@b.example',
      from: { uri: 'sip:a@a.example' },
      destination,
      sdp: SAMPLE_SDP,
    });
    clock.advance(10);
    expect(incoming[0]?.source.protocol).toBe(protocol);
    incoming[0]?.answer(SAMPLE_SDP);
    clock.advance(10);
    void call.hangUp();
    clock.advance(10);
    expect(sent.map(({ message }) => message.kind === 'request' && message.method)).toEqual(['INVITE', 'ACK', 'BYE']);
    for (const { message, hop } of sent) {
      expect(hop).toEqual(destination);
      expect(message.headers.get('via')).toContain(`SIP/2.0/${protocol.toUpperCase()} 192.0.2.1:${port};`);
    }
    expect(sent[0]?.message.headers.get('contact')).toBe(`<sip:a@192.0.2.1:${port};transport=${protocol}>`);
    clock.advance(100_000);
    expect(clock.pending).toBe(0);
    await close();
  });

  it('sends each request once: a stream loses nothing (RFC 3261, timers A and E)', async () => {
    const { clock, caller, sent, close } = await openPair();
    const silent: Hop = { ...destination, host: '192.0.2.77' };
    const asked = caller.options('sip:192.0.2.77', silent);
    const call = caller.invite({
      uri: 'sip:b@b.example',
      from: { uri: 'sip:a@a.example' },
      destination: silent,
      sdp: SAMPLE_SDP,
    });
    clock.advance(40_000);
    expect(sent.map(({ message }) => message.kind === 'request' && message.method)).toEqual(['OPTIONS', 'INVITE']);
    expect(await asked).toBe('timeout');
    expect(call.state).toBe('ended');
    await close();
  });
});

describe('a user agent', () => {
  it('without a listener for a hop says so at once', async () => {
    const agent = await UserAgent.start({ host: '127.0.0.1', port: 0, userAgentName: 'test', onInvite: () => {} });
    expect(await agent.options('sip:b@b.example', { protocol: 'tcp', host: '127.0.0.1', port: 5060 })).toBe('timeout');
    await agent.close();
  });

  it('that cannot listen everywhere listens nowhere', async () => {
    let isClosed = false;
    const udp: OpenTransport = async (local) => ({
      ...{ protocol: 'udp', ...local, send: () => {} },
      close: async () => {
        isClosed = true;
      },
    });
    const tls: OpenTransport = async (local) => {
      throw new ListenError('tls', local, new Error('no certificate'));
    };
    const options = { host: '192.0.2.1', port: 5060, listeners: [{ port: 5061, open: tls }], userAgentName: 'test' };
    const starting = UserAgent.start({ ...options, onInvite: () => {} }, { openTransport: udp });
    await expect(starting).rejects.toThrow('cannot listen on TLS 192.0.2.1:5061: no certificate');
    expect(isClosed).toBe(true);
  });
});
