import { CallDiagnosis } from '@parley/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { growingPauses } from '../support/growing-pauses.ts';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { patientCallee, receiveInvite, refuse } from './callee.ts';
import { expectAllWell, firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';
import { receiveRequest, type Step, scenario, send } from './scenario.ts';

const NUMBER = '+14155550100';

describeWith(['sipp'], 'The doctor', () => {
  let trunkPort: number;
  let service: Service;
  let agentId: string;
  let sipp: Sipp | undefined;

  beforeAll(async () => {
    trunkPort = await lastingPort();
    service = await Service.start({ PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}` });
    agentId = await firstAgent(service);
  });
  afterEach(() => sipp?.close());
  afterAll(() => service?.remove());

  async function diagnosisOf(callId: string): Promise<CallDiagnosis> {
    const { status, body } = await service.request('GET', `/calls/${callId}/diagnosis`);
    expect(status).toBe(200);
    expect(CallDiagnosis.parse(body)).toEqual(body);
    return body;
  }

  /** One call through the trunk, and what is said of it once its last message is stored. */
  async function examined(steps: Step[], messages: number) {
    sipp = await Sipp.start({ scenario: scenario('callee', steps), port: trunkPort, calls: 1 });
    const call = await service.callOver(await place(service, agentId, NUMBER));
    expectAllWell(await sipp.finished(), 1);
    return whole(call.call_id, messages);
  }

  async function whole(callId: string, messages: number): Promise<CallDiagnosis> {
    for (const pause of growingPauses()) {
      const diagnosis = await diagnosisOf(callId);
      if (diagnosis.ladder.length >= messages) return diagnosis;
      await pause();
    }
    throw new Error('the pauses never end');
  }

  const shown = ({ ladder }: CallDiagnosis) =>
    ladder.map(
      ({ direction, start_line: line }) =>
        `${direction} ${line.replace(/^(\w+) sip:.*/, '$1').replace('SIP/2.0 ', '')}`,
    );

  test('a callee that answers and sends no audio', async () => {
    const diagnosis = await examined(patientCallee(3000), 6);
    expect(diagnosis).toMatchObject({
      health: 'bad',
      verdict: expect.stringContaining('(one-way audio). A firewall blocks it'),
      findings: [{ code: 'no_sound_received', severity: 'error' }],
    });
    expect(diagnosis.findings[0]!.evidence).toMatch(
      /^We sent 1\d\d packets to 127\.0\.0\.1:\d+ and received none in 3\./,
    );
    expect(shown(diagnosis)).toEqual([
      ...['sent INVITE', 'received 180 Ringing', 'received 200 OK', 'sent ACK', 'received BYE', 'sent 200 OK'],
    ]);
    expect(diagnosis.ladder[0]!.peer).toBe(`127.0.0.1:${trunkPort}`);
    expect(diagnosis.media[0]!.rtp).toMatchObject({ source_address: null, bytes_received: 0 });
  });

  test('a trunk that refuses the caller id', async () => {
    const diagnosis = await examined([receiveInvite(), refuse('403 Forbidden')], 3);
    expect(diagnosis).toMatchObject({ health: 'bad', media: [], findings: [{ code: 'caller_refused' }] });
    expect(diagnosis.findings[0]!.evidence).toContain(`127.0.0.1:${trunkPort} responded 403 Forbidden`);
    expect(shown(diagnosis)).toEqual(['sent INVITE', 'received 403 Forbidden', 'sent ACK']);
  });

  test('a trunk that does not accept our password, which is on no ladder', async () => {
    const challenge = [
      send(
        [
          'SIP/2.0 407 Proxy Authentication Required',
          ...['[last_Via:]', '[last_From:]', '[last_To:];tag=carrier[call_number]', '[last_Call-ID:]', '[last_CSeq:]'],
          'Proxy-Authenticate: Digest realm="carrier.example", nonce="abc", algorithm=MD5, qop="auth"',
        ],
        { repeated: true },
      ),
      receiveRequest('ACK'),
    ];
    const port = await lastingPort();
    const settings = { authentication: 'digest', username: 'parley', password: 'not the right one' };
    const trunk = await service.request('POST', '/trunks', {
      body: { name: 'Wrong password', host: '127.0.0.1', port, ...settings },
    });
    expect(trunk.status).toBe(201);
    const steps = [receiveInvite(), ...challenge, receiveRequest('INVITE'), ...challenge];
    sipp = await Sipp.start({ scenario: scenario('callee', steps), port, calls: 10 });
    // Trunks are asked with OPTIONS whether they are there, which sipp takes for calls that went wrong.
    const call = await service.callOver(await place(service, agentId, NUMBER));
    const diagnosis = await whole(call.call_id, 6);
    expect(diagnosis).toMatchObject({ health: 'bad', findings: [{ code: 'credentials_wrong' }] });
    expect(diagnosis.findings[0]!.evidence).toContain(
      'the user "parley" and 2 challenges for the realm "carrier.example"',
    );
    expect(diagnosis.ladder[3]!.message).toMatch(/^Proxy-Authorization: .*response="x{32}"/m);
  });
});
