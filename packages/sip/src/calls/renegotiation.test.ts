import { describe, expect, it } from 'vitest';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { answerCall, openTestBed, placeAnsweredCall, receiveCall, sendRequest } from '../testing/test-bed.ts';
import type { CallEvent, ReinvitedEvent } from './call.ts';

const HELD_SDP = `${SAMPLE_SDP}a=sendonly\r\n`;

async function talk() {
  const bed = await openTestBed();
  const { call, events } = receiveCall(bed);
  const toTag = answerCall(bed, call);
  events.length = 0;
  return { bed, call, events, toTag };
}

function reinvited(events: CallEvent[]): ReinvitedEvent {
  const event = events.findLast((candidate) => candidate.type === 'reinvited');
  if (!event) throw new Error('there was no re-INVITE');
  return event;
}

describe('a change by the peer', () => {
  it('by re-INVITE is answered, acknowledged, and moves the target', async () => {
    const { bed, events, toTag } = await talk();
    sendRequest(bed, 'INVITE', { toTag, sequence: 2, body: HELD_SDP, headers: ['m: <sip:ann@192.0.2.9:5099>'] });
    const { sdp, answer } = reinvited(events);
    expect(sdp).toBe(HELD_SDP);
    answer(SAMPLE_SDP);
    answer(HELD_SDP);
    bed.settle();
    expect(bed.peer.lastResponse('INVITE')).toMatchObject({ status: 200 });
    expect(bed.peer.lastResponse('INVITE').body.toString()).toBe(SAMPLE_SDP);
    sendRequest(bed, 'ACK', { toTag, sequence: 2 });
    bed.clock.advance(40_000);
    expect(bed.peer.statuses('INVITE').filter((status) => status === 200)).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: 'dialog', dialog: { remoteSeq: 2 } });
  });

  it('that takes the application a while is announced with 100', async () => {
    const { bed, events, toTag } = await talk();
    const branch = sendRequest(bed, 'INVITE', { toTag, sequence: 2, body: HELD_SDP });
    expect(bed.peer.statuses('INVITE')).toEqual([100, 200, 100]);
    sendRequest(bed, 'CANCEL', { toTag, branch, sequence: 2 });
    expect(bed.peer.lastResponse('INVITE').status).toBe(487);
    reinvited(events).answer(SAMPLE_SDP);
    bed.settle();
    expect(bed.peer.lastResponse('INVITE').status).toBe(487);
  });

  it('that cannot be accepted leaves the call as it is', async () => {
    const { bed, call, events, toTag } = await talk();
    sendRequest(bed, 'INVITE', { toTag, sequence: 2, body: HELD_SDP });
    reinvited(events).reject(488);
    bed.settle();
    expect(bed.peer.lastResponse('INVITE').status).toBe(488);
    expect(call.state).toBe('talking');
  });

  it('without an offer gets ours, and its answer is handed over', async () => {
    const { bed, events, toTag } = await talk();
    sendRequest(bed, 'INVITE', { toTag, sequence: 2 });
    expect(reinvited(events).sdp).toBeNull();
    reinvited(events).answer(SAMPLE_SDP);
    bed.settle();
    sendRequest(bed, 'ACK', { toTag, sequence: 2, body: HELD_SDP });
    expect(reinvited(events)).toMatchObject({ sdp: HELD_SDP, isAnswer: true });
    sendRequest(bed, 'INVITE', { toTag, sequence: 3, body: SAMPLE_SDP });
    expect(reinvited(events)).toMatchObject({ sdp: SAMPLE_SDP, isAnswer: false });
  });

  it('by UPDATE is answered at once; without an offer it only refreshes', async () => {
    const { bed, events, toTag } = await talk();
    sendRequest(bed, 'UPDATE', { toTag, sequence: 2, body: HELD_SDP });
    reinvited(events).answer(SAMPLE_SDP);
    bed.settle();
    events.length = 0;
    sendRequest(bed, 'UPDATE', { toTag, sequence: 3 });
    expect(bed.peer.statuses('UPDATE')).toEqual([200, 200]);
    expect(events.map((event) => event.type)).toEqual(['dialog']);
  });

  it('ends the call when its 200 is never acknowledged', async () => {
    const { bed, events, toTag } = await talk();
    sendRequest(bed, 'INVITE', { toTag, sequence: 2, body: HELD_SDP });
    reinvited(events).answer(SAMPLE_SDP);
    bed.clock.advance(32_005);
    bed.peer.respond(bed.peer.lastRequest('BYE'), 200);
    bed.settle();
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'no_ack' } });
  });

  it('that is still open when the call ends gets 487', async () => {
    const { bed, toTag } = await talk();
    sendRequest(bed, 'INVITE', { toTag, sequence: 2, body: HELD_SDP });
    sendRequest(bed, 'BYE', { toTag, sequence: 3 });
    expect(bed.peer.lastResponse('INVITE').status).toBe(487);
    expect(bed.peer.lastResponse('BYE').status).toBe(200);
  });

  it('must wait for the one before it, and for the first answer', async () => {
    const { bed, toTag } = await talk();
    sendRequest(bed, 'INVITE', { toTag, sequence: 2, body: HELD_SDP });
    sendRequest(bed, 'INVITE', { toTag, sequence: 3, body: HELD_SDP });
    expect(bed.peer.lastResponse('INVITE').status).toBe(500);
    expect(Number(bed.peer.lastResponse('INVITE').headers.get('retry-after'))).toBeLessThanOrEqual(10);

    const early = receiveCall(bed, { callId: 'early' });
    early.call.ring();
    bed.settle();
    const earlyTag = bed.peer.lastResponse('INVITE').toTag ?? '';
    sendRequest(bed, 'UPDATE', { callId: 'early', toTag: earlyTag, sequence: 2, body: HELD_SDP });
    expect(bed.peer.statuses('UPDATE')).toEqual([500]); // RFC 3311 section 5.2: the offer of the INVITE has no answer yet
    expect(Number(bed.peer.lastResponse('UPDATE').headers.get('retry-after'))).toBeLessThanOrEqual(10);
  });
});

