import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type IncomingCall, openTcpTransport, UserAgent } from '@parley/sip';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Ladder } from './ladder.ts';
import { Ladders } from './ladders.ts';

const SDP = [
  ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', 'm=audio 40100 RTP/AVP 0', ''],
].join('\r\n');

let ladders: Ladders;
let agent: UserAgent;
let onInvite: (call: IncomingCall) => void;

beforeEach(async () => {
  ladders = new Ladders({ host: '127.0.0.1', port: 0 });
  agent = await UserAgent.start({
    ...{ host: '127.0.0.1', port: 0, userAgentName: 'test' },
    onInvite: (call) => onInvite(call),
    onMessage: (direction, message, peer, bytes) => ladders.observe(direction, message, peer, bytes),
    onUnsent: (message, bytes, error) => ladders.observeUnsent(message, bytes, error),
    listeners: [{ port: 0, open: (local, receive) => openTcpTransport(local, receive) }],
  });
});
afterEach(() => agent.close());

function call() {
  const uri = `sip:+12025550101@127.0.0.1:${agent.port}`;
  return agent.invite({
    uri,
    from: { uri },
    destination: { protocol: 'udp', host: '127.0.0.1', port: agent.port },
    sdp: SDP,
  });
}

const steps = (ladder: Ladder) =>
  ladder.signalling.messages.map(({ direction, text }) =>
    `${direction} ${text.split(' ', 2).join(' ')}`.replace(/ sip:.*/, ''),
  );

test('a call of ours to ourselves has a ladder for each end', async () => {
  const claimed = Promise.withResolvers<Ladder>();
  onInvite = (incoming) => {
    claimed.resolve(ladders.claim(incoming.callId, 'callee'));
    incoming.ring();
    incoming.answer(SDP);
  };
  const outgoing = call();
  const ours = ladders.claim(outgoing.callId, 'caller');
  const theirs = await claimed.promise;
  await new Promise<void>((resolve) => {
    outgoing.on((event) => event.type === 'answered' && resolve());
  });
  await outgoing.hangUp();
  expect(steps(ours)).toEqual([
    ...['sent INVITE', 'received SIP/2.0 100', 'received SIP/2.0 180', 'received SIP/2.0 200', 'sent ACK', 'sent BYE'],
    'received SIP/2.0 200',
  ]);
  expect(steps(theirs)).toEqual([
    ...['received INVITE', 'sent SIP/2.0 100', 'sent SIP/2.0 180', 'sent SIP/2.0 200', 'received ACK', 'received BYE'],
    'sent SIP/2.0 200',
  ]);
  ours.close();
  theirs.close();
  expect(ladders.size).toBe(0);
});

test('a message that came again is counted, and is on the ladder once', async () => {
  const claimed = Promise.withResolvers<Ladder>();
  onInvite = (incoming) => {
    claimed.resolve(ladders.claim(incoming.callId, 'callee'));
    incoming.ring();
  };
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const invite = [
    ...['INVITE sip:+12025550101@127.0.0.1 SIP/2.0', 'Via: SIP/2.0/UDP 127.0.0.1;rport;branch=z9hG4bK1'],
    ...['From: <sip:a@127.0.0.1>;tag=a', 'To: <sip:b@127.0.0.1>', 'Call-ID: again', 'CSeq: 1 INVITE'],
    ...['Max-Forwards: 70', 'Contact: <sip:a@127.0.0.1>', 'Content-Length: 0', '', ''],
  ].join('\r\n');
  const answered = { responses: 0 };
  const all = new Promise<void>((resolve) => {
    socket.on('message', (bytes) => {
      if (bytes.toString().startsWith('SIP/2.0 180')) answered.responses += 1;
      if (answered.responses === 1) socket.send(invite, agent.port, '127.0.0.1');
      if (answered.responses === 2) resolve();
    });
  });
  socket.send(invite, agent.port, '127.0.0.1');
  await all;
  const { messages } = (await claimed.promise).signalling;
  expect(messages[0]).toMatchObject({
    text: invite,
    bytes: invite.length,
    port: socket.address().port,
    protocol: 'udp',
  });
  expect(messages.map(({ copies }) => copies)).toEqual([1, 0, 1]);
  socket.close();
});

