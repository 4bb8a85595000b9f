import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import {
  eventsOf,
  openTestBed,
  type PeerRequest,
  placeCall,
  receiveCall,
  sendRequest,
  type TestBed,
} from '../testing/test-bed.ts';
import { reliableTable } from './reliable-table.ts';

const OTHER_SDP = SAMPLE_SDP.replace('40100', '40200');
const REQUIRED = ['Max-Forwards: 70', 'Require: 100rel'];

/** An incoming call whose caller insists on reliable provisional responses. */
async function insist(request: PeerRequest = {}) {
  const bed = await openTestBed();
  return { bed, ...receiveCall(bed, { headers: REQUIRED, ...request }) };
}

function lastRSeq(bed: TestBed): number {
  return Number(bed.peer.lastResponse('INVITE').headers.get('rseq'));
}

/** Acknowledges the last provisional response, unless `rack` says another. */
function prack(bed: TestBed, sequence: number, options: { rseq?: number; body?: string; rack?: string } = {}) {
  const { rseq = lastRSeq(bed), body = '' } = options;
  const { rack = `${rseq} 1 INVITE` } = options;
  const toTag = bed.peer.lastResponse('INVITE').toTag ?? '';
  sendRequest(bed, 'PRACK', { toTag, sequence, body, headers: [`RAck: ${rack}`] });
  return bed.peer.lastResponse('PRACK');
}

