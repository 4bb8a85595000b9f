import { describe, expect, it } from 'vitest';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import {
  answerCall,
  openTestBed,
  type PeerRequest,
  placeAnsweredCall,
  receiveCall,
  sendRequest,
} from '../testing/test-bed.ts';
import type { ReferredEvent } from './call.ts';

const TARGET = 'sip:+12025550107@192.0.2.9';

async function transferring() {
  const bed = await openTestBed();
  const { call, events } = placeAnsweredCall(bed);
  const outcome = call.transfer(TARGET);
  bed.settle();
  const refer = bed.peer.lastRequest('REFER');
  let sequence = 0;
  /** A NOTIFY of the peer; returns the status of the response. */
  const notify = (fragment: string, { headers = [], ...request }: PeerRequest = {}): number => {
    sequence += 1;
    sendRequest(bed, 'NOTIFY', {
      ...{ callId: call.callId, toTag: refer.fromTag ?? '', sequence },
      ...{ body: fragment, contentType: 'message/sipfrag;version=2.0' },
      headers: headers.length > 0 ? headers : ['Event: refer', 'Subscription-State: active;expires=60'],
      ...request,
    });
    return bed.peer.lastResponse('NOTIFY').status;
  };
  const respond = (status: number) => {
    bed.peer.respond(refer, status);
    bed.settle();
  };
  return { bed, call, events, outcome, refer, notify, respond };
}

const LAST = ['Event: refer;id=2', 'Subscription-State: terminated;reason=noresource'];

