import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { expectAllWell } from './calls.ts';
import { describeWith } from './peers.ts';
import { receiveResponse, type Step, scenario, send } from './scenario.ts';

describeWith(['sipp'], 'sipp as the softphone of a person', () => {
  let service: Service;
  let sipp: Sipp | undefined;

  beforeAll(async () => {
    service = await Service.start();
  });
  afterEach(() => sipp?.close());
  afterAll(() => service?.remove());

  const register = (username: string, sequence: number, uri: string, headers: string[] = []): Step =>
    send([
      `REGISTER ${uri} SIP/2.0`,
      'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
      `From: <sip:${username}@[remote_ip]>;tag=[call_number]`,
      `To: <sip:${username}@[remote_ip]>`,
      'Call-ID: [call_id]',
      `CSeq: ${sequence} REGISTER`,
      `Contact: <sip:${username}@[local_ip]:[local_port]>`,
      ...headers,
    ]);
  const CHALLENGE = '<recv response="401" auth="true"/>';

  test.each([
    ['that counts each use of its nonce is asked for its password once', 'sip:[remote_ip]:[remote_port]', 200],
    // It always signs the address that it sends to.
    ['whose credentials are for another URI is refused', 'sip:other.example', 400],
  ] as const)('one %s', async (_, uri, status) => {
    const { body } = await service.request('POST', '/softphones', { body: { name: `sipp-${status}` } });
    const { username, password } = body;
    const credentials = [`[authentication username=${username} password=${password}]`];
    const steps = [register(username, 1, uri), CHALLENGE];
    for (const sequence of [2, 3]) steps.push(register(username, sequence, uri, credentials), receiveResponse(status));
    sipp = await Sipp.start({
      ...{ scenario: scenario('registers', steps), port: await lastingPort(), calls: 1 },
      peer: { port: service.address.sipPort, number: username, atOnce: 1, perSecond: 1 },
    });
    expectAllWell(await sipp.finished(), 1);
    const sent = (await sipp.messages()).filter(({ direction }) => direction === 'sent');
    const nonces = sent.flatMap(({ text }) => /\bnonce="([^"]+)"/.exec(text)?.[1] ?? []);
    expect([nonces.length, new Set(nonces).size]).toEqual([2, 1]);
    const { data } = (await service.request('GET', '/softphones')).body;
    const { contacts } = data.find(({ name }: { name: string }) => name === `sipp-${status}`);
    expect(contacts).toHaveLength(status === 200 ? 1 : 0);
  });
});
