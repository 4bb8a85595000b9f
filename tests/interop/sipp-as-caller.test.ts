import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../support/growing-pauses.ts';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { callerNumber, callerWhoMayHearBusy, cancel, invite, isRefused, patientCaller, request } from './caller.ts';
import { ends, expectAllWell } from './calls.ts';
import { describeWith } from './peers.ts';
import { receiveResponse, type Step, scenario, sdp } from './scenario.ts';

const LINES = 20;
const OUR_NUMBER = '+12025550150';

describeWith(['sipp'], 'sipp calls Parley', () => {
  let trunkPort: number;
  let service: Service;
  let sipp: Sipp | undefined;

  beforeAll(async () => {
    trunkPort = await lastingPort();
    service = await Service.start({
      PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
      PARLEY_CONCURRENT_CALLS: String(LINES),
    });
  });

  afterEach(() => sipp?.close());
  afterAll(() => service?.remove());

  interface Calling {
    calls?: number;
    atOnce?: number;
    perSecond?: number;
    number?: string;
    /** From where; the trunk's address is the one that Parley knows. */
    port?: number;
    echo?: boolean;
  }

  async function callParley(steps: Step[], calling: Calling = {}): Promise<void> {
    const { calls = 1, atOnce = calls, perSecond = 12, number = OUR_NUMBER, port = trunkPort, echo = false } = calling;
    sipp = await Sipp.start({
      scenario: scenario('caller', steps),
      port,
      calls,
      echo,
      peer: { port: service.address.sipPort, number, atOnce, perSecond },
    });
    expectAllWell(await sipp.finished(), calls);
  }

  async function callsSoFar(): Promise<any[]> {
    const { body } = await service.request('GET', '/calls?limit=100');
    return body.data;
  }

  /** The calls that came in meanwhile, when there are so many, and all of them are over. */
  async function callsOf(count: number, action: () => Promise<unknown>): Promise<any[]> {
    const before = new Set((await callsSoFar()).map((call) => call.call_id));
    await action();
    return until(
      async () => (await callsSoFar()).filter((call) => !before.has(call.call_id)),
      (added) => added.length >= count && added.every((call) => call.phase === 'ended'),
    );
  }

  test('100 calls are answered, and are hung up by the caller', async () => {
    const calls = await callsOf(100, () => callParley(patientCaller(1000), { calls: 100, atOnce: 15 }));
    expect(ends(calls)).toEqual({ 'completed user_hangup': 100 });
    expect(calls.every((call) => call.direction === 'inbound' && call.recipient_phone === OUR_NUMBER)).toBe(true);
    const callers = Array.from({ length: 100 }, (_, index) => callerNumber(index + 1));
    expect(calls.map((call) => call.from_number).sort()).toEqual(callers.sort());
  });

  test('a peer that keeps as many calls up as there are lines never hears busy', async () => {
    const calling = { calls: 100, atOnce: LINES, perSecond: 200 };
    const calls = await callsOf(100, () => callParley(patientCaller(500), calling));
    expect(ends(calls)).toEqual({ 'completed user_hangup': 100 });
  });

  test('the agent is heard, and hears: sipp sends its audio back', async () => {
    const [call] = await callsOf(1, () => callParley(patientCaller(3000), { echo: true }));
    const recording = await fetchWav(call.recording_stereo_url);
    for (const channel of [0, 1]) {
      expect(soundBetween(stretchesOfSound(recording, channel), 0, 3)).toBeGreaterThan(0.3);
    }
  });

  test('more calls than lines: the last one hears busy, and is not stored', async () => {
    const calling = { calls: LINES + 1, perSecond: 20 };
    const calls = await callsOf(LINES, () => callParley(callerWhoMayHearBusy(4000), calling));
    expect(ends(calls)).toEqual({ 'completed user_hangup': LINES });
    const refusals = (await sipp!.messages()).filter(({ name }) => name === '486 INVITE');
    expect(refusals).toHaveLength(1);
  });

  test('the caller cancels before the answer', async () => {
    const calls = await callsOf(1, () => callParley([invite(), cancel()]));
    expect(ends(calls)).toEqual({ 'failed user_hangup': 1 });
  });

  test('a caller from another port than the trunk is refused', async () => {
    const port = await lastingPort();
    const calls = await callsOf(0, () => callParley([invite(), isRefused(403)], { port }));
    expect(calls).toEqual([]);
  });

  test.each([
    ['id', null],
    ['none', '+14155550199'],
  ])('the identity of the caller, with Privacy: %s', async (privacy, from) => {
    const headers = [`Privacy: ${privacy}`, 'P-Asserted-Identity: <sip:+14155550199@[local_ip]>'];
    const [call] = await callsOf(1, () => callParley(patientCaller(200, headers)));
    expect(call.from_number).toBe(from);
    const { body } = await service.request('GET', `/calls/${call.call_id}`);
    expect(body.caller_identity).toMatchObject({ asserted: from, privacy: [privacy] });
  });

  test('the identity of the caller and the diversions, as the trunk reports them', async () => {
    const headers = [
      'P-Asserted-Identity: "Ann" <sip:+14155550199@[local_ip];user=phone>',
      'Diversion: <sip:+14155550111@[local_ip]>;reason=no-answer, <tel:+14155550112>;privacy=full',
      'History-Info: <sip:+14155550111@[local_ip]>;index=1, <sip:bob@example.com?Reason=SIP%3Bcause%3D302>;index=1.1',
    ];
    const [{ call_id }] = await callsOf(1, () => callParley(patientCaller(200, headers)));
    const { body } = await service.request('GET', `/calls/${call_id}`);
    expect(body.caller_identity).toEqual({
      ...{ asserted: '+14155550199', name: 'Ann', privacy: [] },
      diverted_from: [
        { number: '+14155550111', reason: 'no-answer', times: 1 },
        { number: null, reason: null, times: 1 },
      ],
      history: [
        { index: '1', number: '+14155550111', cause: null },
        { index: '1.1', number: 'sip:bob@example.com', cause: 302 },
      ],
      stir: null,
    });
  });

  test.each(['IN IP6 ::1', 'IN IP4 localhost'])('audio from %s is not acceptable here', async (address) => {
    const body = sdp().replace('c=IN IP4 [media_ip]', `c=${address}`);
    await callParley([invite({ body }), isRefused(488)]);
  });

  test('a number that does not exist', async () => {
    await callParley([invite(), isRefused(404)], { number: '+12025550177' });
  });

  test('OPTIONS is answered to the trunk, and to no other source', async () => {
    await callParley([request('OPTIONS'), receiveResponse(200)]);
    await callParley([request('OPTIONS'), receiveResponse(403)], { port: await lastingPort() });
  });

  test('BYE of a dialog that there is not', async () => {
    await callParley([request('BYE', { toTag: 'unknown' }), receiveResponse(481)]);
  });
});
