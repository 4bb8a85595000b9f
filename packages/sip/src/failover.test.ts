import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingCallRequest } from './calls/call.ts';
import { type Location, ownHops } from './locating/location.ts';
import type { RedirectTo } from './redirection.ts';
import { SAMPLE_SDP, ScriptedPeer } from './testing/scripted-peer.ts';
import { eventsOf, openTestBed, type TestBed } from './testing/test-bed.ts';

const CHALLENGE = ['WWW-Authenticate: Digest realm="example.com", nonce="1", algorithm=MD5, qop="auth"'];

let bed: TestBed;
let first: ScriptedPeer;
let second: ScriptedPeer;
let third: ScriptedPeer;

beforeEach(async () => {
  bed = await openTestBed();
  first = bed.peer;
  second = await ScriptedPeer.open(bed.network, { host: '192.0.2.8', port: 5060 });
  third = await ScriptedPeer.open(bed.network, { host: '192.0.2.7', port: 5060 });
});
afterEach(() => bed.agent.close());

function place(changes: Partial<OutgoingCallRequest> = {}) {
  const call = bed.agent.invite({
    uri: 'sip:+12025550101@sip.example',
    from: { uri: 'sip:+12025550150@192.0.2.1' },
    destination: first.hop,
    alternatives: [second.hop],
    sdp: SAMPLE_SDP,
    ...changes,
  });
  const events = eventsOf(call);
  bed.settle();
  return { call, events };
}

function refuse(peer: ScriptedPeer, status: number, headers: string[] = []): void {
  peer.respond(peer.lastRequest('INVITE'), status, { tag: 'refused', headers });
  bed.settle();
}

function answer(peer: ScriptedPeer): void {
  peer.respond(peer.lastRequest('INVITE'), 200, { tag: peer.host, sdp: SAMPLE_SDP });
  bed.settle();
}

const invitesAt = (...peers: ScriptedPeer[]) =>
  peers.map((peer) => peer.methods().filter((method) => method === 'INVITE').length);

describe('an INVITE goes to the next hop (RFC 3263 section 4.3)', () => {
  it('after a 503: with another branch, and all else as it was', () => {
    const { call, events } = place();
    refuse(first, 503);
    const [refused, repeated] = [first.lastRequest('INVITE'), second.lastRequest('INVITE')];
    expect(first.methods()).toEqual(['INVITE', 'ACK']);
    expect(repeated.topVia.params.get('branch')).not.toBe(refused.topVia.params.get('branch'));
    for (const name of ['from', 'to', 'call-id', 'cseq', 'contact']) {
      expect(repeated.headers.get(name)).toBe(refused.headers.get(name));
    }
    expect([repeated.uri, repeated.body.toString()]).toEqual([refused.uri, SAMPLE_SDP]);
    answer(second);
    expect(events.map(({ type }) => type)).toEqual(['answered']);
    expect(events[0]).toMatchObject({ dialog: { destination: second.hop } });
    expect([second.methods(), call.state]).toEqual([['INVITE', 'ACK'], 'talking']);
  });

  it('after a 503 that comes when it was being tried', () => {
    const { events } = place();
    first.respond(first.lastRequest('INVITE'), 100);
    bed.settle();
    refuse(first, 503);
    answer(second);
    expect(events.map(({ type }) => type)).toEqual(['trying', 'answered']);
  });

  it('after four seconds of silence; with the last hop it has ten', () => {
    const { events } = place();
    bed.clock.advance(3980);
    expect(invitesAt(first, second)).toEqual([4, 0]);
    bed.clock.advance(20);
    bed.settle();
    expect(invitesAt(first, second)).toEqual([4, 1]);
    bed.clock.advance(9970);
    expect([invitesAt(first, second), events]).toEqual([[4, 5], []]);
    bed.clock.advance(30);
    expect(events).toMatchObject([{ type: 'ended', cause: { kind: 'timeout' } }]);
  });

  it('when the transport reports an error', async () => {
    const { events } = place({ destination: { protocol: 'tcp', host: '192.0.2.6', port: 5060 } });
    await Promise.resolve(); // a transport reports it later
    bed.settle();
    answer(second);
    expect(events.map(({ type }) => type)).toEqual(['answered']);
  });

  it('of another protocol, which Via and Contact name then, also where it is the first that is left', async () => {
    const tcp = { protocol: 'tcp', host: '192.0.2.6', port: 5060 } as const;
    const overTcp = { destination: tcp, alternatives: [first.hop], isOverFlow: true };
    place(overTcp);
    await Promise.resolve();
    bed.settle();
    const afterFailure = first.lastRequest('INVITE');
    place(overTcp);
    const next = first.lastRequest('INVITE');
    expect(next.callId).not.toBe(afterFailure.callId);
    for (const invite of [afterFailure, next]) {
      expect([invite.topVia.transport, invite.headers.get('contact')]).toEqual([
        'UDP',
        '<sip:+12025550150@192.0.2.1:5060>',
      ]);
    }
  });

  it.each([486, 500, 603])('not after %i: the call was refused, not the hop', (status) => {
    const { events } = place();
    refuse(first, status);
    expect(invitesAt(first, second)).toEqual([1, 0]);
    expect(events).toMatchObject([{ type: 'ended', cause: { kind: 'rejected', status } }]);
  });

  it('not when the caller has hung up meanwhile', () => {
    const { call, events } = place();
    void call.hangUp();
    bed.clock.advance(40_000);
    expect(invitesAt(second)).toEqual([0]);
    expect(events.at(-1)).toMatchObject({ type: 'ended', cause: { kind: 'cancelled' } });
  });

  it('and the last 503 ends the call', () => {
    const { events } = place();
    refuse(first, 503);
    refuse(second, 503);
    expect(events).toMatchObject([{ type: 'ended', cause: { kind: 'rejected', status: 503 } }]);
  });

  it('which is asked for credentials anew, with a CSeq of its own', () => {
    const { events } = place({ credentials: { username: 'a', password: 'b' } });
    refuse(first, 401, CHALLENGE);
    refuse(first, 503);
    expect(second.lastRequest('INVITE').cseq.number).toBe(2);
    refuse(second, 401, CHALLENGE); // its nonce is another
    expect(second.lastRequest('INVITE').cseq.number).toBe(3);
    answer(second);
    expect(events.map(({ type }) => type)).toEqual(['answered']);
  });
});

