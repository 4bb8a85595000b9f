import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { fetchWav, stretchesOfSound } from '../support/sound.ts';
import {
  answer,
  hangUp,
  isCancelled,
  isReferred,
  notify,
  patientCallee,
  progress,
  receiveInvite,
  refer,
  refuse,
  reinvite,
} from './callee.ts';
import { ends, expectAllWell, firstAgent, forEach, place } from './calls.ts';
import { describeWith } from './peers.ts';
import { isHungUp, pause, receiveRequest, type Step, scenario, sdp } from './scenario.ts';

const AT_ONCE = 20;
const NUMBER = '+14155550100';
const SALES = '+14155550199';

describeWith(['sipp'], 'Parley calls sipp', () => {
  let trunkPort: number;
  let service: Service;
  let agentId: string;
  let sipp: Sipp | undefined;

  beforeAll(async () => {
    trunkPort = await lastingPort();
    service = await Service.start({
      PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
      PARLEY_CONCURRENT_CALLS: String(AT_ONCE),
    });
    agentId = await firstAgent(service);
    await service.request('PATCH', `/agents/${agentId}`, { body: { ring_timeout: 5 } });
  });

  afterEach(() => sipp?.close());
  afterAll(() => service?.remove());

  async function startSipp(steps: Step[], calls = 1): Promise<Sipp> {
    sipp = await Sipp.start({ scenario: scenario('callee', steps), port: trunkPort, calls });
    return sipp;
  }

  /** One call from its placing to its end, with sipp's part in it. */
  async function callSipp(steps: Step[], further: object = {}) {
    const callee = await startSipp(steps);
    const call = await service.callOver(await place(service, agentId, NUMBER, further));
    expectAllWell(await callee.finished(), 1);
    return { call, ladder: await callee.ladder() };
  }

  test('100 calls ring, are answered, and are hung up by the callee', async () => {
    const callee = await startSipp(patientCallee(1000), 100);
    const numbers = Array.from({ length: 100 }, (_, index) => `+${14_155_550_100 + index}`);
    const calls = await forEach(numbers, AT_ONCE, async (number) =>
      service.callOver(await place(service, agentId, number)),
    );
    expectAllWell(await callee.finished(), 100);
    expect(ends(calls)).toEqual({ 'completed user_hangup': 100 });
    expect(calls.map((call) => call.recipient_phone)).toEqual(numbers);
    expect(calls.every((call) => call.answered_at !== null && !call.simulated)).toBe(true);
    const invites = (await callee.messages()).filter(({ name }) => name === 'INVITE');
    expect(invites.map(({ text }) => /^INVITE sip:(\S+)@/.exec(text)?.[1]).sort()).toEqual(numbers);
  });

  test('busy', async () => {
    const { call } = await callSipp([receiveInvite(), progress('180 Ringing'), refuse('486 Busy Here')]);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'busy', sip_code: 486, duration: 0 });
  });

  test('declined', async () => {
    const { call } = await callSipp([receiveInvite(), progress('180 Ringing'), refuse('603 Decline')]);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'rejected', sip_code: 603 });
  });

  test('not answered: exactly one CANCEL at the end of ring_timeout', async () => {
    const { call, ladder } = await callSipp([receiveInvite(), progress('180 Ringing'), isCancelled()]);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'no_answer', duration: 0 });
    expect(call.ended_at - call.created_at).toBeGreaterThanOrEqual(5);
    expect(ladder).toEqual([
      'received INVITE',
      'sent 180 INVITE',
      'received CANCEL',
      'sent 200 CANCEL',
      'sent 487 INVITE',
      'received ACK',
    ]);
  });

  test('an answer without ringing', async () => {
    const { call } = await callSipp([receiveInvite(), answer(), receiveRequest('ACK'), pause(300), hangUp()]);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
  });

  test('early media before the answer', async () => {
    const { call } = await callSipp([
      receiveInvite(),
      progress('183 Session Progress', sdp()),
      pause(300),
      answer(),
      receiveRequest('ACK'),
      pause(300),
      hangUp(),
    ]);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
  });

  /** One call that is transferred by hand once it talks. */
  async function transferSipp(steps: Step[]) {
    const callee = await startSipp([receiveInvite(), answer(), receiveRequest('ACK'), ...steps]);
    const callId = await place(service, agentId, NUMBER);
    await service.callWhen(callId, ({ phase }) => phase === 'talking');
    const { status } = await service.request('POST', `/calls/${callId}/transfer`, {
      body: { to: SALES, method: 'refer' },
    });
    expect(status).toBe(200);
    const call = await service.callOver(callId);
    expectAllWell(await callee.finished(), 1);
    return { call, ladder: await callee.ladder() };
  }

  test('a transfer by REFER: 202, NOTIFYs, and our BYE when the target has answered', async () => {
    const notified = [notify(1, '100 Trying'), notify(2, '180 Ringing'), pause(500), notify(3, '200 OK')];
    const { call, ladder } = await transferSipp([isReferred(SALES, '202 Accepted'), ...notified, isHungUp()]);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'transferred', transferred_to: SALES });
    expect(ladder.slice(ladder.indexOf('received REFER'))).toEqual([
      ...['received REFER', 'sent 202 REFER'],
      ...[
        'sent NOTIFY',
        'received 200 NOTIFY',
        'sent NOTIFY',
        'received 200 NOTIFY',
        'sent NOTIFY',
        'received 200 NOTIFY',
      ],
      ...['received BYE', 'sent 200 BYE'],
    ]);
  });

  test('a transfer to a busy target: the call goes on, and is hung up by the person', async () => {
    const notified = [notify(1, '100 Trying'), notify(2, '486 Busy Here')];
    const { call } = await transferSipp([isReferred(SALES, '202 Accepted'), ...notified, pause(500), hangUp(3)]);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup', transferred_to: null });
    expect(call.analysis.warnings).toContain(`The transfer to ${SALES} failed: the line is busy.`);
  });

  test.each(['405 Method Not Allowed', '501 Not Implemented', '603 Decline'])(
    'a transfer that is refused with %s: the call goes on',
    async (statusLine) => {
      const { call } = await transferSipp([isReferred(SALES, statusLine), pause(500), hangUp()]);
      expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup', transferred_to: null });
      const why = `calls cannot be transferred on this line (${statusLine.slice(0, 3)}).`;
      expect(call.analysis.warnings).toContain(`The transfer to ${SALES} failed: ${why}`);
    },
  );

  test('a REFER of the other side is refused with 405', async () => {
    const { call } = await callSipp([
      ...[receiveInvite(), answer(), receiveRequest('ACK'), pause(300)],
      ...[refer(1, SALES), hangUp(2)],
    ]);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
  });

  test('hold and back by re-INVITE', async () => {
    const { call } = await callSipp([
      receiveInvite(),
      progress('180 Ringing'),
      answer(),
      receiveRequest('ACK'),
      pause(500),
      reinvite(1, sdp('sendonly', 2), 'a=recvonly'),
      pause(500),
      reinvite(2, sdp('sendrecv', 3), 'a=sendrecv'),
      pause(500),
      hangUp(3),
    ]);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
  });

  test('nothing is said into a hold: the agent stops, and goes on after it', async () => {
    const answered = [receiveInvite(), answer(), receiveRequest('ACK')];
    const talked = await callSipp([...answered, pause(4000), hangUp()]);
    const { call } = await callSipp([
      ...answered,
      pause(2500),
      reinvite(1, sdp('sendonly', 2), 'a=recvonly'),
      pause(3000),
      reinvite(2, sdp('sendrecv', 3), 'a=sendrecv'),
      pause(1500),
      hangUp(3),
    ]);
    const [turn] = call.transcript;
    const words = (text: string) => text.split(' ').length;
    const heard = words(talked.call.transcript[0].text);
    expect(Math.abs(words(turn.text) - heard)).toBeLessThanOrEqual(2);

    const sound = stretchesOfSound(await fetchWav(call.recording_stereo_url), 1);
    const [before, after] = [sound.findLast(({ endS }) => endS < 3)!, sound.find(({ startS }) => startS > 4)!];
    expect(after.startS - before.endS).toBeGreaterThan(2.7);
    expect(turn.start).toBeLessThan(before.endS);
    expect(turn.end).toBeGreaterThan(after.startS);
  });

  test('the longest duration is over: Parley hangs up', async () => {
    const { call, ladder } = await callSipp(
      [receiveInvite(), progress('180 Ringing'), answer(), receiveRequest('ACK'), isHungUp()],
      { max_duration: 2 },
    );
    expect(call).toMatchObject({ status: 'completed', end_reason: 'max_duration', ended_by: 'system' });
    expect(ladder.slice(-2)).toEqual(['received BYE', 'sent 200 BYE']);
  });

  test('a BYE that is answered late: the call was over when it left', async () => {
    const { call } = await callSipp(
      [receiveInvite(), answer(), receiveRequest('ACK'), receiveRequest('BYE'), pause(4000)],
      { max_duration: 2 },
    );
    expect(call).toMatchObject({ status: 'completed', end_reason: 'max_duration', duration: 2 });
    expect(call.ended_at - call.answered_at).toBeLessThanOrEqual(3);
  });

  test.each([
    ['no port', sdp().replace('m=audio [media_port]', 'm=audio 0')],
    ['G.729 alone', sdp().replace('RTP/AVP 0 101', 'RTP/AVP 18')],
  ])('answered with %s, and the BYE never: over when it has left', async (_name, body) => {
    const { call } = await callSipp([
      receiveInvite(),
      answer(body),
      receiveRequest('ACK'),
      receiveRequest('BYE'),
      pause(1000),
    ]);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error', sip_code: 200, answered_at: null });
    expect(call.ended_at - call.created_at).toBeLessThanOrEqual(2);
  });

  test('a trunk that says nothing: a fault of the carrier, and no status of its own', async () => {
    const { call } = await callSipp([receiveInvite(), pause(6000)]);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error', outcome: 'error', sip_code: null });
    expect(call.ended_at - call.created_at).toBeLessThanOrEqual(7);
  });
});
