import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isSignedBy, parseMessage, shakenPassportOf, signIdentity } from '@parley/sip';
import { TestAuthority, telephoneNumberList } from '@parley/sip/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../support/growing-pauses.ts';
import { lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { patientCallee } from './callee.ts';
import { callerNumber, patientCaller } from './caller.ts';
import { expectAllWell, firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';
import { scenario } from './scenario.ts';

const OUR_NUMBER = '+12025550150';
const CALLED = '+14155550123';
const CERTIFICATE_URL = 'https://calls.example.org/stir.pem';

describeWith(['sipp'], 'STIR/SHAKEN with sipp', () => {
  const authority = new TestAuthority('Provider Authority');
  const telephoneNumbers = telephoneNumberList({ provider: '709J' });
  const provider = authority.issue({ names: ['provider.example'], telephoneNumbers });
  const ours = authority.issue({ names: ['parley.example'], telephoneNumbers });
  let directory: string;
  let certificates: Server;
  let certificateUrl: string;
  let trunkPort: number;
  let service: Service;
  let sipp: Sipp | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-stir-'));
    await mkdir(path.join(directory, 'trust'));
    const tls = authority.issue({ names: ['127.0.0.1'] });
    certificates = createServer({ cert: tls.certificate, key: tls.key }, (_request, response) => {
      response.end(provider.certificate);
    }).listen(0, '127.0.0.1');
    await once(certificates, 'listening');
    certificateUrl = `https://127.0.0.1:${(certificates.address() as AddressInfo).port}/provider.pem`;
    const file = (name: string) => path.join(directory, name);
    await writeFile(file('trust/authority.pem'), authority.certificate);
    await writeFile(file('ours.pem'), ours.certificate);
    await writeFile(file('ours.key'), ours.key);
    trunkPort = await lastingPort();
    service = await Service.start({
      PARLEY_SIP_TRUNK: `127.0.0.1:${trunkPort}`,
      PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PARLEY_STIR_TRUST: file('trust'),
      PARLEY_STIR_CERTIFICATE: file('ours.pem'),
      PARLEY_STIR_KEY: file('ours.key'),
      PARLEY_STIR_X5U: CERTIFICATE_URL,
      NODE_EXTRA_CA_CERTS: file('trust/authority.pem'),
    });
  });
  afterEach(() => sipp?.close());
  afterAll(async () => {
    await service?.remove();
    certificates?.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function newestCall(): Promise<any> {
    const { body } = await service.request('GET', '/calls?limit=1');
    const callId = body.data[0]?.call_id;
    return callId === undefined ? undefined : (await service.request('GET', `/calls/${callId}`)).body;
  }

  test.each([
    ['verified', OUR_NUMBER, null],
    ['failed', '+12025550177', 'the token is of a call to another number'],
  ])('a call that comes in with a signature is %s', async (verdict, to, reason) => {
    const call = {
      ...({ attestation: 'A', from: callerNumber(1), to, atS: Math.floor(Date.now() / 1000) } as const),
      originId: '123e4567-e89b-12d3-a456-426655440000',
    };
    const identity = signIdentity(call, createPrivateKey(provider.key), certificateUrl);
    sipp = await Sipp.start({
      ...{ scenario: scenario('caller', patientCaller(1000, [`Identity: ${identity}`])), port: trunkPort, calls: 1 },
      peer: { port: service.address.sipPort, number: OUR_NUMBER, atOnce: 1, perSecond: 1 },
    });
    expectAllWell(await sipp.finished(), 1);
    const { caller_identity: said } = await until(
      newestCall,
      (found) => found?.caller_identity.stir.verdict === verdict,
    );
    expect(said).toEqual({
      ...{ asserted: null, name: null, privacy: [], diverted_from: [], history: [] },
      stir: {
        ...{ attestation: 'A', orig: callerNumber(1), dest: [to], verdict, reason },
        provider_code: verdict === 'verified' ? '709J' : null,
      },
    });
  });

  test('a call that leaves is signed', async () => {
    sipp = await Sipp.start({ scenario: scenario('callee', patientCallee(300)), port: trunkPort, calls: 1 });
    await service.callOver(await place(service, await firstAgent(service), CALLED));
    expectAllWell(await sipp.finished(), 1);
    const invite = (await sipp.messages()).find(({ name }) => name === 'INVITE')!;
    const [head = ''] = invite.text.trim().split(/(?:\r?\n){2}/);
    const lines = head.split(/\r?\n/).filter((line) => !/^content-/i.test(line));
    const parsed = parseMessage(Buffer.from([...lines, 'Content-Length: 0', '', ''].join('\r\n')));
    if (parsed.kind !== 'message' || parsed.message.kind !== 'request') throw new Error(JSON.stringify(parsed));
    const passport = shakenPassportOf(parsed.message)!;
    expect(passport).toMatchObject({ attestation: 'A', orig: OUR_NUMBER.slice(1), dest: [CALLED.slice(1)] });
    expect(passport.certificateUrl).toBe(CERTIFICATE_URL);
    expect(isSignedBy(new X509Certificate(ours.certificate).publicKey, passport)).toBe(true);
    const date = Date.parse(parsed.message.headers.get('date')!) / 1000;
    expect(date).toBe(passport.issuedAtS);
  });
});
