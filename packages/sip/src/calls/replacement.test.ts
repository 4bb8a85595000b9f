import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_SDP, ScriptedPeer } from '../testing/scripted-peer.ts';
import {
  answerCall,
  openTestBed,
  type PeerRequest,
  placeAnsweredCall,
  placeCall,
  receiveCall,
  sendRequest,
  type TestBed,
} from '../testing/test-bed.ts';
import type { Hop } from '../transports/transport.ts';
import type { UserAgentOptions } from '../user-agent.ts';
import { refuseReplacement } from './replacement.ts';

const NEW_SDP = SAMPLE_SDP.replace('40100', '40300');

function sendReplacing(bed: TestBed, replaces: string[], request: PeerRequest = {}) {
  const headers = ['Require: replaces', ...replaces.map((value) => `Replaces: ${value}`)];
  const branch = sendRequest(bed, 'INVITE', {
    callId: 'consultation',
    fromTag: 'carol',
    body: NEW_SDP,
    headers,
    ...request,
  });
  return { branch, response: bed.peer.lastResponse('INVITE') };
}

/** A call that the peer placed, or was called by. */
async function talk(direction: 'in' | 'out', options: Partial<UserAgentOptions> = {}) {
  const bed = await openTestBed(options);
  if (direction === 'in') {
    const { call, events } = receiveCall(bed);
    const tag = answerCall(bed, call);
    return { bed, call, events, replaces: `${call.callId};to-tag=${tag};from-tag=peer` };
  }
  const { call, events } = placeAnsweredCall(bed);
  const tag = bed.peer.lastRequest('INVITE').fromTag ?? '';
  return { bed, call, events, replaces: `${call.callId};from-tag=peer;to-tag=${tag}` };
}

describe.each(['in', 'out'] as const)('an INVITE that replaces a call that came %s (RFC 3891)', (direction) => {
  it('is a change of the session, and the call goes on in its dialog', async () => {
    const { bed, call, events, replaces } = await talk(direction);
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    const { response } = sendReplacing(bed, [replaces]);
    expect([response.status, response.body.toString()]).toEqual([200, SAMPLE_SDP]);
    const toTag = response.toTag ?? '';
    expect(events.findLast(({ type }) => type === 'reinvited')).toMatchObject({ sdp: NEW_SDP, isAnswer: false });
    expect(events.findLast(({ type }) => type === 'dialog')).toMatchObject({
      dialog: { callId: 'consultation', localTag: toTag, remoteTag: 'carol' },
    });
    // The dialog that was replaced is ended by us, and its end is not that of the call.
    expect(bed.peer.lastRequest('BYE')).toMatchObject({ callId: call.callId, toTag: 'peer' });
    bed.peer.respond(bed.peer.lastRequest('BYE'), 481);
    sendRequest(bed, 'ACK', { callId: 'consultation', fromTag: 'carol', toTag });
    bed.clock.advance(40_000);
    expect(call.state).toBe('talking');
    expect(bed.incoming).toHaveLength(direction === 'in' ? 1 : 0);

    void call.hangUp();
    bed.settle();
    expect(bed.peer.lastRequest('BYE')).toMatchObject({ callId: 'consultation', toTag: 'carol' });
    bed.peer.respond(bed.peer.lastRequest('BYE'), 200);
    bed.clock.advance(64_000);
    expect(bed.clock.pending).toBe(0);
  });

  it('is hung up in its own dialog by the new peer', async () => {
    const { bed, call, events, replaces } = await talk(direction);
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    const toTag = sendReplacing(bed, [replaces]).response.toTag ?? '';
    const dialog = { callId: 'consultation', fromTag: 'carol', toTag };
    sendRequest(bed, 'ACK', dialog);
    sendRequest(bed, 'BYE', { ...dialog, sequence: 2 });
    expect(bed.peer.lastResponse('BYE').status).toBe(200);
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'remote', cause: { kind: 'bye' } });
  });

  it('that is refused, or cancelled, leaves the call as it is', async () => {
    const { bed, call, events, replaces } = await talk(direction);
    const { branch } = sendReplacing(bed, [replaces]);
    sendRequest(bed, 'CANCEL', { branch, callId: 'consultation', fromTag: 'carol' });
    expect(bed.peer.lastResponse('INVITE').status).toBe(487);
    expect(bed.peer.lastResponse('INVITE').toTag).toBeTruthy();
    sendReplacing(bed, [replaces], { sequence: 2 });
    const event = events.findLast(({ type }) => type === 'reinvited');
    if (event?.type === 'reinvited') event.reject(488);
    bed.settle();
    expect(bed.peer.lastResponse('INVITE').status).toBe(488);
    expect([call.state, bed.peer.methods().includes('BYE')]).toEqual(['talking', false]);
  });

  it('without an offer gets ours, and brings its answer with the ACK', async () => {
    const { bed, call, events, replaces } = await talk(direction);
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    const { response } = sendReplacing(bed, [replaces], { body: '' });
    expect(response.body.toString()).toBe(SAMPLE_SDP);
    sendRequest(bed, 'ACK', { callId: 'consultation', fromTag: 'carol', toTag: response.toTag ?? '', body: NEW_SDP });
    expect(events.findLast(({ type }) => type === 'reinvited')).toMatchObject({ sdp: NEW_SDP, isAnswer: true });
  });

  it('for early dialogs alone is 486 in an answered one', async () => {
    const { bed, replaces } = await talk(direction);
    expect(sendReplacing(bed, [`${replaces};early-only`]).response.status).toBe(486);
  });

  it('of a call that is being hung up is 603; afterwards it is 481', async () => {
    const { bed, call, replaces } = await talk(direction);
    void call.hangUp();
    bed.settle();
    expect(sendReplacing(bed, [replaces]).response.status).toBe(603);
    bed.peer.respond(bed.peer.lastRequest('BYE'), 200);
    bed.settle();
    expect(sendReplacing(bed, [replaces], { sequence: 2 }).response.status).toBe(481);
  });
});