describe('a transfer by REFER', () => {
  it('is asked for in the dialog, with Referred-By', async () => {
    const { refer, events } = await transferring();
    expect(refer).toMatchObject({ toTag: 'peer', cseq: { number: 2 }, uri: 'sip:peer@192.0.2.9:5060' });
    expect(refer.headers.get('refer-to')).toBe(`<${TARGET}>`);
    expect(refer.headers.get('referred-by')).toBe('<sip:+12025550150@192.0.2.1>');
    expect(refer.contact?.uri).toBe('sip:+12025550150@192.0.2.1:5060');
    // The CSeq is used up, and another process must know it.
    expect(events.at(-1)).toMatchObject({ type: 'dialog', dialog: { localSeq: 2 } });
  });

  it('worked when the target has answered, and the call still lives', async () => {
    const { outcome, notify, respond, events, call } = await transferring();
    respond(202);
    expect([notify('SIP/2.0 100 Trying\r\n'), notify('SIP/2.0 180 Ringing'), notify('SIP/2.0 200 OK\r\n')]).toEqual([
      200, 200, 200,
    ]);
    expect(await outcome).toEqual({ kind: 'transferred' });
    const progress = events.flatMap((event) => (event.type === 'transfer_progress' ? [event.status] : []));
    expect(progress).toEqual([100, 180]);
    expect(call.state).toBe('talking');
    // The subscription is over.
    expect(notify('SIP/2.0 200 OK', { headers: LAST })).toBe(481);
  });

  it('whose NOTIFY overtakes the 202 worked all the same (section 2.4.4)', async () => {
    const { outcome, notify, respond } = await transferring();
    notify('SIP/2.0 200 OK', { headers: LAST });
    respond(202);
    expect(await outcome).toEqual({ kind: 'transferred' });
  });

  it.each([486, 480, 603, 302])('fails with the %i of the target', async (status) => {
    const { outcome, notify, respond } = await transferring();
    respond(202);
    notify(`SIP/2.0 ${status} Whatever\r\nTo: <sip:a@b>\r\n`, { headers: LAST });
    expect(await outcome).toEqual({ kind: 'failed', status });
  });

  it.each([405, 501, 603, 420])('is refused with %i, and the call goes on', async (status) => {
    const { outcome, respond, call } = await transferring();
    respond(status);
    expect(await outcome).toEqual({ kind: 'refused', status });
    expect(call.state).toBe('talking');
  });

  it('to which nothing comes back is given up after 32 s', async () => {
    const { bed, outcome, call } = await transferring();
    bed.clock.advance(32_000);
    expect(await outcome).toEqual({ kind: 'unanswered' });
    expect(call.state).toBe('talking');
  });

  it('of which nothing more is heard expires after 40 s', async () => {
    const { bed, outcome, notify, respond } = await transferring();
    respond(202);
    notify('SIP/2.0 180 Ringing');
    bed.clock.advance(40_000);
    expect(await outcome).toEqual({ kind: 'expired' });
    expect(notify('SIP/2.0 200 OK')).toBe(481);
  });

  it('whose subscription ends without a result has none', async () => {
    const { outcome, notify, respond } = await transferring();
    respond(202);
    notify('SIP/2.0 100 Trying', { headers: LAST });
    expect(await outcome).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['before the answer to the REFER', false],
    ['afterwards', true],
  ])('ends with the call when the peer hangs up %s', async (_when, wasAccepted) => {
    const { bed, outcome, respond, call, refer, events } = await transferring();
    if (wasAccepted) respond(202);
    sendRequest(bed, 'BYE', { callId: call.callId, toTag: refer.fromTag ?? '', sequence: 9 });
    expect(await outcome).toEqual({ kind: 'call_ended', wasAccepted });
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'remote', cause: { kind: 'bye' } });
    expect(await call.transfer(TARGET)).toEqual({ kind: 'call_ended', wasAccepted: false });
  });

  it('of a dialog that the peer has lost ends the call', async () => {
    const { bed, outcome, respond, events } = await transferring();
    respond(481);
    expect(await outcome).toEqual({ kind: 'refused', status: 481 });
    bed.settle();
    expect(events.at(-1)).toMatchObject({ type: 'ended', by: 'local' });
  });

  it('is one at a time; another may follow, and late news of the first is not taken for its own', async () => {
    const { bed, outcome, notify, respond, call } = await transferring();
    expect(await call.transfer(TARGET)).toEqual({ kind: 'refused', status: 491 });
    respond(202);
    notify('SIP/2.0 486 Busy Here', { headers: LAST });
    await outcome;
    const second = call.transfer('sip:+12025550108@192.0.2.9');
    bed.settle();
    expect(bed.peer.lastRequest('REFER').cseq.number).toBe(3);
    expect(notify('SIP/2.0 200 OK', { headers: LAST })).toBe(481);
    expect(notify('SIP/2.0 200 OK', { headers: ['Event: refer;id=3'] })).toBe(200);
    expect(await second).toEqual({ kind: 'transferred' });
  });

  it('is settled by no NOTIFY that is none', async () => {
    const { outcome, notify, respond } = await transferring();
    respond(202);
    expect(notify('SIP/2.0 200 OK', { headers: ['Event: dialog'] })).toBe(489);
    expect(notify('SIP/2.0 200 OK', { headers: ['Max-Forwards: 70'] })).toBe(489);
    expect(notify('SIP/2.0 200 OK', { headers: ['Event: refer;id=77'] })).toBe(481);
    expect(notify('SIP/2.0 200 OK', { contentType: 'text/plain' })).toBe(415);
    expect(notify('HTTP/1.1 200 OK')).toBe(400);
    expect(notify('')).toBe(200);
    respond(202);
    notify('SIP/2.0 486 Busy Here');
    expect(await outcome).toEqual({ kind: 'failed', status: 486 });
  });

  it('that is asked for credentials is known by the CSeq that it was accepted with', async () => {
    const bed = await openTestBed();
    const call = bed.agent.invite({
      uri: TARGET,
      from: { uri: 'sip:+12025550150@192.0.2.1' },
      destination: { protocol: 'udp', host: '192.0.2.9', port: 5060 },
      sdp: SAMPLE_SDP,
      credentials: { username: 'parley', password: 'secret' },
    });
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('INVITE'), 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    const outcome = call.transfer(TARGET);
    bed.settle();
    const challenge = 'Proxy-Authenticate: Digest realm="carrier", nonce="abc", qop="auth"';
    bed.peer.respond(bed.peer.lastRequest('REFER'), 407, { headers: [challenge] });
    bed.settle();
    const refer = bed.peer.lastRequest('REFER');
    expect(refer.cseq.number).toBe(3);
    bed.peer.respond(refer, 202);
    bed.settle();
    sendRequest(bed, 'NOTIFY', {
      ...{ callId: call.callId, toTag: refer.fromTag ?? '', sequence: 1 },
      ...{ body: 'SIP/2.0 200 OK', contentType: 'message/sipfrag' },
      headers: ['Event: refer;id=3', 'Subscription-State: terminated;reason=noresource'],
    });
    expect(bed.peer.lastResponse('NOTIFY').status).toBe(200);
    expect(await outcome).toEqual({ kind: 'transferred' });
  });

  it('works for a call that came in too', async () => {
    const bed = await openTestBed();
    const { call } = receiveCall(bed);
    answerCall(bed, call);
    const outcome = call.transfer(TARGET);
    bed.settle();
    bed.peer.respond(bed.peer.lastRequest('REFER'), 405);
    bed.settle();
    expect(await outcome).toEqual({ kind: 'refused', status: 405 });
  });
});

