import { describe, expect, it } from 'vitest';
import { SAMPLE_SDP } from './testing/scripted-peer.ts';
import {
  answerCall,
  eventsOf,
  openTestBed,
  placeAnsweredCall,
  receiveCall,
  sendRequest,
  type TestBed,
} from './testing/test-bed.ts';

/** A body of a type that we do not know. */
const PICTURE = { contentType: 'image/png', body: 'x' };
const ALLOWED = 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, NOTIFY, PRACK';

function answerTo(bed: TestBed, method: string) {
  const { status, headers } = bed.peer.lastResponse(method);
  return {
    status,
    allow: headers.all('allow').join(', '),
    accept: headers.get('accept'),
    server: headers.get('server'),
  };
}

describe('a request outside any dialog', () => {
  it.each([
    ['REGISTER', 405],
    ['SUBSCRIBE', 405],
    ['MESSAGE', 405],
    ['FOO', 501],
    ['invite', 501], // methods are case-sensitive (RFC 3261 section 7.1)
  ])('%s is refused with %i and the methods that are allowed', async (method, status) => {
    const bed = await openTestBed();
    sendRequest(bed, method);
    expect(answerTo(bed, method)).toMatchObject({ status, allow: ALLOWED, server: 'test' });
    expect(bed.agent.counters.rejected).toBe(1);
  });

  it('that needs an extension learns which one is missing', async () => {
    const bed = await openTestBed();
    sendRequest(bed, 'INVITE', { headers: ['Require: precondition, foo'] });
    expect(bed.peer.lastResponse('INVITE').status).toBe(420);
    expect(bed.peer.lastResponse('INVITE').headers.all('unsupported')).toEqual(['precondition', 'foo']);
  });

  it.each([
    ['an unknown scheme', 'INVITE', { uri: 'soap.beep://192.0.2.1' }, 416],
    ['sips, which there is no TLS for', 'OPTIONS', { uri: 'sips:a@192.0.2.1' }, 416],
    ['no hops left', 'INVITE', { headers: ['Max-Forwards: 0'] }, 483],
    ['another body than SDP', 'INVITE', { contentType: 'text/plain', body: 'x' }, 415],
    ['no way to take SDP', 'INVITE', { headers: ['Accept: text/plain, application/isup'], body: SAMPLE_SDP }, 406],
    ['a compressed body', 'INVITE', { headers: ['Content-Encoding: gzip'], body: 'x' }, 415],
    [
      'a body that must be handled',
      'INVITE',
      { ...PICTURE, headers: ['Content-Disposition: icon;handling=required'] },
      415,
    ],
    ['a body for some purpose', 'INVITE', { ...PICTURE, headers: ['Content-Disposition: icon'] }, 415],
    ['the tag of a dialog that does not exist', 'INVITE', { toTag: 'gone', body: SAMPLE_SDP }, 481],
    ['BYE without a dialog', 'BYE', {}, 481],
    ['INFO without a dialog', 'INFO', {}, 481],
  ] as const)('is refused: %s', async (_name, method, request, status) => {
    const bed = await openTestBed();
    sendRequest(bed, method, request);
    expect(bed.peer.statuses()).toEqual([status]);
    expect(bed.incoming).toEqual([]);
  });

  it.each([
    ['of another type', PICTURE],
    ['in parts, none of them SDP', { ...PICTURE, contentType: 'multipart/mixed;boundary=b' }],
    ['that is compressed', { contentType: 'application/sdp', body: 'x' }, ['Content-Encoding: gzip']],
  ])('is taken as if it had no body, when one %s may be ignored', async (_name, content, encoding: string[] = []) => {
    const bed = await openTestBed();
    const headers = ['Content-Disposition: icon ; Handling=Optional', ...encoding];
    const { call } = receiveCall(bed, { ...content, headers });
    expect(call.sdp).toBeNull();
    const toTag = answerCall(bed, call, SAMPLE_SDP);
    expect(call.state).toBe('talking');
    for (const [index, method] of (['UPDATE', 'INFO'] as const).entries()) {
      sendRequest(bed, method, { ...content, headers, toTag, sequence: index + 2 });
      expect(bed.peer.statuses(method)).toEqual([200]);
    }
  });

  it.each(['application/sdp', 'text/plain, application/*', '*/*;q=0.1', ''])(
    'is taken when it accepts %j',
    async (accept) => {
      const bed = await openTestBed();
      expect(receiveCall(bed, { headers: [`Accept: ${accept}`] }).call.sdp).toBe(SAMPLE_SDP);
    },
  );

  it('keeps its offer, which it says may be ignored', async () => {
    const bed = await openTestBed();
    const headers = ['Content-Disposition: session;handling=optional'];
    expect(receiveCall(bed, { headers }).call.sdp).toBe(SAMPLE_SDP);
  });

  it('with a tel Request-URI is a call like any other', async () => {
    const bed = await openTestBed();
    expect(receiveCall(bed, { uri: 'tel:+12025550150' }).call.requestUser).toBe('+12025550150');
  });

  it('OPTIONS says what there is, even with no hops left', async () => {
    const bed = await openTestBed();
    sendRequest(bed, 'OPTIONS', { headers: ['Max-Forwards: 0'] });
    expect(answerTo(bed, 'OPTIONS')).toMatchObject({ status: 200, allow: ALLOWED, accept: 'application/sdp' });
    const { headers } = bed.peer.lastResponse('OPTIONS');
    expect(headers.get('accept-encoding')).toBe('identity');
    expect(headers.get('accept-language')).toBe('en');
    expect(headers.all('supported')).toEqual(['100rel', 'timer', 'replaces']);
  });

  it('that cannot be read is answered 400 and not delivered', async () => {
    const seen: string[] = [];
    const bed = await openTestBed({ onMessage: (direction, message) => seen.push(`${direction} ${message.callId}`) });
    bed.peer.send(bed.agent, ['INVITE sip:x SIP/2.0', 'Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bK1']);
    bed.settle();
    expect(bed.agent.counters).toMatchObject({ received: 1, dropped: 0, rejected: 1 });
    expect(bed.peer.malformed[0]).toMatch(/^SIP\/2\.0 400 /);
    expect(seen).toEqual([]);
  });

  it('that is no SIP is dropped and counted; a keep-alive is neither', async () => {
    const bed = await openTestBed();
    bed.peer.send(bed.agent, ['GET / HTTP/1.1']);
    bed.peer.send(bed.agent, ['', '', 'Content-Length: 0'], '');
    bed.settle();
    expect(bed.agent.counters).toMatchObject({ received: 2, dropped: 2 });
  });
});

