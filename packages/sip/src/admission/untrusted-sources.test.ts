import { describe, expect, it } from 'vitest';
import { type HandFedAgent, openHandFedAgent } from '../testing/hand-fed-agent.ts';
import { tortureMessages } from '../testing/rfc4475.ts';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { TestClock } from '../testing/test-clock.ts';
import type { Hop } from '../transports/transport.ts';

const TRUNK: Hop = { protocol: 'udp', host: '192.0.2.9', port: 5060 };
/** Another host of the trunk, or of anyone: its address does not tell. */
const OTHER: Hop = { protocol: 'udp', host: '198.51.100.7', port: 5060 };

interface RequestParts {
  readonly toTag?: string;
  readonly branch?: string;
  readonly sequence?: number;
  readonly headers?: readonly string[];
  readonly body?: string;
}

let lastBranch = 0;

function request(method: string, { toTag, branch, sequence = 1, headers = [], body = '' }: RequestParts = {}): string {
  lastBranch += 1;
  return [
    `${method} sip:+12025550150@192.0.2.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 192.0.2.9:5060;branch=${branch ?? `z9hG4bKu${lastBranch}`}`,
    'From: <sip:+12025550101@192.0.2.9>;tag=peer',
    `To: <sip:+12025550150@192.0.2.1>${toTag ? `;tag=${toTag}` : ''}`,
    'Call-ID: untrusted',
    `CSeq: ${sequence} ${method}`,
    'Max-Forwards: 70',
    'Contact: <sip:ann@192.0.2.9:5060>',
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(body ? ['Content-Type: application/sdp'] : []),
    '',
    body,
  ].join('\r\n');
}

const LARGE_INVITE = { body: SAMPLE_SDP + 'a=x\r\n'.repeat(11_500) };

async function open() {
  const clock = new TestClock();
  const bed = await openHandFedAgent(
    { isTrusted: ({ host, port }) => host === TRUNK.host && port === TRUNK.port },
    { scheduler: clock },
  );
  return { ...bed, clock };
}

/** Also of responses that echo what is malformed. */
function statuses(bed: HandFedAgent): number[] {
  return bed.sent.splice(0).map(({ bytes }) => Number(bytes.toString('latin1', 8, 11)));
}

/** A call of the trunk, answered and acknowledged; gives our tag. */
function answeredCall(bed: HandFedAgent): string {
  bed.deliver(request('INVITE', { body: SAMPLE_SDP }), TRUNK);
  bed.calls[0]!.answer(SAMPLE_SDP);
  const toTag = bed.takeSent().at(-1)!.toTag!;
  bed.deliver(request('ACK', { toTag }), OTHER);
  expect(bed.calls[0]!.state).toBe('talking');
  return toTag;
}