test('two calls of one Call-ID have a ladder each', async () => {
  const claimed = new Map<string | null, Ladder>();
  onInvite = (incoming) => {
    const tag = incoming.request.fromTag;
    claimed.set(tag, ladders.claim(incoming.callId, 'callee', tag));
    incoming.reject(tag === 'one' ? 486 : 480);
  };
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const send = (method: string, tag: string, to: string) => {
    const lines = [
      ...[`${method} sip:+12025550101@127.0.0.1 SIP/2.0`, `Via: SIP/2.0/UDP 127.0.0.1;rport;branch=z9hG4bK${tag}`],
      ...[`From: <sip:a@127.0.0.1>;tag=${tag}`, to, 'Call-ID: shared', `CSeq: ${tag === 'one' ? 1 : 2} ${method}`],
      ...['Max-Forwards: 70', 'Contact: <sip:a@127.0.0.1>', 'Content-Length: 0', '', ''],
    ];
    socket.send(lines.join('\r\n'), agent.port, '127.0.0.1');
  };
  const refused = new Promise<void>((resolve) => {
    let count = 0;
    socket.on('message', (bytes) => {
      const text = bytes.toString();
      if (!text.startsWith('SIP/2.0 48')) return;
      send('ACK', /From:.*tag=(\w+)/.exec(text)![1]!, /^To:.*$/m.exec(text)![0].trim());
      count += 1;
      if (count === 2) resolve();
    });
  });
  send('INVITE', 'one', 'To: <sip:b@127.0.0.1>');
  send('INVITE', 'two', 'To: <sip:b@127.0.0.1>');
  await refused;
  const beginning = ['received INVITE', 'sent SIP/2.0 100'];
  expect(steps(claimed.get('one')!).slice(0, 3)).toEqual([...beginning, 'sent SIP/2.0 486']);
  expect(steps(claimed.get('two')!).slice(0, 3)).toEqual([...beginning, 'sent SIP/2.0 480']);
  for (const ladder of claimed.values()) ladder.close();
  expect(ladders.size).toBe(0);
  socket.close();
});

test('INVITEs of which no leg is made leave nothing behind', async () => {
  onInvite = (incoming) => incoming.reject(404);
  for (let count = 0; count < 1200; count += 1)
    await new Promise<void>((resolve) => {
      call().on((event) => event.type === 'ended' && resolve());
    });
  expect(ladders.size).toBeLessThanOrEqual(1000);
});

test('of a call with thousands of messages the first and the last are kept', () => {
  const ladder = new Ladder({ host: '127.0.0.1', port: 5060 }, () => {});
  const from = { atMs: 0, direction: 'sent', protocol: 'udp', host: '127.0.0.1', port: 5060 } as const;
  for (let number = 0; number < 3000; number += 1) ladder.add(from, Buffer.from(`INFO ${number} ${'x'.repeat(300)}`));
  const { messages, omitted } = ladder.signalling;
  expect(messages.length + omitted).toBe(3000);
  expect(messages[0]!.text).toMatch(/^INFO 0 /);
  expect(messages.at(-1)!.text).toMatch(/^INFO 2999 /);
  expect(JSON.stringify(messages).length).toBeLessThan(100_000);
  ladder.add(from, Buffer.alloc(20_000, 'y'));
  expect(ladder.signalling.messages.at(-1)).toMatchObject({ bytes: 20_000, text: 'y'.repeat(8192) });
});

test('an INVITE that found no connection was not sent; the one to the next server was', async () => {
  onInvite = (incoming) => incoming.reject(486);
  const uri = 'sip:+12025550101@127.0.0.1';
  const refusing = await openTcpTransport({ host: '127.0.0.1', port: 0 }, () => {});
  await refusing.close();
  const outgoing = agent.invite({
    ...{ uri, from: { uri }, sdp: SDP },
    destination: { protocol: 'tcp', host: '127.0.0.1', port: refusing.port },
    alternatives: [{ protocol: 'udp', host: '127.0.0.1', port: agent.port }],
  });
  const ladder = ladders.claim(outgoing.callId, 'caller');
  await new Promise<void>((resolve) => outgoing.on(({ type }) => type === 'ended' && resolve()));
  const sent = ladder.signalling.messages.filter(({ direction, text }) => direction === 'sent' && /^INVITE/.test(text));
  expect(sent.map(({ protocol, unsent }) => [protocol, unsent])).toEqual([
    ['tcp', expect.stringContaining('refused')],
    ['udp', undefined],
  ]);
});
