import type { IncomingCall } from '../calls/call.ts';
import type { Hop } from '../transports/transport.ts';
import { type HandFedAgent, openHandFedAgent } from './hand-fed-agent.ts';
import { mutate } from './mutate.ts';
import { tortureMessages } from './rfc4475.ts';
import { SAMPLE_SDP } from './scripted-peer.ts';

export interface FuzzReport {
  readonly datagrams: number;
  readonly slowestMs: number; // of CPU, for one datagram: other work of the host is not counted
  readonly responses: number;
}

const TRUSTED: Hop = { protocol: 'udp', host: '192.0.2.9', port: 5060 };
const UNTRUSTED: Hop = { protocol: 'udp', host: '198.51.100.7', port: 5060 };

/** What calls that get through do is chance too: they ring, are answered or refused, and some are hung up. */
function handle(call: IncomingCall, random: () => number): void {
  call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
  const choice = random();
  if (choice < 0.5) call.ring();
  if (choice < 0.3) call.answer(SAMPLE_SDP);
  else if (choice > 0.4) call.reject(486);
  if (choice < 0.1) void call.hangUp();
}

/** The torture messages, and a live call's: what names it is put into some of them, so that they reach it. */
function originalsOf(bed: HandFedAgent): Buffer[] {
  const call = bed.agent.invite({
    uri: 'sip:b@192.0.2.9',
    from: { uri: 'sip:a@192.0.2.1' },
    destination: TRUSTED,
    sdp: SAMPLE_SDP,
  });
  const [invite] = bed.takeSent();
  const head = ['via', 'from', 'call-id', 'cseq'].map((name) => `${name}: ${invite!.headers.get(name)}`);
  const responses = [100, 183, 200, 404, 491].map((status) =>
    [`SIP/2.0 ${status} x`, ...head, 'To: <sip:b@192.0.2.9>;tag=b', 'Contact: <sip:b@192.0.2.9>', '', SAMPLE_SDP].join(
      '\r\n',
    ),
  );
  const requests = ['INFO', 'UPDATE', 'INVITE', 'ACK', 'OPTIONS', 'PRACK'].map((method) =>
    [
      `${method} sip:a@192.0.2.1 SIP/2.0`,
      'Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bKlive;rport',
      'From: <sip:b@192.0.2.9>;tag=b',
      `To: <sip:a@192.0.2.1>;tag=${invite!.fromTag}`,
      `Call-ID: ${call.callId}`,
      `CSeq: 9 ${method}`,
      'Contact: <sip:b@192.0.2.9>',
      'Content-Type: application/sdp',
      '',
      SAMPLE_SDP,
    ].join('\r\n'),
  );
  return [...tortureMessages.values(), ...[...responses, ...requests].map((text) => Buffer.from(text))];
}

/** Mutated datagrams into one user agent, of trusted and untrusted sources. A throw is the caller's to see. */
export async function fuzz(datagrams: number, random: () => number): Promise<FuzzReport> {
  const bed = await openHandFedAgent({
    isTrusted: ({ host }) => host === TRUSTED.host,
    onInvite: (call) => handle(call, random),
    onMessage: (_direction, { callId, from, to, cseq, topVia }) => void [callId, from, to, cseq, topVia],
  });
  const originals = originalsOf(bed);
  let slowestMs = 0;
  let responses = 0;
  for (let index = 0; index < datagrams; index += 1) {
    const mutant = mutate(originals[Math.floor(random() * originals.length)]!, random);
    const source = random() < 0.8 ? TRUSTED : UNTRUSTED;
    const before = process.threadCpuUsage();
    bed.deliver(mutant, source);
    slowestMs = Math.max(slowestMs, cpuMs(process.threadCpuUsage(before)));
    responses += bed.sent.splice(0).length;
  }
  bed.deliver(tortureMessages.get('zeromf')!, TRUSTED);
  if (!bed.sent.at(-1)?.bytes.toString().startsWith('SIP/2.0 200 '))
    throw new Error('the user agent does not respond any more');
  await bed.agent.close();
  return { datagrams, slowestMs, responses };
}

function cpuMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
