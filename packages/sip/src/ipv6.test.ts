import { afterEach, describe, expect, it } from 'vitest';
import type { IncomingCall } from './calls/call.ts';
import type { SipRequest } from './messages/message.ts';
import { MediaNegotiation } from './sdp/media-negotiation.ts';
import { openTcpTransport } from './transports/tcp-transport.ts';
import type { Hop, Protocol } from './transports/transport.ts';
import { UserAgent, type UserAgentOptions } from './user-agent.ts';

const running: UserAgent[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((agent) => agent.close()));
});

async function start(options: Pick<UserAgentOptions, 'host' | 'ipv6Host'>) {
  const invites: SipRequest[] = [];
  const incoming = Promise.withResolvers<IncomingCall>();
  const agent = await UserAgent.start({
    ...{ ...options, port: 0, userAgentName: 'test', onInvite: incoming.resolve },
    listeners: [{ port: 0, open: openTcpTransport }],
    onMessage: (_direction, message) => {
      if (message.kind === 'request' && message.method === 'INVITE') invites.push(message);
    },
  });
  running.push(agent);
  return { agent, invites, incoming: incoming.promise };
}

const hopTo = (agent: UserAgent, protocol: Protocol, host: string): Hop => ({
  ...{ protocol, host, port: agent.ports.get(protocol)! },
});

const mediaAt = (address: string) => new MediaNegotiation({ address, port: 40_000, codecs: ['PCMU'] });

/** A call from one to the other, from its INVITE to its BYE. */
async function call(from: UserAgent, to: { agent: UserAgent; incoming: Promise<IncomingCall> }, hop: Hop) {
  const own = from.hostFor(hop);
  const uri = hop.host.includes(':') ? `[${hop.host}]` : hop.host;
  const media = mediaAt(own);
  const placed = from.invite({
    uri: `sip:+1@${uri}`,
    from: { uri: 'sip:+2@example.com' },
    destination: hop,
    sdp: media.offer(),
  });
  const answered = new Promise<string>((resolve, reject) => {
    placed.on((event) => {
      if (event.type === 'answered') resolve(event.sdp);
      if (event.type === 'ended') reject(new Error(JSON.stringify(event.cause)));
    });
  });
  const incoming = await to.incoming;
  expect(incoming.source.host).toBe(own);
  incoming.answer(mediaAt(to.agent.hostFor(incoming.source)).answerTo(incoming.sdp!).sdp);
  const { remote } = media.answeredBy(await answered);
  await placed.hangUp();
  expect([incoming.state, remote]).toEqual(['ended', { address: hop.host, port: 40_000 }]);
}

describe.each(['udp', 'tcp'] as const)('over %s', (protocol) => {
  it('a user agent of both families calls, and is called, over each by its own address', async () => {
    const both = await start({ host: '127.0.0.1', ipv6Host: '::1' });
    for (const [host, shown] of [
      ['::1', '[::1]'],
      ['127.0.0.1', '127.0.0.1'],
    ] as const) {
      const peer = await start({ host });
      await call(both.agent, peer, hopTo(peer.agent, protocol, host));
      const invite = peer.invites[0]!;
      const port = both.agent.ports.get(protocol)!;
      expect(invite.headers.get('via')).toContain(` ${shown}:${port};`);
      expect(invite.contact?.uri).toContain(`sip:+2@${shown}:${port}`);
      expect(invite.body.toString()).toContain(`c=IN IP${host === '::1' ? 6 : 4} ${host}\r\n`);
    }
  });

  it('one that calls from an address of IPv6 is answered, and hung up, there', async () => {
    const both = await start({ host: '127.0.0.1', ipv6Host: '::1' });
    const peer = await start({ host: '::1' });
    await call(peer.agent, both, hopTo(both.agent, protocol, '::1'));
    expect(both.invites[0]?.topVia.params.get('received')).toBe('::1');
  });
});

it('a host that cannot be bound leaves no socket open', async () => {
  const taken = await start({ host: '127.0.0.1', ipv6Host: '::1' });
  const port = taken.agent.port;
  const options = { port, userAgentName: 'test', onInvite: () => {} };
  await expect(UserAgent.start({ ...options, host: '127.0.0.2', ipv6Host: '::1' })).rejects.toThrow('in use');
  running.push(await UserAgent.start({ ...options, host: '127.0.0.2' }));
});
