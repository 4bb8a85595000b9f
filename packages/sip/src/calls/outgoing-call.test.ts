import { describe, expect, it } from 'vitest';
import { SipSyntaxError } from '../messages/message.ts';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { openTestBed, placeAnsweredCall, placeCall, sendRequest } from '../testing/test-bed.ts';

describe('an outgoing call', () => {
  it('sends an INVITE at once, with all that section 8.1.1 demands', async () => {
    const bed = await openTestBed();
    const { call } = placeCall(bed, { 'X-Call': '7', 'P-Preferred-Identity': '<sip:a@b>' });
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    expect(invite).toMatchObject({ uri: 'sip:+12025550101@192.0.2.9', callId: call.callId, toTag: null });
    expect(invite.from).toMatchObject({ displayName: 'Parley', uri: 'sip:+12025550150@192.0.2.1' });
    expect(invite.headers.get('contact')).toBe('<sip:+12025550150@192.0.2.1:5060>');
    expect(invite.headers.get('max-forwards')).toBe('70');
    expect(invite.headers.get('x-call')).toBe('7');
    expect(invite.topVia.params.has('rport')).toBe(true);
    expect(invite.body.toString()).toBe(SAMPLE_SDP);
  });

  it('rings, is answered, acknowledged again for each repeated 200, and ended by the peer', async () => {
    const bed = await openTestBed();
    const { call, events } = placeCall(bed);
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    bed.peer.respond(invite, 100);
    bed.settle();
    expect(call.state).toBe('calling');
    bed.peer.respond(invite, 183, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(call.state).toBe('ringing');
    bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'ACK']);
    const ack = bed.peer.lastRequest('ACK');
    expect(ack).toMatchObject({ uri: 'sip:peer@192.0.2.9:5060', toTag: 'peer' });
    expect(ack.topVia.branch).not.toBe(invite.topVia.branch);
    expect(ack.cseq.number).toBe(invite.cseq.number);

    sendRequest(bed, 'BYE', { callId: call.callId, toTag: invite.fromTag ?? '', fromTag: 'peer' });
    expect(events).toMatchObject([
      { type: 'trying' },
      { type: 'ringing', status: 183, sdp: SAMPLE_SDP },
      { type: 'answered', sdp: SAMPLE_SDP, dialog: { remoteTag: 'peer', localSeq: 1 } },
      { type: 'ended', by: 'remote', cause: { kind: 'bye' } },
    ]);
    bed.clock.advance(64_000);
    expect(bed.clock.pending).toBe(0);
  });

  describe('whose ACK is held', () => {
    async function answered() {
      const bed = await openTestBed();
      const { call } = placeCall(bed, {}, 450);
      bed.settle();
      const invite = bed.peer.lastRequest('INVITE');
      const answer = () => {
        bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP });
        bed.settle();
      };
      answer();
      expect(bed.peer.methods()).toEqual(['INVITE']);
      return { bed, call, answer };
    }

    it('is acknowledged when that is asked for, once, and then again for each repeated 200', async () => {
      const { bed, call, answer } = await answered();
      answer();
      expect(bed.peer.methods()).toEqual(['INVITE']);
      call.acknowledge();
      call.acknowledge();
      bed.settle();
      expect(bed.peer.methods()).toEqual(['INVITE', 'ACK']);
      answer();
      expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'ACK']);
    });

    it('is acknowledged by itself before the 200 is repeated', async () => {
      const { bed } = await answered();
      bed.clock.advance(400);
      bed.settle();
      expect(bed.peer.methods()).toEqual(['INVITE']);
      bed.clock.advance(50);
      bed.settle();
      expect(bed.peer.methods()).toEqual(['INVITE', 'ACK']);
    });

    it('is acknowledged before its BYE', async () => {
      const { bed, call } = await answered();
      void call.hangUp();
      bed.settle();
      expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'BYE']);
    });
  });

  it('takes the answer from the 183 when the 200 has none', async () => {
    const bed = await openTestBed();
    const { events } = placeCall(bed);
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 183, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { tag: 'peer' });
    bed.settle();
    expect(events.at(-1)).toMatchObject({ type: 'answered', sdp: SAMPLE_SDP });
  });

  it.each([
    ['no SDP', undefined],
    ['something else', 'hello'],
    ['no audio', SAMPLE_SDP.replace('m=audio 40100', 'm=audio 0')],
    ['encrypted audio', SAMPLE_SDP.replace('RTP/AVP', 'RTP/SAVP')],
    ['another type of content', SAMPLE_SDP, 'text/plain'],
  ])(
    'is acknowledged and over at once when it is answered with %s',
    async (_name, sdp, contentType = 'application/sdp') => {
      const bed = await openTestBed();
      const { call, events } = placeCall(bed);
      bed.settle();
      bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { tag: 'peer', contentType, ...(sdp ? { sdp } : {}) });
      bed.settle();
      expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'BYE']);
      expect(events).toMatchObject([{ type: 'ended', by: 'local', cause: { kind: 'invalid_answer', status: 200 } }]);
      const over = call.hangUp();
      bed.peer.respond(bed.peer.lastRequest('BYE'), 200);
      bed.settle();
      await over;
      expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'BYE']);
      expect(events).toHaveLength(1);
    },
  );

  it('tells why it was refused', async () => {
    const bed = await openTestBed();
    const { events } = placeCall(bed);
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 486, {
      tag: 'peer',
      headers: ['Reason: SIP;cause=486, Q.850 ; cause=17;text="User busy"'],
    });
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK']);
    expect(events).toEqual([
      { type: 'ended', by: 'remote', cause: { kind: 'rejected', status: 486, reason: 'Whatever', q850: 17 } },
    ]);
  });

  it('ends after 10 s in which not even a provisional response came, and sends no more', async () => {
    const bed = await openTestBed();
    const { call, events } = placeCall(bed);
    bed.clock.advance(9_999);
    expect(events).toEqual([]);
    bed.clock.advance(1);
    expect(events).toEqual([{ type: 'ended', by: 'local', cause: { kind: 'timeout' } }]);
    expect(bed.agent.counters.retransmitted).toBe(4);
    bed.clock.advance(22_000);
    await call.hangUp();
    expect(call.state).toBe('ended');
    expect(bed.peer.methods()).toEqual(Array(5).fill('INVITE'));
    expect(bed.clock.pending).toBe(0);
    expect(events).toHaveLength(1);
  });

  it.each([100, 180])('is waited for once %i has come', async (status) => {
    const bed = await openTestBed();
    const { events } = placeCall(bed);
    bed.clock.advance(9_900);
    bed.peer.respond(bed.peer.lastRequest('INVITE'), status, { tag: 'peer' });
    bed.clock.advance(50_000);
    expect(events).toHaveLength(1);
    expect(events.at(-1)?.type).not.toBe('ended');
  });

  it('rings no further when the peer awakes after those 10 s', async () => {
    const bed = await openTestBed();
    placeCall(bed);
    bed.clock.advance(11_000);
    const invite = bed.peer.lastRequest('INVITE');
    bed.peer.respond(invite, 180, { tag: 'peer' });
    bed.settle();
    expect(bed.peer.lastRequest('CANCEL').topVia.branch).toBe(invite.topVia.branch);
  });

  it('is ended when the peer answers after those 10 s', async () => {
    const bed = await openTestBed();
    const { events } = placeCall(bed);
    bed.clock.advance(11_000);
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods().slice(-2)).toEqual(['ACK', 'BYE']);
    expect(events).toEqual([{ type: 'ended', by: 'local', cause: { kind: 'timeout' } }]);
  });

  it('acknowledges and ends what another phone answers', async () => {
    const bed = await openTestBed();
    const { call, events } = placeAnsweredCall(bed);
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { tag: 'other', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'ACK', 'BYE']);
    expect(bed.peer.lastRequest('ACK').toTag).toBe('other');
    expect(bed.peer.lastRequest('BYE').toTag).toBe('other');
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { tag: 'other', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'ACK', 'BYE', 'ACK']);
    expect(call.state).toBe('talking');
    expect(events).toHaveLength(1);
  });

  it('answers what phones ask before they answer', async () => {
    const bed = await openTestBed();
    const { call } = placeCall(bed);
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    bed.peer.respond(invite, 183, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    const dialog = { callId: call.callId, toTag: invite.fromTag ?? '', fromTag: 'peer' };
    sendRequest(bed, 'OPTIONS', { ...dialog, sequence: 1 });
    sendRequest(bed, 'UPDATE', { ...dialog, sequence: 2 });
    sendRequest(bed, 'UPDATE', { ...dialog, sequence: 3, body: SAMPLE_SDP });
    sendRequest(bed, 'OPTIONS', { ...dialog, sequence: 4, fromTag: 'other' });
    expect(bed.peer.statuses()).toEqual([200, 200, 491, 481]);
  });

  it('takes no request of a phone that it did not choose', async () => {
    const bed = await openTestBed();
    const { call } = placeAnsweredCall(bed);
    const toTag = bed.peer.lastRequest('INVITE').fromTag ?? '';
    sendRequest(bed, 'BYE', { callId: call.callId, toTag, fromTag: 'other' });
    expect(bed.peer.statuses('BYE')).toEqual([481]);
    expect(call.state).toBe('talking');
  });

  it.each([
    ['Request-URI', { uri: 'sip:a b@c' }],
    ['To', { to: 'no URI' }],
    ['From', { from: { uri: 'sip:x\r\n@y' } }],
    ['Call-ID', { callId: 'a b' }],
    ['header name', { headers: { 'X\r\nVia': 'x' } }],
    ['header', { headers: { v: 'SIP/2.0/UDP elsewhere' } }],
  ])('throws for a wrong %s and leaves nothing behind', async (_name, wrong) => {
    const bed = await openTestBed();
    const request = {
      uri: 'sip:a@192.0.2.9',
      from: { uri: 'sip:b@192.0.2.1' },
      destination: bed.peer.hop,
      sdp: SAMPLE_SDP,
    };
    expect(() => bed.agent.invite({ ...request, ...wrong })).toThrow(SipSyntaxError);
    expect(bed.clock.pending).toBe(0);
  });
});