describe('a hop that was given up and speaks all the same', () => {
  beforeEach(() => {
    place();
    bed.clock.advance(4000);
  });

  it('is to drop the call when it rings, once', () => {
    for (const status of [100, 180]) first.respond(first.lastRequest('INVITE'), status, { tag: 'late' });
    bed.settle();
    expect(first.methods().filter((method) => method === 'CANCEL')).toHaveLength(1);
    expect(first.lastRequest('CANCEL').topVia.params).toEqual(first.lastRequest('INVITE').topVia.params);
    refuse(first, 487);
    answer(second);
    expect([first.methods().at(-1), second.methods().at(-1)]).toEqual(['ACK', 'ACK']);
  });

  it('is hung up on when it answers, and each copy of its 2xx is acknowledged', () => {
    answer(second);
    answer(first);
    expect(first.methods().slice(-2)).toEqual(['ACK', 'BYE']);
    answer(first);
    expect(first.methods().slice(-3)).toEqual(['ACK', 'BYE', 'ACK']);
    expect(second.methods()).toEqual(['INVITE', 'ACK']);
  });
});

describe('a hop that failed', () => {
  it('is left out by the calls that follow, as long as its Retry-After says, and then tried again', () => {
    place();
    refuse(first, 503, ['Retry-After: 20 (full)']);
    place();
    expect(invitesAt(first, second)).toEqual([1, 2]);
    bed.clock.advance(20_000);
    place();
    expect(invitesAt(first)).toEqual([2]);
  });

  it('is not left out for a 503 alone', () => {
    place();
    refuse(first, 503);
    place();
    expect(invitesAt(first)).toEqual([2]);
  });

  it('is left out for half a minute after silence', () => {
    place();
    bed.clock.advance(4000);
    answer(second);
    const before = first.requests.length;
    place();
    answer(second);
    expect(first.requests.length).toBe(before);
    bed.clock.advance(30_000);
    place();
    expect(first.requests.length).toBe(before + 1);
  });

  it('is tried where there is no other', () => {
    place({ alternatives: [] });
    refuse(first, 503, ['Retry-After: 60']);
    place({ alternatives: [] });
    expect(invitesAt(first)).toEqual([2]);
  });
});

