import { afterEach, describe, expect, it } from 'vitest';
import { parseUri } from '../messages/uri.ts';
import { SAMPLE_SDP } from '../testing/scripted-peer.ts';
import { openTestBed, placeAnsweredCall, placeCall } from '../testing/test-bed.ts';
import { UserAgent } from '../user-agent.ts';
import type { CallEvent, IncomingCall, OutgoingCall, ReferredEvent } from './call.ts';

const running: UserAgent[] = [];

afterEach(() => Promise.all(running.splice(0).map((agent) => agent.close())));

async function open(name: string, onInvite: (call: IncomingCall) => void = () => {}): Promise<UserAgent> {
  const agent = await UserAgent.start({ host: '127.0.0.1', port: 0, userAgentName: name, onInvite });
  running.push(agent);
  return agent;
}

const hopTo = ({ port }: UserAgent) => ({ protocol: 'udp', host: '127.0.0.1', port }) as const;

function callTo(from: UserAgent, to: UserAgent, uri: string, headers: Readonly<Record<string, string>> = {}) {
  return from.invite({
    ...{ uri, headers, sdp: SAMPLE_SDP, destination: hopTo(to) },
    from: { uri: 'sip:+12025550150@127.0.0.1' },
  });
}

/** Every event of the call up to the first of this type. */
function heard<T extends CallEvent['type']>(call: OutgoingCall | IncomingCall, type: T) {
  return new Promise<Extract<CallEvent, { type: T }>>((resolve) => {
    call.on((event) => event.type === type && resolve(event as Extract<CallEvent, { type: T }>));
  });
}

/** What a telephone does that is referred to a target with Replaces: RFC 5589 section 7.3. */
function follow(telephone: UserAgent, target: UserAgent, { target: uri, accept }: ReferredEvent): OutgoingCall {
  const [address = '', header = ''] = uri.split('?');
  const [name = '', value = ''] = header.split('=');
  const notify = accept();
  const call = callTo(telephone, target, address, { [name]: decodeURIComponent(value) });
  call.on((event) => {
    if (event.type === 'answered') notify(200);
    if (event.type === 'ended' && event.cause.kind === 'rejected') notify(event.cause.status);
  });
  return call;
}

describe('an attended transfer by us', () => {
  it.each(['in', 'out'] as const)(
    'has a caller who came %s take our place in the call with the target, who leaves ours',
    async (direction) => {
      const atTarget = Promise.withResolvers<IncomingCall>();
      const atOurs = Promise.withResolvers<IncomingCall>();
      const atCaller = Promise.withResolvers<IncomingCall>();
      const [ours, caller, target] = [
        await open('ours', atOurs.resolve),
        await open('caller', atCaller.resolve),
        await open('target', atTarget.resolve),
      ];
      const [from, to] = direction === 'in' ? [caller, ours] : [ours, caller];
      const placed = callTo(from, to, `sip:+12025550101@127.0.0.1:${to.port}`);
      const taken = await (direction === 'in' ? atOurs : atCaller).promise;
      const established = Promise.all([heard(placed, 'answered'), heard(taken, 'answered')]);
      taken.answer(SAMPLE_SDP);
      await established;
      const [withCaller, callersOwn] = direction === 'in' ? [taken, placed] : [placed, taken];

      const withTarget = callTo(ours, target, `sip:+12025550107@127.0.0.1:${target.port}`);
      const targetsOwn = await atTarget.promise;
      const briefed = Promise.all([heard(withTarget, 'answered'), heard(targetsOwn, 'answered')]);
      targetsOwn.answer(SAMPLE_SDP);
      await briefed;
      // The target takes the other side of the call as a change of its session.
      targetsOwn.on((event) => event.type === 'reinvited' && event.answer(SAMPLE_SDP));
      const joined = new Promise((resolve) => {
        callersOwn.on(
          (event) => event.type === 'referred' && resolve(heard(follow(caller, target, event), 'answered')),
        );
      });
      const left = heard(withTarget, 'ended');
      expect(await withCaller.transfer(withTarget.replacingUri!)).toEqual({ kind: 'transferred' });
      await joined;
      expect(await left).toMatchObject({ by: 'remote', cause: { kind: 'bye' } });
      expect([withCaller.state, withTarget.replacingUri]).toEqual(['talking', null]);
      await withCaller.hangUp();
      expect(targetsOwn.state).toBe('talking');
    },
  );

  it('names the target as it is reached, and its dialog as it sees it (RFC 3891 section 4)', async () => {
    const bed = await openTestBed();
    const { call } = placeCall(bed);
    bed.settle();
    const invite = bed.peer.lastRequest('INVITE');
    bed.peer.respond(invite, 200, { sdp: SAMPLE_SDP, tag: 'peer', headers: ['Supported: timer, replaces'] });
    bed.settle();
    const uri = call.replacingUri!;
    const [address, header] = uri.split('?');
    expect(address).toBe('sip:peer@192.0.2.9:5060');
    expect(header).toMatch(/^Replaces=[^;@=,]+$/);
    expect(decodeURIComponent(header!)).toBe(`Replaces=${call.callId};to-tag=peer;from-tag=${invite.fromTag}`);
    expect(parseUri(uri)).toMatchObject({ host: '192.0.2.9', hasHeaders: true });
  });

  it('is none where the target does not say that it supports Replaces, or has not answered', async () => {
    const bed = await openTestBed();
    expect(placeCall(bed).call.replacingUri).toBeNull();
    expect(placeAnsweredCall(bed).call.replacingUri).toBeNull();
  });
});
