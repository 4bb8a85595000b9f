import { type Call, type CallEvent, type IncomingCall, UserAgent, type UserAgentOptions } from '@parley/sip';
import { afterEach, expect, test } from 'vitest';
import { lastingPort } from '../support/ports.ts';
import { Sipp } from '../support/sipp.ts';
import {
  answer,
  answerAgreed,
  isCancelled,
  isRefreshed,
  progress,
  receiveInvite,
  refuse,
  reliableProgress,
  update,
} from './callee.ts';
import { invite, isAnsweredAfterwards, isAsked, isRefused, isToldReliably } from './caller.ts';
import { expectAllWell } from './calls.ts';
import { describeWith } from './peers.ts';
import { isHungUp, receiveRequest, type Step, scenario, sdp } from './scenario.ts';

const OUR_SDP = [
  ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'],
  ...['m=audio 40000 RTP/AVP 0', ''],
].join('\r\n');

/** Resolves with the next event of this type; what happened before counts. */
function eventOf<Type extends CallEvent['type']>(call: Call, type: Type): Promise<Extract<CallEvent, { type: Type }>> {
  return new Promise((resolve) => {
    call.on((event) => event.type === type && resolve(event as Extract<CallEvent, { type: Type }>));
  });
}

describeWith(['sipp'], 'a user agent and sipp, with the extensions of RFC 3261', () => {
  let agent: UserAgent | undefined;
  let sipp: Sipp | undefined;

  afterEach(async () => {
    await sipp?.close();
    await agent?.close();
  });

  async function startAgent(options: Partial<UserAgentOptions> = {}): Promise<UserAgent> {
    agent = await UserAgent.start({
      ...{ host: '127.0.0.1', port: 0, userAgentName: 'Parley', onInvite: (call) => call.reject(480) },
      ...options,
    });
    return agent;
  }

  /** A call to sipp. */
  async function callSipp(steps: Step[], options: Partial<UserAgentOptions> = {}): Promise<Call> {
    const port = await lastingPort();
    sipp = await Sipp.start({ scenario: scenario('callee', steps), port, calls: 1 });
    const { advertisedHost } = await startAgent(options);
    return agent!.invite({
      uri: `sip:+14155550100@127.0.0.1:${port}`,
      from: { uri: `sip:+12025550150@${advertisedHost}` },
      destination: { protocol: 'udp', host: '127.0.0.1', port },
      sdp: OUR_SDP,
    });
  }

  /** A call of sipp, which this answers. */
  async function isCalled(
    steps: Step[],
    options: Partial<UserAgentOptions>,
    onCall: (call: IncomingCall) => void,
  ): Promise<void> {
    const { port } = await startAgent({ ...options, onInvite: onCall });
    const peer = { port, number: '+12025550150', atOnce: 1, perSecond: 1 };
    sipp = await Sipp.start({ scenario: scenario('caller', steps), port: await lastingPort(), calls: 1, peer });
    expectAllWell(await sipp.finished(), 1);
  }

  test('a callee’s reliable 183 has the answer, and UPDATE changes it while it rings (RFC 3262, 3311)', async () => {
    const call = await callSipp([
      receiveInvite(),
      reliableProgress('183 Session Progress', 4711, sdp()),
      update(1, sdp('sendonly', 2)),
      reliableProgress('180 Ringing', 4712),
      answerAgreed(),
      receiveRequest('ACK'),
      isHungUp(),
    ]);
    call.on((event) => event.type === 'reinvited' && event.answer(OUR_SDP));
    expect((await eventOf(call, 'answered')).sdp).toContain('a=sendonly');
    await call.hangUp();
    expectAllWell(await sipp!.finished(), 1);
  });

  test('a caller that insists gets a reliable 183 with the answer, and a 200 without one after its PRACK', async () => {
    const steps = [
      invite({ headers: ['Require: 100rel'] }),
      isToldReliably(),
      isAnsweredAfterwards(),
      isAsked('UPDATE', 3),
      isAsked('UPDATE', 4, { body: sdp('sendonly', 2) }),
      isAsked('PRACK', 5, { status: 481 }),
      isAsked('BYE', 6),
    ];
    await isCalled(steps, {}, (call) => {
      call.on((event) => event.type === 'reinvited' && event.answer(OUR_SDP));
      call.earlyMedia(OUR_SDP);
      call.answer(OUR_SDP);
    });
    const messages = await sipp!.messages();
    expect(messages.find(({ name }) => name === '200 INVITE')?.text).not.toContain('m=audio');
  });

  /** Sessions of two seconds. */
  const HURRIED = { sessionTimers: { intervalS: 2, minimumS: 1 } };

  test.each([
    ['UPDATE', undefined, ['Allow: INVITE, ACK, BYE, UPDATE']],
    ['INVITE', sdp(), []],
  ] as const)(
    'a session of ours is refreshed by %s after half its time, twice (RFC 4028)',
    async (method, body, allow) => {
      const granted = 'Session-Expires: 2;refresher=uac';
      const call = await callSipp(
        [
          receiveInvite(),
          refuse('422 Session Interval Too Small', ['Min-SE: 2']),
          receiveInvite(),
          answer(sdp(), [granted, 'Require: timer', ...allow]),
          receiveRequest('ACK'),
          isRefreshed(method, '2;refresher=uac', '2;refresher=uac', body),
          isRefreshed('UPDATE', '2;refresher=uac', '2;refresher=uas'),
          isHungUp(),
        ],
        { sessionTimers: { intervalS: 1, minimumS: 1 } },
      );
      expect((await eventOf(call, 'ended')).cause).toEqual({ kind: 'expired' }); // sipp refreshes nothing
      await call.hangUp();
      expectAllWell(await sipp!.finished(), 1);
    },
  );

  test('a session that the caller does not refresh is hung up, and one that is too short is 422', async () => {
    const headers = ['Supported: timer', 'Session-Expires: 2;refresher=uac', 'Min-SE: 2'];
    const ends: Promise<unknown>[] = [];
    await isCalled([invite({ headers }), isAnsweredAfterwards('2;refresher=uac'), isHungUp()], HURRIED, (call) => {
      ends.push(eventOf(call, 'ended').then(({ cause }) => cause));
      call.answer(OUR_SDP);
    });
    expect(await Promise.all(ends)).toEqual([{ kind: 'expired' }]);
    await sipp?.close();
    await agent?.close();
    await isCalled([invite({ headers: headers.slice(0, 2) }), isRefused(422)], {}, (call) => call.reject(500));
  });

  test('a call is taken over by another phone of the peer, and the one before is hung up (RFC 3891)', async () => {
    const call = await callSipp([receiveInvite(), answer(), receiveRequest('ACK'), isHungUp()]);
    call.on((event) => event.type === 'reinvited' && event.answer(OUR_SDP));
    const { callId, localTag, remoteTag } = (await eventOf(call, 'answered')).dialog;
    const replaces = `Replaces: ${callId};to-tag=${localTag};from-tag=${remoteTag}`;
    const steps = [invite({ headers: ['Require: replaces', replaces] }), isAnsweredAfterwards(), isHungUp()];
    const peer = { port: agent!.port, number: '+12025550150', atOnce: 1, perSecond: 1 };
    const other = await Sipp.start({ scenario: scenario('caller', steps), port: await lastingPort(), calls: 1, peer });
    expectAllWell(await sipp!.finished(), 1);
    expect(call.state).toBe('talking');
    await call.hangUp();
    expectAllWell(await other.finished(), 1);
    await other.close();
  });

  test('a call that is picked up while it rings goes on with another phone, and the first one stops', async () => {
    let replaces = '';
    const call = await callSipp([receiveInvite(), progress('180 Ringing'), isCancelled()], {
      onMessage: (_direction, { callId, fromTag, toTag }) => {
        if (replaces === '' && toTag) replaces = `Replaces: ${callId};to-tag=${fromTag};from-tag=${toTag};early-only`;
      },
    });
    call.on((event) => event.type === 'reinvited' && event.answer(OUR_SDP));
    await eventOf(call, 'ringing');
    const steps = [invite({ headers: ['Require: replaces', replaces] }), isAnsweredAfterwards(), isHungUp()];
    const peer = { port: agent!.port, number: '+12025550150', atOnce: 1, perSecond: 1 };
    const other = await Sipp.start({ scenario: scenario('caller', steps), port: await lastingPort(), calls: 1, peer });
    await eventOf(call, 'answered');
    expectAllWell(await sipp!.finished(), 1);
    expect(call.state).toBe('talking');
    await call.hangUp();
    expectAllWell(await other.finished(), 1);
    await other.close();
  });
});