describe('other requests go to the next hop as well', () => {
  it('REGISTER, after timer F', () => {
    const states: string[] = [];
    bed.agent.register(
      {
        ...{ registrar: 'sip:example.com', addressOfRecord: 'sip:parley@example.com', contactUser: 'parley' },
        ...{ hop: first.hop, alternatives: [second.hop] },
      },
      null,
      ({ kind }) => states.push(kind),
    );
    bed.clock.advance(32_010);
    expect(second.methods()).toEqual(['REGISTER']);
    second.respond(second.lastRequest('REGISTER'), 200, { tag: 'r', headers: ['Expires: 60'] });
    bed.settle();
    expect(states).toEqual(['registered']);
  });

  it('the BYE that ends the call of an earlier process', async () => {
    const { events } = place({ alternatives: [] });
    answer(first);
    const [answered] = events;
    if (answered?.type !== 'answered') throw new Error('not answered');
    const ended = bed.agent.bye(answered.dialog, null, [first.hop, second.hop]);
    bed.settle();
    first.respond(first.lastRequest('BYE'), 503, { tag: 'x' });
    bed.settle();
    second.respond(second.lastRequest('BYE'), 200);
    bed.settle();
    expect(await ended).toBe('ended');
  });

  it('not the BYE of a dialog that leads past the hops of the peer', async () => {
    const { events } = place({ alternatives: [] });
    answer(first);
    const [answered] = events;
    if (answered?.type !== 'answered') throw new Error('not answered');
    const ended = bed.agent.bye(answered.dialog, null, [second.hop, third.hop]);
    bed.settle();
    first.respond(first.lastRequest('BYE'), 503, { tag: 'x' });
    bed.settle();
    expect([await ended, second.requests, third.requests]).toEqual(['ended', [], []]);
  });
});

describe('a 3xx (RFC 3261 section 8.1.3.4)', () => {
  const location = (): Location => ({
    by: 'srv',
    servers: [
      { name: 'a.example', rank: 0, priority: 1, weight: 0, hops: [first.hop] },
      { name: 'b.example', rank: 0, priority: 2, weight: 0, hops: [second.hop] },
    ],
    ttlS: 60,
  });
  const redirectTo: RedirectTo = (target) =>
    ownHops(location(), { host: 'sip.example', port: 5060, protocol: 'udp' }, target, () => 0);

  it('is followed to a host of the trunk: its URI, another CSeq, and the dialog as it was', () => {
    const { events } = place({ redirectTo });
    refuse(first, 302, ['Contact: <sip:+12025550109@192.0.2.7>;q=0.9, <sip:+12025550108@b.example?Subject=x>;q=0.5']);
    const [old, next] = [first.lastRequest('INVITE'), second.lastRequest('INVITE')];
    expect([next.uri, next.cseq.number]).toEqual(['sip:+12025550108@b.example', 2]);
    for (const name of ['from', 'to', 'call-id']) expect(next.headers.get(name)).toBe(old.headers.get(name));
    answer(second);
    expect(events.map(({ type }) => type)).toEqual(['answered']);
    expect(third.requests).toEqual([]);
  });

  it.each([
    ['to another host', '<sip:+12025550101@192.0.2.7>'],
    ['to the same URI', '<sip:+12025550101@sip.example>'],
    ['over another transport', '<sip:x@192.0.2.8;transport=tcp>'],
    ['by maddr', '<sip:x@sip.example;maddr=192.0.2.7>'],
    ['to a telephone number alone', '<tel:+12025550109>'],
    ['to what is no address', 'nonsense'],
  ])('%s is not followed', (_, contact) => {
    const { events } = place({ redirectTo });
    refuse(first, 302, [`Contact: ${contact}`]);
    expect(invitesAt(first, second, third)).toEqual([1, 0, 0]);
    expect(events).toMatchObject([{ type: 'ended', cause: { kind: 'rejected', status: 302 } }]);
  });

  it('is not followed where no one says whereto', () => {
    const { events } = place();
    refuse(first, 302, ['Contact: <sip:+12025550109@192.0.2.8>']);
    expect([events[0]?.type, second.requests]).toEqual(['ended', []]);
  });

  it('after five of them the next is the last word, and none leads back', () => {
    const { events } = place({ redirectTo });
    const peers = [first, second, first, second, first];
    for (const [index, peer] of peers.entries()) {
      const other = peer === first ? second : first;
      refuse(peer, 302, [`Contact: <sip:${index}@${other.host}>`]);
    }
    expect(invitesAt(first, second)).toEqual([3, 3]);
    refuse(second, 302, ['Contact: <sip:6@192.0.2.9>']);
    expect(events).toMatchObject([{ type: 'ended', cause: { kind: 'rejected', status: 302 } }]);
  });

  it('does not lead round', () => {
    const { events } = place({ redirectTo });
    refuse(first, 302, ['Contact: <sip:1@192.0.2.8>']);
    refuse(second, 302, ['Contact: <sip:+12025550101@sip.example>']);
    expect(invitesAt(first, second)).toEqual([1, 1]);
    expect(events).toMatchObject([{ type: 'ended', cause: { kind: 'rejected', status: 302 } }]);
  });
});
