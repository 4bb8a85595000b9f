import { describe, expect, it } from 'vitest';
import type { SipRequest } from '../messages/message.ts';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { eventsOf, openTestBed, sendRequest, type TestBed } from '../testing/test-bed.ts';
import { parseChallenges } from './challenge.ts';
import { type DigestAlgorithm, digestResponse, type QualityOfProtection } from './digest.ts';

const CREDENTIALS = { username: 'parley', password: 'open sesame' };
const WWW = 'WWW-Authenticate: Digest realm="trunk", nonce="n1", algorithm=MD5, qop="auth"';
const PROXY = 'Proxy-Authenticate: Digest realm="proxy", nonce="p1", algorithm=SHA-256, qop="auth"';

function place(bed: TestBed, credentials: typeof CREDENTIALS | null = CREDENTIALS) {
  const call = bed.agent.invite({
    ...{ uri: 'sip:+12025550101@192.0.2.9', from: { uri: 'sip:a@192.0.2.1' }, sdp: SAMPLE_SDP },
    ...{ destination: bed.peer.hop, credentials },
  });
  bed.settle();
  return { call, events: eventsOf(call) };
}

function challenge(bed: TestBed, method: string, status: number, ...headers: string[]): void {
  bed.peer.respond(bed.peer.lastRequest(method), status, { tag: 'peer', headers });
  bed.settle();
}

function respond(bed: TestBed, method: string, status: number, sdp?: string): void {
  bed.peer.respond(bed.peer.lastRequest(method), status, { tag: 'peer', ...(sdp === undefined ? {} : { sdp }) });
  bed.settle();
}

/** What a request says in its credentials for each realm, once they are found to be right. */
function credentialsOf(request: SipRequest, password = CREDENTIALS.password) {
  const values = [...request.headers.all('authorization'), ...request.headers.all('proxy-authorization')];
  return values.flatMap(parseChallenges).map(({ params }) => {
    const text = (name: string) => params.get(name) ?? '';
    const name = params.get('algorithm') ?? 'MD5';
    const expected = digestResponse({
      algorithm: name.replace('-sess', '') as DigestAlgorithm,
      isSession: name.endsWith('-sess'),
      ...{ username: text('username'), password, realm: text('realm'), nonce: text('nonce') },
      ...{ method: request.method, uri: text('uri'), body: request.body },
      ...{ qop: (params.get('qop') ?? null) as QualityOfProtection | null },
      ...{ cnonce: text('cnonce'), nonceCount: Number.parseInt(params.get('nc') ?? '0', 16) },
    });
    expect(text('response')).toBe(expected);
    expect(text('uri')).toBe(request.uri);
    return { realm: text('realm'), nonce: text('nonce'), nc: params.get('nc'), algorithm: params.get('algorithm') };
  });
}

const last = (bed: TestBed, method: string) => bed.peer.lastRequest(method);

