import { describe, expect, it } from 'vitest';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { answerCall, eventsOf, openTestBed, receiveCall, sendRequest } from '../testing/test-bed.ts';

describe('an incoming call', () => {
  it('says who calls whom, and rings after 100 Trying', async () => {
    const bed = await openTestBed();
    const { call } = receiveCall(bed, {
      uri: 'sip:%2B12025550150@192.0.2.1',
      headers: ['P-Asserted-Identity: "Ann" <sip:+12025550199@example.com>, <tel:+1>'],
    });
    expect(call).toMatchObject({
      callId: 'from-peer',
      state: 'ringing',
      from: { user: '+12025550101', displayName: 'Ann', uri: 'sip:+12025550101@192.0.2.9' },
      to: { user: '+12025550150', displayName: null },
      requestUser: '+12025550150',
      assertedIdentity: '+12025550199',
      source: { host: '192.0.2.9', port: 5060 },
      sdp: SAMPLE_SDP,
    });
    call.ring();
    call.earlyMedia(SAMPLE_SDP);
    bed.settle();
    expect(bed.peer.statuses('INVITE')).toEqual([100, 180, 183]);
    expect(bed.peer.lastResponse('INVITE').body.toString()).toBe(SAMPLE_SDP);
  });

  it.each([
    [[], false],
    [['Privacy: none'], false],
    [['Privacy: session;critical;history'], false],
    [['Privacy: id'], true],
    [['Privacy: Header ; critical'], true],
    [['Privacy: none', 'Privacy: user;id'], true],
    [['Privacy: full'], true],
  ])('with %j is withheld: %s', async (headers, withheld) => {
    const bed = await openTestBed();
    expect(receiveCall(bed, { headers }).call.withheld).toBe(withheld);
  });

  it.each([
    ['tel:+1-202-555-0150', '+12025550150'],
    ['tel:+1.202.555.0150;isub=1-2', '+12025550150'],
    ['sip:+1-202-555-0150@192.0.2.1;user=phone', '+12025550150'],
    ['sip:+1(202)555.0150@192.0.2.1;user=Phone', '+12025550150'],
    ['sip:%2B1%28202%29555.0150;phone-context=a-b.c@192.0.2.1;user=phone', '+12025550150;phone-context=a-b.c'],
    ['sip:+1-202-555-0150@192.0.2.1', '+1-202-555-0150'],
    ['sip:ann.b-c@192.0.2.1;user=ip', 'ann.b-c'],
  ])('is for and from %s as %s', async (uri, user) => {
    const bed = await openTestBed();
    const headers = [`P-Asserted-Identity: <${uri}>`, `P-Called-Party-ID: <${uri}>`];
    const { call } = receiveCall(bed, { uri, from: `<${uri}>`, headers });
    expect(call).toMatchObject({ requestUser: user, from: { user, uri }, assertedIdentity: user, calledParty: user });
  });

  it('rings again every minute, so that no proxy loses patience', async () => {
    const bed = await openTestBed();
    const { call } = receiveCall(bed);
    call.ring();
    bed.clock.advance(125_000);
    expect(bed.peer.statuses('INVITE')).toEqual([100, 180, 180, 180]);
  });

  it('is answered by 200 and ACK, and ended by the caller', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed);
    const toTag = answerCall(bed, call);
    expect(call.state).toBe('talking');
    expect(events).toMatchObject([
      {
        type: 'answered',
        sdp: SAMPLE_SDP,
        dialog: { localTag: toTag, remoteTag: 'peer', remoteTarget: 'sip:ann@192.0.2.9:5060' },
      },
    ]);
    sendRequest(bed, 'BYE', { toTag, sequence: 2 });
    expect(bed.peer.statuses('BYE')).toEqual([200]);
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'remote', cause: { kind: 'bye' } });
    expect(call.state).toBe('ended');
    bed.clock.advance(64_000);
    expect(bed.clock.pending).toBe(0);
  });

  it('is ended by us with BYE to the Contact of the caller', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed);
    answerCall(bed, call);
    const over = call.hangUp();
    void call.hangUp();
    bed.settle();
    const bye = bed.peer.lastRequest('BYE');
    expect(bye.uri).toBe('sip:ann@192.0.2.9:5060');
    expect(bye.toTag).toBe('peer');
    bed.peer.respond(bye, 200);
    bed.settle();
    await over;
    expect(bed.peer.methods()).toEqual(['BYE']);
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'bye' } });
  });

  it('repeats its 200 until the ACK comes', async () => {
    const bed = await openTestBed();
    const { call } = receiveCall(bed);
    call.answer(SAMPLE_SDP);
    bed.clock.advance(3600);
    expect(bed.peer.statuses('INVITE')).toEqual([100, 200, 200, 200, 200]);
    sendRequest(bed, 'ACK', { toTag: bed.peer.lastResponse('INVITE').toTag ?? '' });
    bed.clock.advance(30_000);
    expect(bed.peer.statuses('INVITE')).toHaveLength(5);
    expect(call.state).toBe('talking');
  });

  it('was answered, when a BYE comes instead of the ACK', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed);
    call.answer(SAMPLE_SDP);
    bed.settle();
    sendRequest(bed, 'BYE', { toTag: bed.peer.lastResponse('INVITE').toTag ?? '', sequence: 2 });
    expect(events).toMatchObject([{ type: 'answered' }, { type: 'ended', by: 'remote', cause: { kind: 'bye' } }]);
    bed.clock.advance(64_000);
    expect(bed.peer.statuses('INVITE')).toEqual([100, 200]);
  });

  it('ends with BYE when the ACK never comes', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed);
    call.answer(SAMPLE_SDP);
    bed.clock.advance(32_005);
    // At 0, 0.5, 1.5, 3.5 s, and from then on every T2.
    expect(bed.peer.statuses('INVITE').filter((status) => status === 200)).toHaveLength(11);
    expect(bed.peer.methods()).toEqual(['BYE']);
    expect(events).toEqual([{ type: 'ended', by: 'local', cause: { kind: 'no_ack' } }]);
    bed.clock.advance(32_000);
    expect(events).toHaveLength(1);
    expect(call.state).toBe('ended');
  });

  it('takes an ACK that repeats the branch of the INVITE', async () => {
    const bed = await openTestBed();
    const { call, branch } = receiveCall(bed);
    call.answer(SAMPLE_SDP);
    bed.settle();
    sendRequest(bed, 'ACK', { branch, toTag: bed.peer.lastResponse('INVITE').toTag ?? '' });
    expect(call.state).toBe('talking');
  });

  it('is refused once, whatever comes after', async () => {
    const bed = await openTestBed();
    const { call, events, branch } = receiveCall(bed);
    expect(() => call.reject(200)).toThrow(RangeError);
    call.reject(486, { reason: 'Busy\r\nX: y' });
    call.answer(SAMPLE_SDP);
    call.ring();
    call.reject(603);
    bed.settle();
    sendRequest(bed, 'ACK', { branch, toTag: bed.peer.lastResponse('INVITE').toTag ?? '' });
    bed.clock.advance(40_000);
    expect(bed.peer.statuses('INVITE')).toEqual([100, 486]);
    expect(bed.peer.lastResponse('INVITE')).toMatchObject({ reason: 'Busy  X: y' });
    expect(events).toEqual([
      { type: 'ended', by: 'local', cause: { kind: 'rejected', status: 486, reason: 'Busy\r\nX: y' } },
    ]);
  });

  it('is refused with the time after which the caller may try again', async () => {
    const bed = await openTestBed();
    receiveCall(bed).call.reject(503, { retryAfterS: 30 });
    bed.settle();
    expect(bed.peer.lastResponse('INVITE')).toMatchObject({ status: 503, reason: 'Service Unavailable' });
    expect(bed.peer.lastResponse('INVITE').headers.get('retry-after')).toBe('30');
  });

  it('has one To tag in all responses, the 200 to CANCEL before any ringing included', async () => {
    const bed = await openTestBed();
    const { branch } = receiveCall(bed);
    sendRequest(bed, 'CANCEL', { branch });
    const tags = ['CANCEL', 'INVITE'].map((method) => bed.peer.lastResponse(method).toTag);
    expect(bed.peer.statuses()).toEqual([100, 200, 487]);
    expect(tags[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(tags[1]).toBe(tags[0]);
  });

  it('is refused as unavailable when it is hung up before the answer', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed);
    await call.hangUp();
    bed.settle();
    expect(bed.peer.statuses('INVITE')).toEqual([100, 480]);
    expect(events).toEqual([{ type: 'ended', by: 'local', cause: { kind: 'cancelled' } }]);
  });

  it('waits for the ACK before BYE when it is hung up in between', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed);
    call.answer(SAMPLE_SDP);
    bed.settle();
    const over = call.hangUp();
    bed.clock.advance(100);
    expect(bed.peer.methods()).toEqual([]);
    sendRequest(bed, 'ACK', { toTag: bed.peer.lastResponse('INVITE').toTag ?? '' });
    bed.peer.respond(bed.peer.lastRequest('BYE'), 200);
    bed.settle();
    await over;
    expect(events).toEqual([{ type: 'ended', by: 'local', cause: { kind: 'bye' } }]);
  });

  it('keeps events for a listener that comes late', async () => {
    const bed = await openTestBed();
    sendRequest(bed, 'INVITE', { body: SAMPLE_SDP });
    const call = bed.incoming[0]!;
    const toTag = answerCall(bed, call);
    sendRequest(bed, 'BYE', { toTag, sequence: 2 });
    expect(eventsOf(call).map((event) => event.type)).toEqual(['answered', 'ended']);
    expect(eventsOf(call)).toEqual([]);
  });
});