describe('an untrusted source', () => {
  it('gets one 403 to an INVITE, which leaves nothing behind', async () => {
    const bed = await open();
    bed.deliver(request('INVITE', LARGE_INVITE), OTHER);
    expect(bed.sent.map(({ peer }) => peer)).toMatchObject([{ host: OTHER.host, port: 5060 }]);
    expect(statuses(bed)).toEqual([403]);
    bed.clock.advance(1000);
    expect(bed.clock.pending).toBe(0);
    bed.clock.advance(40_000);
    expect(bed.sent).toEqual([]);
    expect(bed.calls).toEqual([]);
    expect(bed.agent.counters).toMatchObject({ received: 1, rejected: 1, ignored: 0 });
  });

  it('gets the same response to the same request', async () => {
    const bed = await open();
    const invite = request('INVITE');
    bed.deliver(invite, OTHER);
    bed.deliver(invite, OTHER);
    const [first, second] = bed.sent.map(({ bytes }) => bytes.toString());
    expect(second).toBe(first);
    expect(first).toMatch(/^To: .*;tag=[0-9a-f]{16}\r$/m);
  });

  it('is asked no more than two times a second, and all together no more than ten', async () => {
    const bed = await open();
    const send = (sources: number, copies: number) => {
      for (let source = 0; source < sources; source += 1) {
        for (let copy = 0; copy < copies; copy += 1) {
          bed.deliver(request('INVITE'), { ...OTHER, host: `198.51.100.${source}`, port: 5060 + copy });
        }
      }
      return statuses(bed).length;
    };
    expect(send(1, 50)).toBe(2);
    bed.clock.advance(1000);
    expect(send(50, 3)).toBe(10);
    bed.clock.advance(1000);
    expect(send(1, 50)).toBe(2);
    expect(bed.agent.counters).toMatchObject({ received: 250, rejected: 14, ignored: 236 });
  });

  it.each([
    ['OPTIONS', {}, 403],
    ['REGISTER', {}, 405],
    ['FOO', {}, 501],
    ['BYE', {}, 481],
    ['INVITE', { toTag: 'gone' }, 481],
    ['INVITE', { headers: ['Require: precondition'] }, 420],
    ['INVITE', { headers: ['CSeq: 2 INVITE', 'User-Agent: a phone with a reason to ask'] }, 400],
  ] as const)('gets one response to %s %j', async (method, parts, status) => {
    const bed = await open();
    bed.deliver(request(method, parts), OTHER);
    expect(statuses(bed)).toEqual([status]);
    expect(bed.agent.counters.rejected).toBe(1);
  });

  it.each([
    'friendly-scanner',
    'sipvicious',
    'sipcli/v1.8',
    'sip-scan',
    'SIPScan',
    'pplsip',
    'VaxSIPUserAgent/3.1',
    'sundayddr',
  ])('that is the scanner %s gets nothing', async (name) => {
    const bed = await open();
    bed.deliver(request('OPTIONS', { headers: [`User-Agent: ${name}`] }), OTHER);
    expect(bed.sent).toEqual([]);
    expect(bed.agent.counters).toMatchObject({ received: 1, ignored: 1 });
  });

  it('gets nothing for an ACK, a response, and what is no SIP', async () => {
    const bed = await open();
    bed.deliver(request('ACK', { toTag: 'x' }), OTHER);
    bed.deliver(request('INVITE').replace(/^.*/, 'SIP/2.0 200 OK'), OTHER);
    bed.deliver('GET / HTTP/1.1\r\n\r\n', OTHER);
    bed.deliver('\r\n\r\n', OTHER);
    expect(bed.sent).toEqual([]);
    expect(bed.agent.counters).toMatchObject({ received: 3, ignored: 3 });
  });

  it('cannot make us send to a third party by a 200 that we would have to end', async () => {
    const bed = await open();
    const forged = request('INVITE', { toTag: 'x' })
      .replace(/^.*/, 'SIP/2.0 200 OK')
      .replace('192.0.2.9:5060;branch', '192.0.2.1:5060;branch');
    bed.deliver(forged, OTHER);
    expect(bed.sent).toEqual([]);
    bed.deliver(forged, TRUNK);
    expect(bed.takeSent()).toMatchObject([{ method: 'ACK' }, { method: 'BYE' }]);
  });

  it('never gets more bytes than it sent, whatever that is', async () => {
    const random = seededRandom(403);
    const bed = await open();
    const smallest = 'INVITE sip:a SIP/2.0\r\nv:SIP/2.0/UDP a\r\nf:sip:a\r\nt:sip:a\r\ni:1\r\nCSeq:1 INVITE\r\n\r\n';
    bed.deliver(smallest, OTHER);
    expect(bed.sent).toEqual([]);
    for (const message of tortureMessages.values()) {
      for (let mutant = 0; mutant < 40; mutant += 1) {
        const bytes = Buffer.from(message.subarray(0, mutant === 0 ? undefined : Math.ceil(random() * message.length)));
        if (mutant > 0) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        bed.deliver(bytes, OTHER);
        const sent = bed.sent.splice(0);
        expect(sent.length).toBeLessThanOrEqual(1);
        expect(sent[0]?.bytes.length ?? 0).toBeLessThanOrEqual(bytes.length);
        bed.clock.advance(600);
      }
    }
    expect(bed.sent).toEqual([]);
    expect(bed.agent.counters.rejected).toBeGreaterThan(100);
  });
});