describe('an INVITE with Replaces', () => {
  it.each([
    ['an unknown dialog', ['nothing;to-tag=a;from-tag=b'], 481],
    ['another dialog of the same Call-ID', ['from-peer;to-tag=a;from-tag=peer'], 481],
    ['no tags', ['from-peer'], 400],
    ['no value', [''], 400],
    ['two dialogs', ['a;to-tag=a;from-tag=b', 'c;to-tag=a;from-tag=b'], 400],
  ])('for %s is refused', async (_what, replaces, status) => {
    const { bed } = await talk('in');
    expect(sendReplacing(bed, replaces).response.status).toBe(status);
    expect(bed.incoming).toHaveLength(1);
  });

  it('of a call of the peer that we have not answered is 481', async () => {
    const bed = await openTestBed();
    const { call } = receiveCall(bed);
    call.ring();
    bed.settle();
    const tag = bed.peer.lastResponse('INVITE').toTag;
    expect(sendReplacing(bed, [`${call.callId};to-tag=${tag};from-tag=peer`]).response.status).toBe(481);
    expect(call.state).toBe('ringing');
  });

  it.each([
    [403, undefined],
    [488, (one: Hop, other: Hop) => [one.host, other.host].join() === '192.0.2.9,192.0.2.8'],
  ])(
    'from another host than that of the peer is %i: a peer replaces its own calls alone (section 9)',
    async (status, isSamePeer) => {
      const { bed, call, events, replaces } = await talk('in', isSamePeer && { isSamePeer });
      call.on((event) => event.type === 'reinvited' && event.reject(488));
      const other = await ScriptedPeer.open(bed.network, { host: '192.0.2.8', port: 5060 });
      const lines = [
        ...['INVITE sip:+12025550150@192.0.2.1 SIP/2.0', 'Via: SIP/2.0/UDP 192.0.2.8:5060;branch=z9hG4bKother'],
        ...[
          'From: <sip:mallory@192.0.2.8>;tag=m',
          'To: <sip:+12025550150@192.0.2.1>',
          'Call-ID: other',
          'CSeq: 1 INVITE',
        ],
        ...['Contact: <sip:mallory@192.0.2.8:5060>', 'Max-Forwards: 70', `Replaces: ${replaces}`],
      ];
      other.send({ host: bed.agent.host, port: bed.agent.port }, lines);
      bed.settle();
      expect(other.statuses().at(-1)).toBe(status);
      expect(events.some(({ type }) => type === 'reinvited')).toBe(status === 488);
      expect([call.state, bed.peer.methods()]).toEqual(['talking', []]);
    },
  );
});