describe('an incoming call without an offer', () => {
  it('gives the answer that comes with the ACK', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed, { body: '' });
    expect(call.sdp).toBeNull();
    call.answer(SAMPLE_SDP);
    bed.settle();
    sendRequest(bed, 'ACK', { toTag: bed.peer.lastResponse('INVITE').toTag ?? '', body: SAMPLE_SDP });
    expect(events).toMatchObject([{ type: 'answered', sdp: SAMPLE_SDP }]);
  });

  it.each([
    ['none', ''],
    ['one without audio', SAMPLE_SDP.replace('m=audio 40100', 'm=audio 0')],
  ])('is over when its BYE has left, when the ACK brings %s', async (_name, body) => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed, { body: '' });
    call.answer(SAMPLE_SDP);
    bed.settle();
    const toTag = bed.peer.lastResponse('INVITE').toTag ?? '';
    sendRequest(bed, 'ACK', { toTag, body });
    expect(bed.peer.methods()).toEqual(['BYE']);
    expect(events).toMatchObject([{ type: 'ended', by: 'local', cause: { kind: 'invalid_answer' } }]);
    sendRequest(bed, 'BYE', { toTag, sequence: 2 });
    expect(bed.peer.statuses('BYE')).toEqual([200]);
    bed.clock.advance(32_000);
    expect(events).toHaveLength(1);
    expect(call.state).toBe('ended');
  });
});