describe('an INVITE', () => {
  it('that is repeated is answered again, and rings once', async () => {
    const bed = await openTestBed();
    const { branch, call } = receiveCall(bed);
    call.ring();
    bed.settle();
    sendRequest(bed, 'INVITE', { branch, body: SAMPLE_SDP });
    expect(bed.incoming).toHaveLength(1);
    expect(bed.peer.statuses()).toEqual([100, 180, 180]);
  });

  it('that comes over a second path is a loop', async () => {
    const bed = await openTestBed();
    receiveCall(bed);
    sendRequest(bed, 'INVITE', { body: SAMPLE_SDP });
    expect(bed.peer.statuses()).toEqual([100, 482]);
    expect(bed.incoming).toHaveLength(1);
  });

  it('of RFC 2543, without tag, branch and Contact, makes a call that can be ended', async () => {
    const bed = await openTestBed();
    const head = ['From: <sip:old@192.0.2.9>', 'Call-ID: old', 'Via: SIP/2.0/UDP 192.0.2.9'];
    const body = ['Content-Type: application/sdp', `Content-Length: ${SAMPLE_SDP.length}`];
    bed.peer.send(
      bed.agent,
      ['INVITE sip:a@192.0.2.1 SIP/2.0', ...head, 'To: <sip:a@192.0.2.1>', 'CSeq: 1 INVITE', ...body],
      SAMPLE_SDP,
    );
    bed.settle();
    const call = bed.incoming[0]!;
    call.answer(SAMPLE_SDP);
    bed.settle();
    const to = bed.peer.lastResponse('INVITE').headers.get('to');
    bed.peer.send(bed.agent, ['ACK sip:a@192.0.2.1 SIP/2.0', ...head, `To: ${to}`, 'CSeq: 1 ACK']);
    bed.settle();
    expect(call.state).toBe('talking');
    void call.hangUp();
    bed.settle();
    expect(bed.peer.lastRequest('BYE')).toMatchObject({ uri: 'sip:old@192.0.2.9', toTag: null });
  });
});