describe('a REFER of the peer', () => {
  async function talk(onReferred: (event: ReferredEvent) => void) {
    const bed = await openTestBed();
    const { call } = receiveCall(bed);
    const toTag = answerCall(bed, call);
    call.on((event) => event.type === 'referred' && onReferred(event));
    const refer = (headers: string[], sequence = 2) => {
      sendRequest(bed, 'REFER', { toTag, sequence, headers });
      return bed.peer.lastResponse('REFER');
    };
    return { bed, call, refer };
  }

  it('is refused with 405 when nothing takes it, and with what it is refused with', async () => {
    const { refer, call } = await talk(() => {});
    expect(refer([`Refer-To: <${TARGET}>`])).toMatchObject({ status: 405 });
    const declined = await talk((event) => event.reject(603));
    expect(declined.refer([`Refer-To: <${TARGET}>`]).status).toBe(603);
    expect(call.state).toBe('talking');
  });

  it.each([
    ['none', []],
    ['two', [`Refer-To: <${TARGET}>`, `Refer-To: <${TARGET}>`]],
    ['a broken one', ['Refer-To: <sip:']],
  ])('names one target: with %s it is 400', async (_count, headers) => {
    const targets: string[] = [];
    const { refer } = await talk(({ target }) => targets.push(target));
    expect(refer(['Max-Forwards: 70', ...headers]).status).toBe(400);
    expect(targets).toEqual([]);
  });

  it('that is accepted is notified at once, at each step, and at the end', async () => {
    let notify: ((status: number) => void) | null = null;
    const { bed, refer } = await talk((event) => {
      expect(event).toMatchObject({ target: TARGET, targetUser: '+12025550107' });
      notify = event.accept();
    });
    expect(refer([`r: ${TARGET}`]).status).toBe(202);
    for (const status of [180, 200, 486]) {
      notify!(status);
      bed.settle();
      bed.peer.respond(bed.peer.lastRequest('NOTIFY'), 200);
    }
    const notifies = bed.peer.requests.filter(({ method }) => method === 'NOTIFY');
    const told = new Map(notifies.map((one) => [one.cseq.number, one.body.toString().trim()]));
    expect([...told.values()]).toEqual(['SIP/2.0 100 Trying', 'SIP/2.0 180 Ringing', 'SIP/2.0 200 OK']);
    const last = bed.peer.lastRequest('NOTIFY');
    expect(last.headers.get('event')).toBe('refer;id=2');
    expect(last.headers.get('subscription-state')).toBe('terminated;reason=noresource');
    expect(last.headers.get('content-type')).toBe('message/sipfrag;version=2.0');
  });

  it('is named in Allow to those who may send one, and to no others', async () => {
    const bed = await openTestBed();
    const { host, hop } = bed.peer;
    for (const referUser of ['ann', undefined]) {
      const request = { uri: `sip:ann@${host}`, from: { uri: 'sip:+12025550150@192.0.2.1' }, destination: hop };
      bed.agent.invite({ ...request, sdp: SAMPLE_SDP, ...(referUser && { referUser }) });
      bed.settle();
      expect(bed.peer.lastRequest('INVITE').headers.all('allow').includes('REFER')).toBe(referUser !== undefined);
    }
  });

  it('that is accepted after the fact, or when the call is over, says nothing', async () => {
    let late: ReferredEvent | null = null;
    const { bed, call, refer } = await talk((event) => {
      late = event;
    });
    refer([`Refer-To: <${TARGET}>`]);
    late!.accept()(200);
    void call.hangUp();
    bed.settle();
    expect(bed.peer.methods()).not.toContain('NOTIFY');
  });
});
