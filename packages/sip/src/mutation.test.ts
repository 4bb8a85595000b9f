import { describe, expect, it } from 'vitest';
import type { IncomingCall } from './calls/call.ts';
import { SAMPLE_SDP } from './testing/scripted-peer.ts';
import { seededRandom } from './testing/seeded-random.ts';
import type { Hop, Receive, Transport } from './transports/transport.ts';
import { UserAgent } from './user-agent.ts';

const SOURCE: Hop = { protocol: 'udp', host: '192.0.2.9', port: 5060 };
const MUTANTS = 20_000;

function request(method: string, branch: string, toTag: string, sequence: number, body = ''): string {
  return [
    `${method} sip:+12025550150@192.0.2.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bK${branch};rport, SIP/2.0/TCP [2001:db8::9];branch=z9hG4bKx`,
    'Record-Route: <sip:192.0.2.8;lr>, <sip:192.0.2.7:5070;lr>',
    'From: "Ann \\"x\\"" <sip:+12025550101@192.0.2.9>;tag=ann',
    `To: <sip:+12025550150@192.0.2.1>${toTag}`,
    'i: mutation',
    `CSeq: ${sequence} ${method}`,
    'Max-Forwards: 70',
    'm: <sip:ann@192.0.2.9:5060>',
    'c: application/sdp',
    `l: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Of this process: other work of the host does not count. */
function usedCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The user agent with a socket that a test fills by hand. */
async function startAgent() {
  const socket: { receive: Receive; sent: string[] } = { receive: () => {}, sent: [] };
  const calls: IncomingCall[] = [];
  const agent = await UserAgent.start(
    {
      host: '192.0.2.1',
      port: 5060,
      userAgentName: 'mutation',
      onInvite: (call) => {
        calls.push(call);
        call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
      },
      onMessage: (_direction, { callId, from, to, cseq, topVia }) => void [callId, from, to, cseq, topVia],
    },
    {
      openTransport: async (local, receive): Promise<Transport> => {
        socket.receive = receive;
        const send = (bytes: Buffer) => void socket.sent.push(bytes.toString());
        return { protocol: 'udp', ...local, send, close: async () => {} };
      },
    },
  );
  return { agent, socket, calls, deliver: (text: string | Buffer) => socket.receive(Buffer.from(text), SOURCE) };
}

describe('20 000 mutated datagrams', () => {
  it('neither crash nor stall a user agent with live calls', async () => {
    const { agent, socket, calls, deliver } = await startAgent();
    deliver(request('INVITE', 'first', '', 1, SAMPLE_SDP));
    calls[0]?.answer(SAMPLE_SDP);
    const toTag = /^To:.*(;tag=.*)$/m.exec(socket.sent.at(-1) ?? '')?.[1] ?? '';
    deliver(request('ACK', 'ack', toTag, 1));
    const outgoing = agent.invite({
      uri: 'sip:b@192.0.2.9',
      from: { uri: 'sip:a@192.0.2.1' },
      destination: SOURCE,
      sdp: SAMPLE_SDP,
    });
    const head = (socket.sent.at(-1) ?? '').split('\r\n').filter((line) => /^(via|from|call-id|cseq):/i.test(line));
    const response = (status: number) =>
      [
        `SIP/2.0 ${status} Whatever`,
        ...head,
        'To: <sip:b@192.0.2.9>;tag=bob',
        'Contact: <sip:bob@192.0.2.9>',
        'Content-Type: application/sdp',
        '',
        SAMPLE_SDP,
      ].join('\r\n');

    const random = seededRandom(3261);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
    let slowestMs = 0;
    for (let i = 0; i < MUTANTS; i += 1) {
      const dialog = pick(['', toTag]);
      const method = pick(['INVITE', 'ACK', 'CANCEL', 'INFO', 'UPDATE', 'OPTIONS', 'PRACK', 'MESSAGE']);
      const original = pick([
        request(method, pick(['first', `b${i}`]), dialog, 2 + i, pick(['', SAMPLE_SDP])),
        response(pick([100, 183, 200, 404, 491])),
      ]);
      const mutant = Buffer.from(original);
      for (let edits = random() * 6; edits >= 1; edits -= 1) {
        mutant[Math.floor(random() * mutant.length)] = pick([
          10,
          13,
          32,
          34,
          44,
          58,
          59,
          60,
          62,
          64,
          Math.floor(random() * 256),
        ]);
      }
      const startedMs = usedCpuMs();
      deliver(random() < 0.1 ? mutant.subarray(0, random() * mutant.length) : mutant);
      slowestMs = Math.max(slowestMs, usedCpuMs() - startedMs);
      socket.sent.length = 0;
    }
    expect(slowestMs).toBeLessThan(500); // a collection is allowed for; a stall is not
    expect(agent.counters.received).toBeGreaterThan(MUTANTS);
    expect(agent.counters.dropped).toBeGreaterThan(0);
    expect(agent.counters.rejected).toBeGreaterThan(0);

    deliver(request('OPTIONS', 'alive', '', 1));
    expect(socket.sent.at(-1)).toMatch(/^SIP\/2\.0 200 OK\r\n/);
    for (const call of [...calls, outgoing]) void call.hangUp();
    await agent.close();
    expect([...calls, outgoing].every((call) => call.state === 'ended')).toBe(true);
  });
});
