import { describe, expect, it } from 'vitest';
import type { SipRequest } from '../messages/message.ts';
import { SAMPLE_SDP, ScriptedPeer } from '../testing/scripted-peer.ts';
import { eventsOf, openTestBed } from '../testing/test-bed.ts';
import type { UserAgentOptions } from '../user-agent.ts';
import { bestOf } from './end-cause.ts';

/** A call that rings at the desk and in the pocket. */
async function ringing(options: Partial<UserAgentOptions> = {}) {
  const bed = await openTestBed(options);
  const [desk, mobile] = await Promise.all(
    ['192.0.2.20', '192.0.2.21'].map((host) => ScriptedPeer.open(bed.network, { host, port: 5060 })),
  );
  const call = bed.agent.inviteAll(
    [desk!, mobile!].map(({ host, hop }) => ({
      ...{ uri: `sip:ann@${host}`, from: { uri: 'sip:+12025550150@192.0.2.1' }, destination: hop, sdp: SAMPLE_SDP },
    })),
  );
  const events = eventsOf(call);
  bed.settle();
  const respond = (phone: ScriptedPeer, status: number, request?: SipRequest) => {
    const sdp = status === 200 && !request ? { sdp: SAMPLE_SDP } : {};
    phone.respond(request ?? phone.lastRequest('INVITE'), status, { tag: phone.host, ...sdp });
    bed.settle();
  };
  for (const phone of [desk!, mobile!]) respond(phone, 180);
  /** Nothing is left of it. */
  const isOver = () => {
    bed.clock.advance(64_000);
    expect([call.state, bed.clock.pending, bed.agent.counters.dialogs]).toEqual(['ended', 0, 0]);
  };
  return { bed, call, events, desk: desk!, mobile: mobile!, respond, isOver };
}

describe('a call that rings several telephones at once', () => {
  it('is one call, of the first that answers; the other stops ringing', async () => {
    const { bed, call, events, desk, mobile, respond, isOver } = await ringing();
    expect(desk.lastRequest('INVITE').callId).toBe(mobile.lastRequest('INVITE').callId);
    expect(call.state).toBe('ringing');
    respond(mobile, 200);
    expect(events.at(-1)).toMatchObject({ type: 'answered', dialog: { remoteTag: '192.0.2.21' } });
    expect([desk.methods(), mobile.methods()]).toEqual([
      ['INVITE', 'CANCEL'],
      ['INVITE', 'ACK'],
    ]);
    respond(desk, 200, desk.lastRequest('CANCEL'));
    respond(desk, 487);
    expect([call.state, events.filter(({ type }) => type === 'ended')]).toEqual(['talking', []]);
    void call.hangUp();
    bed.settle();
    expect([desk.methods().includes('BYE'), mobile.methods().at(-1)]).toEqual([false, 'BYE']);
    respond(mobile, 200, mobile.lastRequest('BYE'));
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'bye' } });
    isOver();
  });

  it('an answer that crosses the CANCEL gets ACK and BYE', async () => {
    const { bed, call, desk, mobile, respond } = await ringing();
    for (const phone of [desk, mobile]) {
      phone.respond(phone.lastRequest('INVITE'), 200, { tag: phone.host, sdp: SAMPLE_SDP });
    }
    bed.settle();
    expect([desk.methods(), mobile.methods()]).toEqual([
      ['INVITE', 'ACK'],
      ['INVITE', 'CANCEL', 'ACK', 'BYE'],
    ]);
    respond(mobile, 200, mobile.lastRequest('BYE'));
    expect(call.state).toBe('talking');
  });

  it('that is not taken is refused as the best of them says', async () => {
    const { events, desk, mobile, respond, isOver } = await ringing();
    respond(desk, 486);
    expect(events.at(-1)).toMatchObject({ type: 'ringing' });
    respond(mobile, 404);
    expect(events.at(-1)).toMatchObject({ type: 'ended', by: 'remote', cause: { kind: 'rejected', status: 486 } });
    isOver();
  });

  it('that is declined by the person stops everywhere', async () => {
    const { events, desk, mobile, respond, isOver } = await ringing();
    respond(desk, 603);
    respond(mobile, 200, mobile.lastRequest('CANCEL'));
    respond(mobile, 487);
    expect(events.at(-1)).toMatchObject({ type: 'ended', by: 'remote', cause: { kind: 'rejected', status: 603 } });
    isOver();
  });

  it('that we give up is cancelled everywhere, whichever was busy', async () => {
    const { bed, call, events, desk, mobile, respond, isOver } = await ringing();
    respond(desk, 486);
    const hungUp = call.hangUp();
    bed.settle();
    respond(mobile, 487);
    await hungUp;
    expect(events.at(-1)).toEqual({ type: 'ended', by: 'local', cause: { kind: 'cancelled', status: 487 } });
    isOver();
  });

  it('waits for no telephone that is gone once another has answered', async () => {
    const { bed, call, desk, respond } = await ringing();
    respond(desk, 200);
    let isHungUp = false;
    void call.hangUp().then(() => {
      isHungUp = true;
    });
    bed.settle();
    respond(desk, 200, desk.lastRequest('BYE'));
    await Promise.resolve();
    await Promise.resolve();
    expect([isHungUp, call.state]).toEqual([true, 'ended']);
  });
});

it.each([
  ['a decline before all', [486, 603, 480], 603],
  ['busy before what is not there', [404, 486, 480], 486],
  ['4xx before 5xx', [503, 480], 480],
  ['whatever it is before silence', [480, null], 480],
  ['silence before what is broken', [503, null], null],
] as const)('of telephones that all have refused %s', (_what, statuses, best) => {
  const ends = statuses.map((status) => ({
    by: 'remote' as const,
    cause: status === null ? ({ kind: 'timeout' } as const) : ({ kind: 'rejected', status, reason: '' } as const),
  }));
  const { cause } = bestOf(ends);
  expect(cause.kind === 'rejected' ? cause.status : null).toBe(best);
});