describe('responses', () => {
  it('go to where the request came from when it asks with rport', async () => {
    const bed = await openTestBed();
    bed.peer.send(bed.agent, [
      'OPTIONS sip:a@192.0.2.1 SIP/2.0',
      'Via: SIP/2.0/UDP 10.0.0.7:7777;branch=z9hG4bKnat;rport;received=203.0.113.7',
      'From: <sip:a@b>;tag=1',
      'To: <sip:b@c>',
      'Call-ID: nat',
      'CSeq: 1 OPTIONS',
    ]);
    bed.settle();
    expect(bed.peer.lastResponse('OPTIONS').headers.get('via')).toBe(
      'SIP/2.0/UDP 10.0.0.7:7777;branch=z9hG4bKnat;rport=5060;received=192.0.2.9',
    );
  });

  it('to nothing that was asked are ignored', async () => {
    const bed = await openTestBed();
    const { call, events } = placeAnsweredCall(bed);
    const invite = bed.peer.lastRequest('INVITE');
    invite.headers.replaceFirst('via', 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKother');
    bed.peer.respond(invite, 486, { tag: 'x' });
    bed.settle();
    expect(call.state).toBe('talking');
    expect(events).toHaveLength(1);
  });
});

describe('requests in a dialog', () => {
  it('INFO carries digits', async () => {
    const bed = await openTestBed();
    const { call, events } = receiveCall(bed);
    const toTag = answerCall(bed, call);
    const info = (sequence: number, contentType: string, body: string) =>
      sendRequest(bed, 'INFO', { toTag, sequence, contentType, body });
    info(2, 'application/dtmf-relay', 'Signal= 5\r\nDuration= 160\r\n');
    info(3, 'Application/DTMF', '#');
    info(4, 'application/dtmf-relay; x=y', 'signal=10');
    info(5, 'application/media_control+xml', '<x/>');
    info(6, 'application/dtmf-relay', 'Signal=55');
    expect(bed.peer.statuses('INFO')).toEqual([200, 200, 200, 415, 415]);
    expect(events.flatMap((event) => (event.type === 'dtmf' ? [event.digit] : []))).toEqual(['5', '#', '*']);
  });

  it('OPTIONS is answered, and what is unknown refused', async () => {
    const bed = await openTestBed();
    const { call } = receiveCall(bed);
    const toTag = answerCall(bed, call);
    sendRequest(bed, 'OPTIONS', { toTag, sequence: 2 });
    sendRequest(bed, 'REFER', { toTag, sequence: 3, headers: ['Refer-To: <sip:ann@192.0.2.9>'] });
    sendRequest(bed, 'FOO', { toTag, sequence: 4 });
    expect(bed.peer.statuses().slice(-3)).toEqual([200, 405, 501]);
    const { headers } = bed.peer.lastResponse('OPTIONS');
    expect(['accept', 'accept-encoding', 'accept-language', 'supported'].every((name) => headers.has(name))).toBe(true);
    expect(call.state).toBe('talking');
  });
});

describe('the user agent', () => {
  it('ends a dialog that an earlier process stored', async () => {
    const bed = await openTestBed();
    const { events } = placeAnsweredCall(bed);
    const answered = events[0];
    if (answered?.type !== 'answered') throw new Error('not answered');
    const stored = JSON.parse(JSON.stringify(answered.dialog));

    const outcomes = [200, 481, 408, 'nothing'].map((answer) => {
      const outcome = bed.agent.bye(stored);
      bed.settle();
      if (typeof answer === 'number') bed.peer.respond(bed.peer.lastRequest('BYE'), answer);
      bed.settle();
      return outcome;
    });
    bed.clock.advance(32_000);
    expect(await Promise.all(outcomes)).toEqual(['ended', 'unknown_dialog', 'timeout', 'timeout']);
    expect(bed.peer.lastRequest('BYE')).toMatchObject({
      toTag: 'peer',
      cseq: { number: 2 },
      uri: 'sip:peer@192.0.2.9:5060',
    });
  });

  it('asks a peer whether it is there', async () => {
    const bed = await openTestBed({ publicHost: '203.0.113.1' });
    const answered = bed.agent.options('sip:192.0.2.9', bed.peer.hop);
    const silent = bed.agent.options('sip:192.0.2.77', { protocol: 'udp', host: '192.0.2.77', port: 5060 });
    bed.settle();
    const request = bed.peer.lastRequest('OPTIONS');
    expect(request.topVia.host).toBe('203.0.113.1');
    request.headers.replaceFirst('via', request.headers.get('via')!);
    bed.peer.send(bed.agent, [
      'SIP/2.0 503 Busy',
      `Via: ${request.headers.get('via')}`,
      `From: ${request.headers.get('from')}`,
      `To: ${request.headers.get('to')};tag=x`,
      `Call-ID: ${request.callId}`,
      'CSeq: 1 OPTIONS',
    ]);
    bed.clock.advance(32_000);
    expect(await answered).toMatchObject({ status: 503 });
    expect(await silent).toBe('timeout');
  });

  it('ends what is left when it is closed, sends nothing, and leaves no timer', async () => {
    const bed = await openTestBed();
    const outgoing = placeAnsweredCall(bed);
    const { call } = receiveCall(bed);
    const incoming = eventsOf(call);
    const options = bed.agent.options('sip:x@192.0.2.77', { protocol: 'udp', host: '192.0.2.77', port: 5060 });
    bed.settle();
    const sent = bed.peer.received.length;
    await Promise.all([bed.agent.close(), bed.agent.close()]);
    await Promise.all([call.hangUp(), outgoing.call.hangUp()]);
    expect(await options).toBe('timeout');
    bed.clock.advance(100_000);
    expect(bed.peer.received).toHaveLength(sent);
    expect(bed.clock.pending).toBe(0);
    for (const events of [incoming, outgoing.events]) {
      expect(events.at(-1)).toMatchObject({ type: 'ended', by: 'local', cause: { kind: 'transport' } });
    }
  });
});