describe('what belongs to a call goes on from an untrusted source', () => {
  it('requests in the dialog, however large', async () => {
    const bed = await open();
    const toTag = answeredCall(bed);
    const events: string[] = [];
    bed.calls[0]!.on((event) => {
      events.push(event.type);
      if (event.type === 'reinvited') event.answer(SAMPLE_SDP);
    });
    bed.deliver(request('INVITE', { toTag, sequence: 2, ...LARGE_INVITE }), OTHER);
    expect(statuses(bed)).toEqual([200]);
    bed.deliver(request('ACK', { toTag, sequence: 2 }), OTHER);
    bed.deliver(request('INFO', { toTag, sequence: 3 }), OTHER);
    expect(statuses(bed)).toEqual([200]);
    expect(events).toEqual(['answered', 'reinvited', 'dialog', 'dialog']);
  });

  it('BYE, and the copy of it that comes after the end', async () => {
    const bed = await open();
    const toTag = answeredCall(bed);
    const bye = request('BYE', { toTag, sequence: 2 });
    bed.deliver(bye, OTHER);
    bed.deliver(bye, OTHER);
    expect(bed.calls[0]!.state).toBe('ended');
    expect(statuses(bed)).toEqual([200, 200]);
  });

  it('CANCEL of what the trunk asked for', async () => {
    const bed = await open();
    bed.deliver(request('INVITE', { branch: 'z9hG4bKsame', body: SAMPLE_SDP }), TRUNK);
    bed.deliver(request('CANCEL', { branch: 'z9hG4bKsame' }), OTHER);
    expect(statuses(bed)).toEqual([100, 200, 487]);
  });

  it('responses to what we asked for', async () => {
    const bed = await open();
    const call = bed.agent.invite({
      uri: 'sip:b@192.0.2.9',
      from: { uri: 'sip:a@192.0.2.1' },
      destination: TRUNK,
      sdp: SAMPLE_SDP,
    });
    const invite = bed.takeSent()[0]!;
    const lines = ['via', 'from', 'call-id', 'cseq'].map((name) => `${name}: ${invite.headers.get(name)}`);
    bed.deliver(['SIP/2.0 180 Ringing', ...lines, 'To: <sip:b@192.0.2.9>;tag=b', '', ''].join('\r\n'), OTHER);
    expect(call.state).toBe('ringing');
  });
});

it('a flood in a dialog leaves no more than 20 000 transactions, and the call goes on', async () => {
  const bed = await open();
  const toTag = answeredCall(bed);
  for (let sequence = 2; sequence < 25_000; sequence += 1) bed.deliver(request('INFO', { toTag, sequence }), TRUNK);
  expect(statuses(bed).every((status) => status === 200)).toBe(true);
  expect(bed.clock.pending).toBeLessThanOrEqual(20_010);
  bed.deliver(request('BYE', { toTag, sequence: 25_000 }), TRUNK);
  expect(bed.calls[0]!.state).toBe('ended');
});

describe('a new request of a trusted source', () => {
  it('that is larger than 16 KiB gets one response of a few a second', async () => {
    const bed = await open();
    for (let copy = 0; copy < 100; copy += 1) bed.deliver(request('INVITE', LARGE_INVITE), TRUNK);
    expect(statuses(bed)).toEqual([513, 513]);
    bed.deliver(Buffer.alloc(20_000, 'x'), TRUNK);
    expect(bed.sent).toEqual([]);
    expect(bed.calls).toEqual([]);
  });

  it('that is larger than 16 KiB is refused, and its ACK absorbed', async () => {
    const bed = await open();
    const invite = request('INVITE', { branch: 'z9hG4bKlarge', ...LARGE_INVITE });
    bed.deliver(invite, TRUNK);
    const [response] = bed.takeSent();
    expect(response).toMatchObject({ status: 513 });
    bed.deliver(request('ACK', { branch: 'z9hG4bKlarge', toTag: response!.toTag! }), TRUNK);
    bed.clock.advance(40_000);
    expect(bed.sent).toEqual([]);
    expect(bed.clock.pending).toBe(0);
  });
});