describe('a call to a peer that asks for credentials', () => {
  it('acknowledges the 401, and sends the INVITE again with a new branch and the next CSeq', async () => {
    const bed = await openTestBed();
    const { call, events } = place(bed);
    const first = last(bed, 'INVITE');
    expect(first.headers.has('authorization')).toBe(false);
    challenge(bed, 'INVITE', 401, WWW);
    expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'INVITE']);
    const [, ack, second] = bed.peer.requests;
    expect(ack!.topVia.branch).toBe(first.topVia.branch);
    expect(second).toMatchObject({ callId: first.callId, fromTag: first.fromTag, toTag: null });
    expect(second!.body.toString()).toBe(SAMPLE_SDP);
    expect(second!.topVia.branch).not.toBe(first.topVia.branch);
    expect(second!.cseq.number).toBe(2);
    expect(credentialsOf(second!)).toEqual([{ realm: 'trunk', nonce: 'n1', nc: '00000001', algorithm: 'MD5' }]);
    respond(bed, 'INVITE', 200, SAMPLE_SDP);
    expect(call.state).toBe('talking');
    expect(events.map(({ type }) => type)).toEqual(['answered']);
    const answer = last(bed, 'ACK');
    expect(answer.cseq.number).toBe(2);
    expect(answer.headers.get('authorization')).toBe(second!.headers.get('authorization')); // section 22.1
    await bed.agent.close();
  });

  it('has credentials at once in what follows, with a growing nonce count', async () => {
    const bed = await openTestBed();
    const { call } = place(bed);
    challenge(bed, 'INVITE', 407, PROXY);
    respond(bed, 'INVITE', 200, SAMPLE_SDP);
    const reinvited = call.reinvite(SAMPLE_SDP);
    bed.settle();
    expect(last(bed, 'INVITE').cseq.number).toBe(3);
    expect(credentialsOf(last(bed, 'INVITE'))).toMatchObject([
      { realm: 'proxy', nc: '00000002', algorithm: 'SHA-256' },
    ]);
    respond(bed, 'INVITE', 200, SAMPLE_SDP);
    expect(await reinvited).toMatchObject({ kind: 'accepted' });
    expect(last(bed, 'ACK').headers.get('proxy-authorization')).toContain('nc=00000002');
    void call.hangUp();
    bed.settle();
    expect(credentialsOf(last(bed, 'BYE'))).toMatchObject([{ nc: '00000003' }]);
    await bed.agent.close();
  });

  it.each(['BYE', 'INVITE'])('repeats a %s in the dialog whose nonce is stale', async (method) => {
    const bed = await openTestBed();
    const { call } = place(bed);
    challenge(bed, 'INVITE', 401, WWW);
    respond(bed, 'INVITE', 200, SAMPLE_SDP);
    const finished = method === 'BYE' ? call.hangUp() : call.reinvite(SAMPLE_SDP);
    bed.settle();
    challenge(bed, method, 401, WWW.replace('n1', 'n2'));
    expect(last(bed, method).cseq.number).toBe(4);
    expect(credentialsOf(last(bed, method))).toMatchObject([{ nonce: 'n2', nc: '00000001' }]);
    respond(bed, method, 200, method === 'BYE' ? undefined : SAMPLE_SDP);
    await finished;
    expect(last(bed, method).headers.get('authorization')).toContain('n2');
    await bed.agent.close();
  });

  it('answers a proxy and the one behind it', async () => {
    const bed = await openTestBed();
    const { call } = place(bed);
    challenge(bed, 'INVITE', 407, PROXY);
    challenge(bed, 'INVITE', 401, WWW);
    expect(credentialsOf(last(bed, 'INVITE')).map(({ realm, nc }) => `${realm} ${nc}`)).toEqual([
      'trunk 00000001',
      'proxy 00000002',
    ]);
    respond(bed, 'INVITE', 200, SAMPLE_SDP);
    expect(call.state).toBe('talking');
    await bed.agent.close();
  });

  it('answers two realms at once, each with its strongest algorithm', async () => {
    const bed = await openTestBed();
    place(bed);
    const weak = PROXY.replace('SHA-256', 'MD5');
    const strong = PROXY.replace('SHA-256', 'SHA-512-256').replace('p1', 'p2');
    challenge(
      bed,
      'INVITE',
      407,
      weak,
      strong,
      PROXY,
      WWW,
      PROXY.replace('SHA-256', 'SHA-9').replace('proxy', 'other'),
    );
    expect(credentialsOf(last(bed, 'INVITE'))).toMatchObject([
      { realm: 'trunk', algorithm: 'MD5' },
      { realm: 'proxy', nonce: 'p2', algorithm: 'SHA-512-256' },
    ]);
    await bed.agent.close();
  });

  it.each([
    ['auth-int', 'WWW-Authenticate: Digest realm="trunk", nonce="n", qop="auth-int", opaque="o\\"p"'],
    ['no qop', 'WWW-Authenticate: Digest realm="trunk", nonce="n", opaque="o\\"p"'],
    [
      'a session',
      'WWW-Authenticate: Digest realm="trunk", nonce="n", qop="auth", algorithm=SHA-256-sess, opaque="o\\"p"',
    ],
  ])('knows %s', async (_name, header) => {
    const bed = await openTestBed();
    place(bed);
    challenge(bed, 'INVITE', 401, header);
    expect(credentialsOf(last(bed, 'INVITE'))).toHaveLength(1);
    expect(last(bed, 'INVITE').headers.get('authorization')).toContain('opaque="o\\"p"');
    await bed.agent.close();
  });

  it('tries again for a stale nonce, and gives up when they all are', async () => {
    const bed = await openTestBed();
    const { events } = place(bed);
    challenge(bed, 'INVITE', 401, WWW);
    for (let attempt = 2; attempt <= 5; attempt += 1) challenge(bed, 'INVITE', 401, `${WWW}, stale=true`);
    expect(bed.peer.methods().filter((method) => method === 'INVITE')).toHaveLength(6);
    challenge(bed, 'INVITE', 401, `${WWW}, stale=true`);
    expect(bed.peer.methods().filter((method) => method === 'INVITE')).toHaveLength(6);
    expect(events.at(-1)).toMatchObject({ type: 'ended', cause: { status: 401, authentication: 'wrong_credentials' } });
    await bed.agent.close();
  });

  it.each([
    ['wrong_credentials', CREDENTIALS, WWW, 2],
    ['no_credentials', null, WWW, 1],
    ['unsupported_challenge', CREDENTIALS, WWW.replace('MD5', 'AKAv2-SHA-256'), 1],
    ['unsupported_challenge', CREDENTIALS, 'WWW-Authenticate: Basic realm="trunk"', 1],
  ] as const)('ends with %s', async (authentication, credentials, header, invites) => {
    const bed = await openTestBed();
    const { events } = place(bed, credentials);
    challenge(bed, 'INVITE', 401, header);
    if (invites === 2) challenge(bed, 'INVITE', 401, header.replace('n1', 'n2'));
    expect(bed.peer.methods().filter((method) => method === 'INVITE')).toHaveLength(invites);
    expect(bed.peer.methods().filter((method) => method === 'ACK')).toHaveLength(invites);
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'ended', by: 'remote', cause: { kind: 'rejected', status: 401, authentication } },
    });
    bed.clock.advance(100_000);
    expect(bed.clock.pending).toBe(0);
    await bed.agent.close();
  });

  it('that is given up between two INVITEs waits for a response to the second, and cancels that one', async () => {
    const bed = await openTestBed();
    const { call } = place(bed);
    respond(bed, 'INVITE', 100);
    challenge(bed, 'INVITE', 407, PROXY);
    void call.hangUp();
    bed.settle();
    expect(bed.peer.methods()).not.toContain('CANCEL'); // section 9.1
    respond(bed, 'INVITE', 180);
    const [invite, cancel] = [last(bed, 'INVITE'), last(bed, 'CANCEL')];
    expect(cancel.topVia.branch).toBe(invite.topVia.branch);
    expect(cancel.cseq.number).toBe(invite.cseq.number);
    expect(cancel.headers.has('proxy-authorization')).toBe(false);
    await bed.agent.close();
  });

  it('that is cancelled already is not sent again', async () => {
    const bed = await openTestBed();
    const { call, events } = place(bed);
    respond(bed, 'INVITE', 180);
    void call.hangUp();
    bed.settle();
    challenge(bed, 'INVITE', 401, WWW);
    expect(bed.peer.methods()).toEqual(['INVITE', 'CANCEL', 'ACK']);
    expect(events.at(-1)).toMatchObject({ type: 'ended', by: 'local', cause: { kind: 'cancelled' } });
    await bed.agent.close();
  });

  it('waits as long for a response to the second INVITE as for the first', async () => {
    const bed = await openTestBed();
    const { events } = place(bed);
    challenge(bed, 'INVITE', 401, WWW);
    bed.clock.advance(9000);
    expect(events).toEqual([]);
    bed.clock.advance(1100);
    expect(events.at(-1)).toMatchObject({ type: 'ended', cause: { kind: 'timeout' } });
    await bed.agent.close();
  });
});

