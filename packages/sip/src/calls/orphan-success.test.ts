import { describe, expect, it } from 'vitest';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { openTestBed, placeAnsweredCall, placeCall, type TestBed } from '../testing/test-bed.ts';

interface Answer {
  readonly callId?: string;
  readonly tag?: string;
  readonly status?: number;
  readonly via?: string;
  readonly sequence?: string;
  readonly headers?: readonly string[];
}

/** A response to a request of a process before this one. */
function answerForgotten(bed: TestBed, answer: Answer = {}): void {
  bed.peer.send(
    bed.agent,
    [
      `SIP/2.0 ${answer.status ?? 200} Whatever`,
      `Via: SIP/2.0/UDP ${answer.via ?? '192.0.2.1:5060'};branch=z9hG4bKforgotten;rport`,
      'From: "Parley" <sip:+12025550150@192.0.2.1>;tag=ours',
      `To: <sip:+12025550101@192.0.2.9>;tag=${answer.tag ?? 'theirs'}`,
      `Call-ID: ${answer.callId ?? 'forgotten'}`,
      `CSeq: ${answer.sequence ?? '7 INVITE'}`,
      'Contact: <sip:ann@192.0.2.9:5060;ob>',
      ...(answer.headers ?? []),
    ],
    SAMPLE_SDP,
  );
  bed.settle();
}

describe('an orphan 2xx', () => {
  it('is acknowledged, each copy again, and the call ended', async () => {
    const bed = await openTestBed();
    const headers = ['Record-Route: <sip:192.0.2.20;lr>', 'Record-Route: <sip:192.0.2.9;lr>'];
    answerForgotten(bed, { headers });
    expect(bed.peer.methods()).toEqual(['ACK', 'BYE']);
    const [ack, bye] = bed.peer.requests;
    expect(ack!.cseq.number).toBe(7);
    expect(bye!.cseq.number).toBe(8);
    expect(ack!.topVia.branch).not.toBe(bye!.topVia.branch);
    for (const request of [ack!, bye!]) {
      expect(request).toMatchObject({
        uri: 'sip:ann@192.0.2.9:5060;ob',
        callId: 'forgotten',
        fromTag: 'ours',
        toTag: 'theirs',
      });
      expect(request.headers.all('route')).toEqual(['<sip:192.0.2.9;lr>', '<sip:192.0.2.20;lr>']);
    }
    bed.peer.respond(bye!, 200);
    answerForgotten(bed, { headers });
    expect(bed.peer.methods()).toEqual(['ACK', 'BYE', 'ACK']);
    bed.clock.advance(64_000);
    expect(bed.clock.pending).toBe(0);
  });

  it.each([
    ['has another sender in its Via', { via: '192.0.2.77:5060' }],
    ['has another port in its Via', { via: '192.0.2.1:5080' }],
    ['is a failure', { status: 486 }],
    ['answers another method', { sequence: '7 BYE' }],
    ['has a second Via', { headers: ['Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKsecond'] }],
  ])('is ignored when it %s', async (_name, answer) => {
    const bed = await openTestBed();
    answerForgotten(bed, answer);
    expect(bed.peer.methods()).toEqual([]);
  });

  it('can make us send only so much', async () => {
    const bed = await openTestBed();
    for (let copy = 0; copy < 100; copy += 1) answerForgotten(bed);
    expect(bed.peer.methods().filter((method) => method === 'ACK')).toHaveLength(12);
    bed.clock.advance(1000);
    const before = new Set(bed.peer.requests.map((request) => request.callId)).size;
    for (let call = 0; call < 50; call += 1) answerForgotten(bed, { callId: `invented-${call}` });
    expect(new Set(bed.peer.requests.map((request) => request.callId)).size - before).toBe(5);
    bed.clock.advance(1000);
    answerForgotten(bed, { callId: 'invented-49' });
    expect(bed.peer.lastRequest('ACK').callId).toBe('invented-49');
    await bed.agent.close();
    bed.clock.advance(100_000);
    expect(bed.clock.pending).toBe(0);
  });

  it('of another phone, long after the first, does not touch the call', async () => {
    const bed = await openTestBed();
    const { call } = placeAnsweredCall(bed);
    const invite = bed.peer.lastRequest('INVITE');
    bed.clock.advance(60_000);
    bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK']);
    bed.peer.respond(invite, 200, { tag: 'other', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'ACK', 'BYE']);
    expect(bed.peer.lastRequest('BYE').toTag).toBe('other');
    expect(call.state).toBe('talking');
  });

  it('is ended when it comes long after a CANCEL that led to nothing', async () => {
    const bed = await openTestBed();
    const { call } = placeCall(bed);
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    bed.peer.respond(invite, 180, { tag: 'peer' });
    bed.settle();
    const over = call.hangUp();
    bed.clock.advance(40_000);
    await over;
    bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods().slice(-2)).toEqual(['ACK', 'BYE']);
  });

  it.each([500, 40_000])(
    'is ended when another phone answers %i ms after the failure of the first',
    async (delayMs) => {
      const bed = await openTestBed();
      placeCall(bed);
      bed.settle();
      const invite = bed.peer.lastRequest('INVITE');
      bed.peer.respond(invite, 487, { tag: 'peer' });
      bed.clock.advance(delayMs);
      bed.peer.respond(invite, 200, { tag: 'other', sdp: SAMPLE_SDP });
      bed.settle();
      expect(bed.peer.methods().slice(-2)).toEqual(['ACK', 'BYE']);
      expect(bed.peer.lastRequest('BYE').toTag).toBe('other');
    },
  );
});