describe('a reliable provisional response of ours (RFC 3262 section 3)', () => {
  it('is plain where the caller does not insist', async () => {
    const bed = await openTestBed();
    receiveCall(bed, { headers: ['Supported: 100rel'] }).call.ring();
    bed.settle();
    const ringing = bed.peer.lastResponse('INVITE');
    expect(ringing.headers.has('require') || ringing.headers.has('rseq')).toBe(false);
  });

  it('is repeated after T1, and after twice as long each time, until its PRACK comes', async () => {
    const { bed, call } = await insist();
    call.ring();
    bed.clock.advance(3600); // at 0, 0.5, 1.5 and 3.5 s
    expect(bed.peer.statuses('INVITE')).toEqual([100, 180, 180, 180, 180]);
    expect(bed.peer.lastResponse('INVITE').headers.all('require')).toEqual(['100rel']);
    expect(prack(bed, 2).status).toBe(200);
    bed.clock.advance(20_000);
    expect(bed.peer.statuses('INVITE')).toHaveLength(5);
    call.answer(SAMPLE_SDP);
    bed.settle();
    expect(bed.peer.lastResponse('INVITE')).toMatchObject({ status: 200 });
    expect(bed.peer.lastResponse('INVITE').body.toString()).toBe(SAMPLE_SDP);
  });

  it('waits for the one before it, and has the next number', async () => {
    const { bed, call } = await insist();
    call.ring();
    call.earlyMedia(SAMPLE_SDP);
    bed.settle();
    const first = lastRSeq(bed);
    expect(bed.peer.statuses('INVITE')).toEqual([100, 180]);
    prack(bed, 2);
    expect(bed.peer.statuses('INVITE')).toEqual([100, 180, 183]);
    expect(lastRSeq(bed)).toBe(first + 1);
  });

  it.each([
    ['another RSeq', (rseq: number) => `${rseq + 1} 1 INVITE`],
    ['another CSeq', (rseq: number) => `${rseq} 2 INVITE`],
    ['another method', (rseq: number) => `${rseq} 1 UPDATE`],
    ['nothing that can be read', () => 'x'],
  ])('is not acknowledged by a PRACK for %s, which is 481', async (_what, rackOf) => {
    const { bed, call } = await insist();
    call.ring();
    bed.settle();
    expect(prack(bed, 2, { rack: rackOf(lastRSeq(bed)) }).status).toBe(481);
    expect(prack(bed, 3).status).toBe(200);
    expect(prack(bed, 4).status).toBe(481); // it is not outstanding any more
  });

  it('without a PRACK for 32 s ends the call with 504', async () => {
    const { bed, call, events } = await insist();
    call.ring();
    bed.clock.advance(31_900);
    expect(call.state).toBe('ringing');
    bed.clock.advance(200);
    expect(bed.peer.lastResponse('INVITE').status).toBe(504);
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'timeout' } });
  });

  it('without a session description does not hold up the 200, and its late PRACK is answered', async () => {
    const { bed, call } = await insist();
    call.ring();
    bed.settle();
    const rseq = lastRSeq(bed);
    call.answer(SAMPLE_SDP);
    bed.settle();
    expect(bed.peer.lastResponse('INVITE').status).toBe(200);
    expect(prack(bed, 2, { rseq }).status).toBe(200);
  });

  it('with the answer holds up the 200, which does not say it again (section 5)', async () => {
    const { bed, call, events } = await insist();
    call.earlyMedia(SAMPLE_SDP);
    call.answer(OTHER_SDP);
    bed.settle();
    expect(bed.peer.statuses('INVITE')).toEqual([100, 183]);
    expect(call.state).toBe('answering');
    prack(bed, 2);
    expect(bed.peer.lastResponse('INVITE')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    const toTag = bed.peer.lastResponse('INVITE').toTag ?? '';
    sendRequest(bed, 'ACK', { toTag });
    expect(events.findLast(({ type }) => type === 'answered')).toMatchObject({ sdp: SAMPLE_SDP });
    expect(call.state).toBe('talking');
  });

  it.each(['CANCEL', 'hang up'])('with the answer, and %s while its PRACK is missing, ends the call', async (how) => {
    const { bed, call, branch } = await insist();
    call.earlyMedia(SAMPLE_SDP);
    call.answer(SAMPLE_SDP);
    bed.settle();
    if (how === 'CANCEL') sendRequest(bed, 'CANCEL', { branch });
    else void call.hangUp();
    bed.settle();
    expect(bed.peer.lastResponse('INVITE').status).toBe(how === 'CANCEL' ? 487 : 480);
    bed.clock.advance(64_000);
    expect(bed.clock.pending).toBe(0);
  });

  it('to an INVITE without an offer has ours, and the PRACK brings the answer (section 5)', async () => {
    const { bed, call, events } = await insist({ body: '' });
    call.ring(); // cannot be sent reliably before an offer
    bed.settle();
    expect(bed.peer.statuses('INVITE')).toEqual([100]);
    call.earlyMedia(SAMPLE_SDP);
    bed.settle();
    expect(prack(bed, 2, { body: OTHER_SDP }).status).toBe(200);
    call.answer(SAMPLE_SDP);
    bed.settle();
    const success = bed.peer.lastResponse('INVITE');
    expect(success).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    sendRequest(bed, 'ACK', { toTag: success.toTag ?? '' });
    expect(events.findLast(({ type }) => type === 'answered')).toMatchObject({ sdp: OTHER_SDP });
  });

  it('may be followed by another offer in a PRACK, or by UPDATE, before the call is answered', async () => {
    const { bed, call, events } = await insist();
    call.earlyMedia(SAMPLE_SDP);
    bed.settle();
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    prack(bed, 2, { body: '' });
    call.earlyMedia(SAMPLE_SDP);
    bed.settle();
    const answered = prack(bed, 3, { body: OTHER_SDP });
    expect([answered.status, answered.body.toString()]).toEqual([200, SAMPLE_SDP]);
    const toTag = bed.peer.lastResponse('INVITE').toTag ?? '';
    sendRequest(bed, 'UPDATE', { toTag, sequence: 4, body: OTHER_SDP });
    expect(bed.peer.lastResponse('UPDATE').body.toString()).toBe(SAMPLE_SDP);
    expect(events.filter(({ type }) => type === 'reinvited')).toHaveLength(2);
  });

  it('is one at a time and in order, whatever is said and acknowledged', async () => {
    const step = fc.constantFrom('ring', 'wait', 'prack', 'stray');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { bed, call } = await insist();
        let sequence = 1;
        const acknowledged: number[] = [];
        for (const what of steps) {
          if (what === 'ring') call.ring();
          bed.clock.advance(what === 'wait' ? 700 : 1);
          const rings = bed.peer.responses.filter(({ status }) => status === 180);
          if (rings.length === 0 || what === 'ring' || what === 'wait') continue;
          sequence += 1;
          const rseq = lastRSeq(bed);
          const { status } = prack(bed, sequence, what === 'stray' ? { rseq: rseq + 7 } : {});
          if (status === 200) acknowledged.push(rseq);
        }
        const rseqs = bed.peer.responses.flatMap(({ headers }) => Number(headers.get('rseq')) || []);
        const distinct = [...new Set(rseqs)];
        expect(rseqs).toEqual([...rseqs].sort((a, b) => a - b));
        expect(distinct).toEqual(distinct.map((_, index) => (distinct[0] ?? 0) + index));
        // Whatever was sent after the first had the one before it acknowledged.
        expect(acknowledged).toEqual(distinct.slice(0, acknowledged.length));
        expect(distinct.length).toBeLessThanOrEqual(acknowledged.length + 1);
        await bed.agent.close();
        expect(bed.clock.pending).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('says nothing once the final response is out', () => {
    for (const { next, effects } of Object.values(reliableTable.over)) {
      expect(next).toBe('over');
      expect(effects.filter((effect) => effect !== 'settle')).toEqual([]);
    }
  });
});

describe('a reliable provisional response of the callee (RFC 3262 section 4)', () => {
  async function ring() {
    const bed = await openTestBed();
    const placed = placeCall(bed);
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    const respond = (status: number, rseq: number, sdp?: string) => {
      const headers = ['Require: 100rel', `RSeq: ${rseq}`, 'Record-Route: <sip:192.0.2.9:5060;lr>'];
      bed.peer.respond(invite, status, { tag: 'peer', headers, ...(sdp ? { sdp } : {}) });
      bed.settle();
    };
    return { bed, invite, respond, ...placed };
  }
  const racks = (bed: TestBed) =>
    bed.peer.requests.flatMap(({ method, headers }) => (method === 'PRACK' ? [headers.get('rack')] : []));

  it('is invited, and acknowledged in its dialog', async () => {
    const { bed, invite, respond, events } = await ring();
    expect(invite.headers.all('supported')).toContain('100rel');
    respond(180, 314);
    const request = bed.peer.lastRequest('PRACK');
    expect(request.headers.get('rack')).toBe(`314 ${invite.cseq.number} INVITE`);
    expect(request).toMatchObject({ uri: 'sip:peer@192.0.2.9:5060', toTag: 'peer', cseq: { number: 2 } });
    expect(request.headers.all('route')).toEqual(['<sip:192.0.2.9:5060;lr>']);
    expect(events.map(({ type }) => type)).toEqual(['ringing']);
  });

  it('counts once, and only in order', async () => {
    const { bed, respond, events } = await ring();
    for (const rseq of [7, 7, 9, 8, 9]) respond(180, rseq);
    expect(racks(bed)).toEqual(['7 1 INVITE', '8 1 INVITE', '9 1 INVITE']);
    expect(events.filter(({ type }) => type === 'ringing')).toHaveLength(3);
  });

  it('is acknowledged in order and without a gap, however its copies arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 }), async (arriving) => {
        const { bed, respond } = await ring();
        respond(180, 1);
        for (const rseq of arriving) respond(180, rseq);
        const numbers = racks(bed).map((rack) => Number.parseInt(rack!, 10));
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        await bed.agent.close();
      }),
      { numRuns: 60 },
    );
  });

  it('with a session description has the answer, whatever the 200 says; CSeq goes on from the PRACK', async () => {
    const { bed, invite, respond, call, events } = await ring();
    respond(183, 1, SAMPLE_SDP);
    bed.peer.respond(invite, 200, { tag: 'peer', sdp: OTHER_SDP });
    bed.settle();
    expect(events.findLast(({ type }) => type === 'answered')).toMatchObject({
      sdp: SAMPLE_SDP,
      dialog: { localSeq: 2, routeSet: [] },
    });
    expect(bed.peer.lastRequest('ACK').cseq.number).toBe(1);
    void call.hangUp();
    bed.settle();
    expect(bed.peer.lastRequest('BYE').cseq.number).toBe(3);
  });

  it('with the answer lets both change the session by UPDATE while it rings (RFC 3311 section 5)', async () => {
    const { bed, invite, respond, call, events } = await ring();
    respond(183, 1, SAMPLE_SDP);
    const outcome = call.reinvite(OTHER_SDP);
    bed.settle();
    const update = bed.peer.lastRequest('UPDATE');
    expect(update.headers.get('contact')).toContain('192.0.2.1');
    const dialog = { callId: call.callId, toTag: invite.fromTag ?? '', fromTag: 'peer' };
    sendRequest(bed, 'UPDATE', { ...dialog, sequence: 1, body: OTHER_SDP }); // ours has no answer yet
    expect(bed.peer.lastResponse('UPDATE').status).toBe(491);
    bed.peer.respond(update, 200, { sdp: SAMPLE_SDP });
    bed.settle();
    expect(await outcome).toEqual({ kind: 'accepted', sdp: SAMPLE_SDP });

    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    sendRequest(bed, 'UPDATE', { ...dialog, sequence: 2, body: OTHER_SDP });
    expect(bed.peer.lastResponse('UPDATE').status).toBe(200);
    bed.peer.respond(invite, 200, { tag: 'peer' });
    bed.settle();
    expect(events.findLast(({ type }) => type === 'answered')).toMatchObject({ sdp: OTHER_SDP });
  });

  it('is acknowledged after a CANCEL too, and leaves nothing behind', async () => {
    const { bed, respond, call, invite } = await ring();
    respond(180, 1);
    void call.hangUp();
    bed.settle();
    respond(180, 2);
    expect(racks(bed)).toHaveLength(2);
    bed.peer.respond(invite, 487, { tag: 'peer' });
    bed.settle();
    expect(eventsOf(call)).toEqual([]);
    bed.clock.advance(64_000);
    expect(bed.clock.pending).toBe(0);
  });
});