describe('requests out of order', () => {
  it('are refused, and so is a number that was seen before', async () => {
    const { bed, events, toTag } = await talk();
    sendRequest(bed, 'INFO', { toTag, sequence: 7 });
    sendRequest(bed, 'INFO', { toTag, sequence: 7 });
    sendRequest(bed, 'INFO', { toTag, sequence: 6 });
    expect(bed.peer.statuses('INFO')).toEqual([200, 500, 500]);
    expect(events.filter((event) => event.type === 'dialog')).toHaveLength(1);
  });
});

describe('a change by us', () => {
  it('is offered, acknowledged for each repetition, and reported', async () => {
    const bed = await openTestBed();
    const { call, events } = placeAnsweredCall(bed);
    const outcome = call.reinvite(HELD_SDP);
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    expect(invite).toMatchObject({ toTag: 'peer', cseq: { number: 2 } });
    bed.peer.respond(invite, 200, { sdp: SAMPLE_SDP });
    bed.peer.respond(invite, 200, { sdp: SAMPLE_SDP });
    bed.settle();
    expect(await outcome).toEqual({ kind: 'accepted', sdp: SAMPLE_SDP });
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'INVITE', 'ACK', 'ACK']);
    expect(bed.peer.lastRequest('ACK').cseq.number).toBe(2);
    expect(events.at(-1)).toMatchObject({ type: 'dialog', dialog: { localSeq: 2 } });
  });

  it('that crosses one of the peer is refused on both sides, and tried again after a while', async () => {
    const bed = await openTestBed();
    const { call, events } = placeAnsweredCall(bed);
    const toTag = bed.peer.lastRequest('INVITE').fromTag ?? '';
    const outcome = call.reinvite(HELD_SDP);
    sendRequest(bed, 'INVITE', { callId: call.callId, toTag, fromTag: 'peer', body: SAMPLE_SDP });
    expect(bed.peer.statuses('INVITE')).toEqual([491]);
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 491);
    // The owner of the Call-ID waits 2.1 to 4 s: here 3.05 s.
    bed.clock.advance(3000);
    expect(bed.peer.lastRequest('INVITE').cseq.number).toBe(2);
    bed.clock.advance(100);
    expect(bed.peer.lastRequest('INVITE').cseq.number).toBe(3);
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { sdp: SAMPLE_SDP });
    bed.settle();
    expect(await outcome).toEqual({ kind: 'accepted', sdp: SAMPLE_SDP });
    expect(events.some((event) => event.type === 'reinvited')).toBe(false);
  });

  it('that is refused leaves the call; one that finds no dialog ends it', async () => {
    const bed = await openTestBed();
    const { call, events } = placeAnsweredCall(bed);
    const refused = call.reinvite(HELD_SDP);
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 488);
    bed.settle();
    expect(await refused).toEqual({ kind: 'rejected', status: 488 });
    expect(call.state).toBe('talking');

    const lost = call.reinvite(HELD_SDP);
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 481);
    bed.settle();
    expect(await lost).toEqual({ kind: 'call_ended' });
    bed.peer.respond(bed.peer.lastRequest('BYE'), 481);
    bed.settle();
    expect(events.at(-1)).toMatchObject({ type: 'ended', by: 'local' });
    expect(await call.reinvite(HELD_SDP)).toEqual({ kind: 'call_ended' });
  });
});

describe('a change by us that the peer cannot take at the moment', () => {
  it('is offered again after the time that its 500 names (RFC 3261 section 14.2)', async () => {
    const bed = await openTestBed();
    const { call } = placeAnsweredCall(bed);
    const outcome = call.reinvite(HELD_SDP);
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 500, { headers: ['Retry-After: 4'] });
    bed.clock.advance(3900);
    expect(bed.peer.lastRequest('INVITE').cseq.number).toBe(2);
    bed.clock.advance(200);
    expect(bed.peer.lastRequest('INVITE').cseq.number).toBe(3);
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 500, { headers: ['Retry-After: 4'] });
    bed.settle();
    expect(await outcome).toEqual({ kind: 'rejected', status: 500 });
  });

  it('is tried once more by a callee within 2 s of its 491 (RFC 3261 section 14.1)', async () => {
    const { bed, call } = await talk();
    void call.reinvite(HELD_SDP);
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 491);
    bed.clock.advance(950);
    expect(bed.peer.lastRequest('INVITE').cseq.number).toBe(1);
    bed.clock.advance(100);
    expect(bed.peer.lastRequest('INVITE').cseq.number).toBe(2);
  });
});