describe('hanging up an outgoing call', () => {
  it('cancels a ringing one', async () => {
    const bed = await openTestBed();
    const { call, events } = placeCall(bed);
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    bed.peer.respond(invite, 180, { tag: 'peer' });
    bed.settle();
    const over = call.hangUp();
    bed.settle();
    const cancel = bed.peer.lastRequest('CANCEL');
    expect(cancel.topVia.branch).toBe(invite.topVia.branch);
    expect(cancel).toMatchObject({ uri: invite.uri, toTag: null, cseq: { number: invite.cseq.number } });
    bed.peer.respond(cancel, 200);
    bed.peer.respond(invite, 487, { tag: 'peer' });
    bed.settle();
    await over;
    expect(bed.peer.methods()).toEqual(['INVITE', 'CANCEL', 'ACK']);
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'cancelled', status: 487 } });
  });

  it('waits for a provisional response before it cancels', async () => {
    const bed = await openTestBed();
    const { call } = placeCall(bed);
    void call.hangUp();
    bed.clock.advance(400);
    expect(bed.peer.methods()).toEqual(['INVITE']);
    expect(call.state).toBe('ending');
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 100);
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'CANCEL']);
  });

  it('ends an answer that crosses the CANCEL by ACK and BYE', async () => {
    const bed = await openTestBed();
    const { call, events } = placeCall(bed);
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    bed.peer.respond(invite, 180, { tag: 'peer' });
    bed.settle();
    const over = call.hangUp();
    bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'CANCEL', 'ACK', 'BYE']);
    bed.peer.respond(bed.peer.lastRequest('BYE'), 200);
    bed.settle();
    await over;
    expect(events.map((event) => event.type)).toEqual(['ringing', 'ended']);
    expect(events.at(-1)).toMatchObject({ cause: { kind: 'cancelled' } });
  });

  it('does the same for an answer that comes without any provisional response', async () => {
    const bed = await openTestBed();
    const { call } = placeCall(bed);
    void call.hangUp();
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'BYE']);
  });

  it('gives up 32 s after a CANCEL that leads to nothing', async () => {
    const bed = await openTestBed();
    const { call, events } = placeCall(bed);
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 180, { tag: 'peer' });
    bed.settle();
    const over = call.hangUp();
    bed.clock.advance(32_000);
    await over;
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'cancelled' } });
    bed.clock.advance(40_000);
    expect(bed.clock.pending).toBe(0);
  });

  it('sends BYE in an answered one, which is over with it, even when that gets no response', async () => {
    const bed = await openTestBed();
    const { call, events } = placeAnsweredCall(bed);
    const over = call.hangUp();
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'bye' } });
    bed.clock.advance(32_000);
    await over;
    expect(bed.peer.lastRequest('BYE').cseq).toEqual({ number: 2, method: 'BYE' });
    expect(events.filter((event) => event.type === 'ended')).toHaveLength(1);
    expect(call.state).toBe('ended');
  });

  it('answers a BYE that crosses its own', async () => {
    const bed = await openTestBed();
    const { call, events } = placeAnsweredCall(bed);
    const toTag = bed.peer.lastRequest('INVITE').fromTag ?? '';
    void call.hangUp();
    sendRequest(bed, 'BYE', { callId: call.callId, toTag, fromTag: 'peer' });
    expect(bed.peer.statuses('BYE')).toEqual([200]);
    bed.peer.respond(bed.peer.lastRequest('BYE'), 481);
    bed.settle();
    expect(events.filter((event) => event.type === 'ended')).toEqual([
      { type: 'ended', by: 'local', cause: { kind: 'bye' } },
    ]);
  });
});