/** A call of ours that rings at the peer, at as many phones as there are tags. */
async function ringing(tags = ['peer']) {
  const bed = await openTestBed();
  const { call, events } = placeCall(bed);
  bed.settle();
  const invite = bed.peer.lastRequest('INVITE');
  for (const tag of tags) bed.peer.respond(invite, 180, { tag });
  bed.settle();
  const replacesOf = (tag: string) => `${call.callId};from-tag=${tag};to-tag=${invite.fromTag}`;
  return { bed, call, events, invite, replacesOf };
}

const CAROL = { callId: 'consultation', fromTag: 'carol' };

describe('an INVITE that replaces a call of ours while it rings (RFC 3891 section 3)', () => {
  it.each(['', ';early-only'])('answers it, and the INVITE is cancelled%s', async (parameter) => {
    const { bed, call, events, invite, replacesOf } = await ringing();
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    const { response } = sendReplacing(bed, [`${replacesOf('peer')}${parameter}`]);
    expect([response.status, response.body.toString()]).toEqual([200, SAMPLE_SDP]);
    expect(bed.peer.lastRequest('CANCEL').topVia.branch).toBe(invite.topVia.branch);
    const toTag = response.toTag ?? '';
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'answered', sdp: NEW_SDP },
      dialog: { callId: 'consultation', localTag: toTag, remoteTag: 'carol' },
    });
    bed.peer.respond(bed.peer.lastRequest('CANCEL'), 200);
    bed.peer.respond(invite, 487, { tag: 'peer' });
    sendRequest(bed, 'ACK', { ...CAROL, toTag });
    bed.clock.advance(40_000);
    expect([call.state, bed.peer.methods().includes('BYE')]).toEqual(['talking', false]);
    void call.hangUp();
    bed.settle();
    expect(bed.peer.lastRequest('BYE')).toMatchObject({ callId: 'consultation', toTag: 'carol' });
    bed.peer.respond(bed.peer.lastRequest('BYE'), 200);
    bed.clock.advance(64_000);
    expect([bed.clock.pending, bed.agent.counters.dialogs]).toEqual([0, 0]);
  });

  it('without an offer is answered with the answer in its ACK', async () => {
    const { bed, call, events, replacesOf } = await ringing();
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    const toTag = sendReplacing(bed, [replacesOf('peer')], { body: '' }).response.toTag ?? '';
    expect(events.some(({ type }) => type === 'answered')).toBe(false);
    sendRequest(bed, 'ACK', { ...CAROL, toTag, body: NEW_SDP });
    expect(events.filter(({ type }) => type === 'answered')).toMatchObject([
      { sdp: NEW_SDP, dialog: { remoteTag: 'carol' } },
    ]);
  });

  it('names one of several phones: all stop ringing, and one that answers all the same is hung up', async () => {
    const { bed, call, invite, replacesOf } = await ringing(['desk', 'mobile']);
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    const toTag = sendReplacing(bed, [replacesOf('desk')]).response.toTag ?? '';
    sendRequest(bed, 'ACK', { ...CAROL, toTag });
    bed.peer.respond(invite, 200, { tag: 'mobile', sdp: SAMPLE_SDP });
    bed.settle();
    expect(bed.peer.requests.filter(({ toTag: tag }) => tag === 'mobile').map(({ method }) => method)).toEqual([
      'ACK',
      'BYE',
    ]);
    expect(call.state).toBe('talking');
  });

  it('that is refused leaves it ringing', async () => {
    const { bed, call, events, invite, replacesOf } = await ringing();
    call.on((event) => event.type === 'reinvited' && event.reject(488));
    expect(sendReplacing(bed, [replacesOf('peer')]).response.status).toBe(488);
    bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(events.at(-1)).toMatchObject({ type: 'answered', dialog: { remoteTag: 'peer' } });
    expect(bed.peer.methods()).not.toContain('CANCEL');
  });

  it('of a call that we give up is 603', async () => {
    const { bed, call, replacesOf } = await ringing();
    void call.hangUp();
    expect(sendReplacing(bed, [replacesOf('peer')]).response.status).toBe(603);
  });

  it('whose CANCEL nothing answers is done with after 32 s', async () => {
    const { bed, call, replacesOf } = await ringing();
    call.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
    const toTag = sendReplacing(bed, [replacesOf('peer')]).response.toTag ?? '';
    sendRequest(bed, 'ACK', { ...CAROL, toTag });
    bed.clock.advance(60_000);
    expect(call.state).toBe('talking');
    sendRequest(bed, 'BYE', { ...CAROL, toTag, sequence: 2 });
    bed.clock.advance(64_000);
    expect([call.state, bed.clock.pending, bed.agent.counters.transactions]).toEqual(['ended', 0, 0]);
  });

  it('in whatever order things happen leaves one peer at most, and nothing when the call is over', async () => {
    const names = ['replace', 'refuse', 'busy', 'answer', 'ring', 'cancelled', 'hangUp', 'wait'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { maxLength: 7 }), async (steps) => {
        const { bed, call, events, invite, replacesOf } = await ringing();
        let sequence = 0;
        let isTaken = false;
        call.on((event) => {
          if (event.type !== 'reinvited') return;
          if (isTaken) event.answer(SAMPLE_SDP);
          else event.reject(488);
        });
        const replace = (takes: boolean) => {
          isTaken = takes;
          sequence += 1;
          const { response } = sendReplacing(bed, [replacesOf('peer')], { sequence, fromTag: `carol${sequence}` });
          if (response.status !== 200) return;
          const toTag = response.toTag ?? '';
          sendRequest(bed, 'ACK', { callId: 'consultation', fromTag: `carol${sequence}`, toTag, sequence });
        };
        const actions: Record<(typeof names)[number], () => void> = {
          replace: () => replace(true),
          refuse: () => replace(false),
          busy: () => bed.peer.respond(invite, 486, { tag: 'peer' }),
          answer: () => bed.peer.respond(invite, 200, { tag: 'peer', sdp: SAMPLE_SDP }),
          ring: () => bed.peer.respond(invite, 180, { tag: 'other' }),
          cancelled: () => bed.peer.respond(invite, 487, { tag: 'peer' }),
          hangUp: () => void call.hangUp(),
          wait: () => bed.clock.advance(33_000),
        };
        for (const name of steps) {
          actions[name]();
          bed.settle();
        }
        expect(events.filter(({ type }) => type === 'answered').length).toBeLessThanOrEqual(1);
        void call.hangUp();
        bed.clock.advance(200_000);
        expect([call.state, bed.clock.pending, bed.agent.counters]).toMatchObject([
          ...['ended', 0],
          { dialogs: 0, transactions: 0 },
        ]);
        // Every dialog that was established was ended by us.
        const accepted = bed.peer.responses.filter(({ status, cseq }) => status === 200 && cseq.method === 'INVITE');
        const left = new Set(bed.peer.requests.filter(({ method }) => method === 'BYE').map(({ toTag }) => toTag));
        for (const { fromTag } of accepted) expect(left).toContain(fromTag);
        if (events.some((event) => event.type === 'answered' && event.dialog.remoteTag === 'peer')) {
          expect(left).toContain('peer');
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('whether an INVITE with Replaces is refused (RFC 3891 section 3)', () => {
  const peer = { isOfPeer: true, earlyOnly: false };
  it.each([
    ['no dialog', null, 481, 481, 481],
    ['a call of theirs that rings', 'early_of_peer', 481, 481, 481],
    ['a call of ours that rings', 'early_of_ours', null, null, 403],
    ['an answered call', 'established', null, 486, 403],
    ['a call that is ending', 'ending', 603, 603, 403],
  ] as const)('%s', (_what, phase, plain, earlyOnly, ofOthers) => {
    expect(refuseReplacement(phase, peer)).toBe(plain);
    expect(refuseReplacement(phase, { ...peer, earlyOnly: true })).toBe(earlyOnly);
    expect(refuseReplacement(phase, { ...peer, isOfPeer: false })).toBe(ofOthers);
  });
});
