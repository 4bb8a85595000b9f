import { expect, it } from 'vitest';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { eventsOf, openTestBed } from '../testing/test-bed.ts';

const FALLBACK_SDP = SAMPLE_SDP.replace('o=- 7 1', 'o=- 8 1');

async function refused(status: number) {
  const bed = await openTestBed();
  const { host, hop } = bed.peer;
  const call = bed.agent.invite({
    ...{ uri: `sip:ann@${host}`, from: { uri: 'sip:+12025550150@192.0.2.1' }, destination: hop },
    ...{ sdp: SAMPLE_SDP, fallbackSdp: FALLBACK_SDP },
  });
  const events = eventsOf(call);
  bed.settle();
  bed.peer.respond(bed.peer.lastRequest('INVITE'), status, { tag: 'first' });
  bed.settle();
  const invites = bed.peer.requests.filter(({ method }) => method === 'INVITE');
  const offers = invites.map(({ body }) => body.toString());
  return { bed, events, invites, offers };
}

it.each([415, 488, 606])(
  'an offer that is refused with %i is followed by the other one, in the same call',
  async (status) => {
    const { bed, events, invites, offers } = await refused(status);
    expect(offers).toEqual([SAMPLE_SDP, FALLBACK_SDP]);
    const [first, second] = invites;
    expect(second).toMatchObject({ callId: first!.callId, fromTag: first!.fromTag, toTag: null, cseq: { number: 2 } });
    expect(second!.topVia.branch).not.toBe(first!.topVia.branch);
    bed.peer.respond(second!, 200, { tag: 'peer', sdp: SAMPLE_SDP });
    bed.settle();
    expect(events).toMatchObject([{ type: 'answered', offer: FALLBACK_SDP, dialog: { remoteTag: 'peer' } }]);
    expect(bed.peer.lastRequest('ACK').cseq.number).toBe(2);
  },
);

it('the refusal of the other offer is the end', async () => {
  const { bed, events, invites } = await refused(488);
  bed.peer.respond(invites[1]!, 488, { tag: 'second' });
  bed.settle();
  expect(events).toMatchObject([{ type: 'ended', by: 'remote', cause: { kind: 'rejected', status: 488 } }]);
  expect(bed.peer.methods()).toEqual(['INVITE', 'ACK', 'INVITE', 'ACK']);
});

it.each([486, 404, 500])('%i is the last word', async (status) => {
  const { events, offers } = await refused(status);
  expect(offers).toEqual([SAMPLE_SDP]);
  expect(events).toMatchObject([{ type: 'ended', cause: { kind: 'rejected', status } }]);
});