describe('CANCEL of an incoming call', () => {
  it('ends a ringing call with 487', async () => {
    const bed = await openTestBed();
    const { call, events, branch } = receiveCall(bed);
    call.ring();
    bed.settle();
    sendRequest(bed, 'CANCEL', { branch });
    expect(bed.peer.statuses('CANCEL')).toEqual([200]);
    expect(bed.peer.statuses('INVITE')).toEqual([100, 180, 487]);
    expect(bed.peer.lastResponse('CANCEL').toTag).toBe(bed.peer.lastResponse('INVITE').toTag);
    expect(events).toEqual([{ type: 'ended', by: 'remote', cause: { kind: 'cancelled' } }]);
    call.answer(SAMPLE_SDP);
    bed.settle();
    expect(bed.peer.statuses('INVITE')).not.toContain(200);
  });

  it('changes nothing when our 200 has crossed it', async () => {
    const bed = await openTestBed();
    const { call, events, branch } = receiveCall(bed);
    call.answer(SAMPLE_SDP);
    sendRequest(bed, 'CANCEL', { branch });
    expect(bed.peer.statuses('CANCEL')).toEqual([200]);
    sendRequest(bed, 'ACK', { toTag: bed.peer.lastResponse('INVITE').toTag ?? '' });
    expect(events).toMatchObject([{ type: 'answered' }]);
    expect(call.state).toBe('talking');
  });

  it('is refused with 481 when nothing is there to cancel', async () => {
    const bed = await openTestBed();
    sendRequest(bed, 'CANCEL', { branch: 'z9hG4bKunknown' });
    expect(bed.peer.statuses('CANCEL')).toEqual([481]);
  });

  it('may also come as a BYE in the early dialog', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed);
    call.ring();
    bed.settle();
    sendRequest(bed, 'BYE', { toTag: bed.peer.lastResponse('INVITE').toTag ?? '', sequence: 2 });
    expect(bed.peer.statuses()).toEqual([100, 180, 200, 487]);
    expect(events).toEqual([{ type: 'ended', by: 'remote', cause: { kind: 'cancelled' } }]);
  });
});