describe('a user agent', () => {
  it('asks a peer with OPTIONS and credentials', async () => {
    const bed = await openTestBed();
    const asked = bed.agent.options('sip:192.0.2.9', bed.peer.hop, CREDENTIALS);
    bed.settle();
    challenge(bed, 'OPTIONS', 401, WWW);
    expect(credentialsOf(last(bed, 'OPTIONS'))).toHaveLength(1);
    challenge(bed, 'OPTIONS', 401, WWW);
    expect(await asked).toEqual({ status: 401, authentication: 'wrong_credentials', contacts: 0 });
    await bed.agent.close();
  });

  it('ends the call of an earlier process with credentials that are not stored with it', async () => {
    const bed = await openTestBed();
    const { events } = place(bed);
    challenge(bed, 'INVITE', 401, WWW);
    respond(bed, 'INVITE', 200, SAMPLE_SDP);
    const [answered] = events.filter((event) => event.type === 'answered');
    expect(JSON.stringify(answered)).not.toContain(CREDENTIALS.password);
    const successor = await openTestBed();
    const ended = successor.agent.bye(answered!.dialog, CREDENTIALS);
    successor.settle();
    expect(last(successor, 'BYE').cseq.number).toBe(3);
    challenge(successor, 'BYE', 401, WWW);
    expect(last(successor, 'BYE').cseq.number).toBe(4);
    expect(credentialsOf(last(successor, 'BYE'))).toHaveLength(1);
    respond(successor, 'BYE', 200);
    expect(await ended).toBe('ended');
    await Promise.all([bed.agent.close(), successor.agent.close()]);
  });

  it('has credentials for the calls that a peer begins', async () => {
    const bed = await openTestBed({ credentialsFor: ({ host }) => (host === '192.0.2.9' ? CREDENTIALS : null) });
    sendRequest(bed, 'INVITE', { body: SAMPLE_SDP });
    const call = bed.incoming[0]!;
    call.answer(SAMPLE_SDP);
    bed.settle();
    sendRequest(bed, 'ACK', { toTag: bed.peer.lastResponse('INVITE').toTag!, callId: call.callId });
    void call.hangUp();
    bed.settle();
    challenge(bed, 'BYE', 407, PROXY);
    expect(credentialsOf(last(bed, 'BYE'))).toMatchObject([{ realm: 'proxy' }]);
    await bed.agent.close();
  });

  it('uses those of the peer that a call turns out to be of, where several are at one address', async () => {
    const others = { username: 'other', password: 'not ours' };
    const bed = await openTestBed({ credentialsFor: () => others });
    sendRequest(bed, 'INVITE', { body: SAMPLE_SDP });
    const call = bed.incoming[0]!;
    call.useCredentials(CREDENTIALS);
    call.answer(SAMPLE_SDP);
    bed.settle();
    sendRequest(bed, 'ACK', { toTag: bed.peer.lastResponse('INVITE').toTag!, callId: call.callId });
    void call.hangUp();
    bed.settle();
    challenge(bed, 'BYE', 407, PROXY);
    expect(last(bed, 'BYE').headers.get('proxy-authorization')).toContain(`username="${CREDENTIALS.username}"`);
    await bed.agent.close();
  });
});
