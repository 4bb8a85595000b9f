import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { answer, receiveInvite, refuse } from './callee.ts';
import { hangUp, invite, isAnswered } from './caller.ts';
import { expectAllWell, firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';
import { grants, isHungUp, label, pause, receiveRequest, type Step, scenario, sdp } from './scenario.ts';

/** Captures that Debian's sip-tester brings: G.711 A-law of 8 s, and keys by RFC 2833 in packets of another SSRC. */
const CAPTURES = '/usr/share/sip-tester';
const THEIRS = '+493055500001';
const OURS = '+493055500010';
const LOGIN = { username: 'parley', password: 'open sesame' };
const CHALLENGE = 'Digest realm="sipp.example", nonce="47364c23432d2e131a5fb210812c", algorithm=MD5, qop="auth"';

describeWith(['sipp'], 'a trunk with sipp at its other end', () => {
  let service: Service;
  let agentId: string;
  let port: number;
  let sipp: Sipp | undefined;

  beforeAll(async () => {
    service = await Service.start();
    agentId = await firstAgent(service);
    port = await lastingPort();
    const settings = { name: 'sipp', host: '127.0.0.1', port, authentication: 'digest', codecs: ['pcma'], ...LOGIN };
    // What a new trunk is asked first is not to meet a scenario of calls, and no more is asked for a minute then.
    const asked = await Sipp.start({ port, calls: 1, scenario: scenario('asked', [grants('OPTIONS')]) });
    const trunk = await service.request('POST', '/trunks', { body: settings });
    const number = await service.request('POST', '/numbers', {
      body: { phone_number: OURS, trunk_id: trunk.body.trunk_id, agent_id: agentId },
    });
    expect([trunk.status, number.status]).toEqual([201, 201]);
    expectAllWell(await asked.finished(), 1);
  });
  afterEach(() => sipp?.close());
  afterAll(() => service?.remove());

  const play = (capture: string): Step =>
    `<nop><action><exec play_pcap_audio="${CAPTURES}/${capture}.pcap"/></action></nop>`;
  const pcma = () => sdp().replace('RTP/AVP 0', 'RTP/AVP 8').replace('0 PCMU', '8 PCMA');

  /** The INVITE that comes again after the challenge; whose answer to it is wrong gets 403. */
  const isAuthorized = (): Step[] => [
    receiveInvite().replace(
      '<action>',
      `<action><verifyauth assign_to="isRight" username="${LOGIN.username}" password="${LOGIN.password}"/>`,
    ),
    '<nop hide="true" test="isRight" next="authorized"/>',
    refuse('403 Forbidden'),
    label('authorized'),
  ];

  test('it asks for Digest, and gets it for INVITE and BYE', async () => {
    sipp = await Sipp.start({
      ...{ port, calls: 1 },
      scenario: scenario('callee', [
        receiveInvite(),
        refuse('401 Unauthorized', [`WWW-Authenticate: ${CHALLENGE}`]),
        ...isAuthorized(),
        answer(pcma()),
        receiveRequest('ACK'),
        isHungUp(),
      ]),
    });
    const callId = await place(service, agentId, THEIRS, { from_number: OURS, max_duration: 2 });
    const call = await service.callOver(callId);
    expectAllWell(await sipp.finished(), 1);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'max_duration' });
    const requests = (await sipp.messages()).filter(({ name }) => name === 'INVITE' || name === 'BYE');
    expect(requests.map(({ text }) => /^Authorization: Digest .*nc=(\d+)/m.exec(text)?.[1])).toEqual([
      undefined,
      '00000001',
      '00000002',
    ]);
  });

  test('what it plays from captures is recorded, and its keys reach the agent', async () => {
    sipp = await Sipp.start({
      ...{ port, calls: 1, peer: { port: service.address.sipPort, number: OURS, atOnce: 1, perSecond: 1 } },
      scenario: scenario('caller', [
        invite({ body: pcma() }),
        isAnswered(undefined, 8),
        play('g711a'),
        pause(3000),
        play('dtmf_2833_1'),
        pause(1000),
        play('dtmf_2833_pound'),
        pause(2000),
        hangUp(),
      ]),
    });
    expectAllWell(await sipp.finished(), 1);
    const { data } = (await service.request('GET', '/calls?limit=1')).body;
    const call = await service.callOver(data[0].call_id);
    expect(call).toMatchObject({ direction: 'inbound', end_reason: 'user_hangup' });
    expect(soundBetween(stretchesOfSound(await fetchWav(call.recording_stereo_url), 0), 0, 8)).toBeGreaterThan(1);
    const said = call.transcript.filter(({ role }: { role: string }) => role === 'user');
    expect(said.map(({ text }: { text: string }) => text).join(' ')).toMatch(/1#|1 #|1\b.*#/);
  });
});
