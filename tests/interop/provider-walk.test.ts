import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWav } from '@parley/audio';
import { type IssueOptions, TestAuthority } from '@parley/sip/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Baresip } from '../support/baresip.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import type { Kamailio } from '../support/kamailio.ts';
import { startProvider } from '../support/kamailio-provider.ts';
import { freePort, lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Rtpengine } from '../support/rtpengine.ts';
import { Service } from '../support/service.ts';
import { fetchWav, secondsOfTone, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';

const LOGIN = { username: 'parley', password: 'open sesame', domain: 'localhost' };
const OURS = '+493012345678';
const THEIRS = '+493055500001';
/** Its calls have no audio. */
const SILENT = '+493055500099';
const OUTSIDE = '127.0.0.2';
const TONE_HZ = 300;
const SOUND_S = 0.5;
/** The doctor says nothing of the audio of shorter ones than 2 s. */
const SHORT_CALL_S = 4;

/** What docs/telephony.md leads a new user through: registration over TLS, SRTP, calls both ways, and what goes wrong on the way. */
describeWith(['kamailio', 'kamailio-tls', 'rtpengine', 'baresip'], 'a provider with registration, TLS and SRTP', () => {
  const authority = new TestAuthority('Provider Authority');
  let directory: string;
  let service: Service;
  let agentId: string;
  let provider: Kamailio;
  let relay: Rtpengine;
  let phone: Baresip | undefined;
  let trunkId: string;
  let sipPort: number;
  let phonePort: number;
  /** Of TLS, by the certificate that is shown there. */
  const ports = { good: 0, name: 0, authority: 0, expired: 0 };

  async function issue(name: string, options: IssueOptions, by = authority) {
    const { certificate, key } = by.issue(options);
    const files = { certificate: path.join(directory, `${name}.pem`), key: path.join(directory, `${name}.key`) };
    await Promise.all([writeFile(files.certificate, certificate), writeFile(files.key, key)]);
    return files;
  }

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-provider-'));
    await writeFile(path.join(directory, 'authority.pem'), authority.certificate);
    const own = await issue('parley', { names: ['127.0.0.1'] });
    service = await Service.start({
      PARLEY_SIP_TLS_PORT: String(await freePort()),
      PARLEY_SIP_TLS_CERTIFICATE: own.certificate,
      PARLEY_SIP_TLS_KEY: own.key,
      PARLEY_SIP_TLS_AUTHORITIES: path.join(directory, 'authority.pem'),
    });
    agentId = await firstAgent(service);
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 12 } });
    const [controlPort, firstRtpPort] = [await lastingPort(), await lastingRtpPort(42)];
    [sipPort, phonePort] = [await lastingPort(), await lastingPort()];
    for (const name of ['good', 'name', 'authority', 'expired'] as const) ports[name] = await freePort();
    relay = await Rtpengine.start({
      ...{ controlPort, inside: '127.0.0.1', outside: OUTSIDE },
      rtpPorts: { first: firstRtpPort, last: firstRtpPort + 40 },
    });
    const names = ['localhost'];
    provider = await startProvider(sipPort, {
      ...{ login: LOGIN, controlPort, silentNumber: SILENT },
      phone: { host: OUTSIDE, port: phonePort, number: THEIRS },
      tls: [
        { port: ports.good, ...(await issue('good', { names })) },
        { port: ports.name, ...(await issue('name', { names: ['pbx.example.com'] })) },
        { port: ports.authority, ...(await issue('authority', { names }, new TestAuthority('Other Authority'))) },
        { port: ports.expired, ...(await issue('expired', { names, validUntil: new Date(Date.now() - 60_000) })) },
      ],
    });
    const { username, password } = LOGIN;
    const body = { host: LOGIN.domain, port: ports.good, transport: 'tls', srtp: 'required', username, password };
    const trunk = await service.request('POST', '/trunks', {
      body: { name: 'Provider', authentication: 'register', ...body },
    });
    trunkId = trunk.body.trunk_id;
    const number = await service.request('POST', '/numbers', {
      body: { phone_number: OURS, trunk_id: trunkId, agent_id: agentId },
    });
    expect([trunk.status, number.status]).toEqual([201, 201]);
    await trunkWhen('registered');
  });

  afterEach(async () => {
    await phone?.close();
    phone = undefined;
  });
  afterAll(async () => {
    await service?.remove();
    await Promise.all([provider?.close(), relay?.close()]);
    await rm(directory, { recursive: true, force: true });
  });

  async function startPhone(calls?: { port: number; number: string }): Promise<Baresip> {
    const first = await lastingRtpPort();
    phone = await Baresip.start({
      ...{ host: OUTSIDE, port: phonePort, number: THEIRS, codec: 'pcma', toneHz: TONE_HZ },
      ...{ rtpPorts: { first, last: first + 20 }, ...(calls ? { calls } : {}) },
    });
    return phone;
  }

  async function trunkWhen(status: string): Promise<any> {
    for (const pause of growingPauses()) {
      const { body } = await service.request('GET', `/trunks/${trunkId}`);
      if (body.status === status) return body;
      await pause();
    }
  }

  async function change(settings: object): Promise<void> {
    const { status, body } = await service.request('PATCH', `/trunks/${trunkId}`, { body: settings });
    expect([status, body.error]).toEqual([200, undefined]);
  }

  /** The steps of a test, as in `not tls`; `failed`: the one that did. */
  async function tested(body: object = {}): Promise<{ names: string[]; failed: any }> {
    const response = await service.request('POST', `/trunks/${trunkId}/test`, { body });
    expect(response.status).toBe(200);
    const { steps } = response.body;
    const names = steps.map(({ name, ok }: any) => (ok ? name : `not ${name}`));
    return { names, failed: steps.find(({ ok }: any) => !ok) };
  }

  /** Once its signalling is stored. */
  async function diagnosed(callId: string): Promise<any> {
    await service.callOver(callId);
    for (const pause of growingPauses()) {
      const { body } = await service.request('GET', `/calls/${callId}/diagnosis`);
      if (body.ladder.length > 0) return body;
      await pause();
    }
  }

  async function diagnosisOfCall(to = THEIRS): Promise<any> {
    return diagnosed(await place(service, agentId, to, { from_number: OURS, max_duration: SHORT_CALL_S }));
  }

  async function lastCall(): Promise<string> {
    const { body } = await service.request('GET', '/calls?limit=1');
    return body.data[0].call_id;
  }

  /** Encrypted on our side and plain on the other, the tone came here and the words went there. */
  async function expectSoundBothWays(phone: Baresip, callId: string): Promise<void> {
    const call = await service.callOver(callId);
    const recording = await fetchWav(call.recording_stereo_url);
    expect(secondsOfTone(recording, 0, TONE_HZ), 'seconds of the tone in the recording').toBeGreaterThan(SOUND_S);
    const heard = stretchesOfSound(readWav(await phone.heard()), 0);
    expect(soundBetween(heard, 0, 60), `seconds of the agent at the telephone; ${call.end_reason}`).toBeGreaterThan(
      SOUND_S,
    );
    const { health, verdict, ladder } = await diagnosed(callId);
    expect([health, verdict]).toEqual(['good', expect.stringContaining('This was a good call.')]);
    const sdp = ladder.filter((each: any) => each.direction === 'received' && each.message.includes('m=audio'));
    expect(sdp.at(-1)).toMatchObject({ transport: 'tls', message: expect.stringMatching(/m=audio \d+ RTP\/SAVP/) });
  }

  test('a codec that the provider does not have: the outbound and the inbound call both name it', async () => {
    await change({ codecs: ['opus'] });
    await startPhone();
    const { names, failed } = await tested({ recipient_phone: THEIRS });
    expect(names).toEqual(['dns', 'tcp', 'tls', 'registration', 'options', 'not call']);
    expect(failed.detail).toContain('no common codec');
    expect(failed.remedy).toContain('`codecs` of the trunk');
    await phone?.close();
    const caller = await startPhone({ port: sipPort, number: OURS });
    await caller.says(/488/);
    const callId = await lastCall();
    const { health, findings } = await diagnosed(callId);
    expect([health, findings[0].code]).toEqual(['bad', 'offer_refused']);
    expect(findings[0].what).toContain('no common codec');
    expect(findings[0].evidence).toMatch(/The caller offered PCMA\/8000 with SRTP .* taken are OPUS/);
    const { body: call } = await service.request('GET', `/calls/${callId}`);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error', sip_code: 488 });
    await change({ codecs: ['pcmu', 'pcma'] });
  });

  test('SRTP on one side alone: calls both ways name it', async () => {
    await change({ srtp: 'off' });
    const caller = await startPhone({ port: sipPort, number: OURS });
    await caller.says(/488/);
    const { findings } = await diagnosed(await lastCall());
    expect(findings[0]).toMatchObject({ code: 'offer_refused', remedy: expect.stringContaining('`srtp`') });
    expect(findings[0].what).toContain('does not take encrypted audio (SRTP)');
    const out = await diagnosisOfCall();
    expect(out).toMatchObject({ health: 'bad', findings: [{ code: 'answer_refused' }] });
    expect(out.verdict).toContain('SRTP was not agreed upon');
    await change({ srtp: 'required' });
  });

  test('audio that is kept out by a firewall', async () => {
    await startPhone();
    const { health, findings, media } = await diagnosisOfCall(SILENT);
    expect([health, findings[0].code, media[0].packets_received]).toEqual(['bad', 'no_sound_received', 0]);
    expect(findings[0].what).toContain('A firewall blocks it');
    expect(findings[0].evidence).toMatch(/received none in .* We asked for it at 127\.0\.0\.1:\d+ over UDP/);
    expect(findings[0].remedy).toContain('PARLEY_RTP_PORTS');
  });

  // The built-in voice, which takes seconds to load on a busy host, is loaded by now.
  test('it registers, and calls go out and come in, with audio both ways', async () => {
    await trunkWhen('registered');
    expect((await tested()).names).toEqual(['dns', 'tcp', 'tls', 'registration', 'options']);
    const callee = await startPhone();
    await expectSoundBothWays(callee, await place(service, agentId, THEIRS, { from_number: OURS, max_duration: 12 }));
    await callee.close();
    const caller = await startPhone({ port: sipPort, number: OURS });
    await caller.says('Call established');
    await expectSoundBothWays(caller, await lastCall());
  });

  test('a wrong password', async () => {
    await change({ password: 'open rice' });
    expect((await trunkWhen('refused')).registration.detail).toContain(
      'does not accept the user name and the password',
    );
    const { names, failed } = await tested();
    expect([names.at(-1), failed.remedy]).toEqual(['not registration', expect.stringContaining('Check both')]);
    const { verdict, findings } = await diagnosisOfCall();
    expect([findings[0].code, verdict]).toEqual(['credentials_wrong', expect.stringContaining('wrong credentials')]);
    await change({ password: LOGIN.password });
  });

  test.each([
    ['port', 'not tcp', 'no program listens there', 'Check the port'],
    ['name', 'not tls', 'its certificate is for pbx.example.com', 'Set host to a name'],
    ['authority', 'not tls', 'not signed by an authority that is trusted', 'PARLEY_SIP_TLS_AUTHORITIES'],
    ['expired', 'not tls', 'its certificate has expired', 'renew its certificate'],
  ] as const)('a wrong %s: the trunk, its test and the call say so', async (fault, step, cause, remedy) => {
    await change({ port: fault === 'port' ? await freePort() : ports[fault] });
    const { registration } = await trunkWhen('unreachable');
    const { names, failed } = await tested();
    const { health, findings } = await diagnosisOfCall();
    expect([names.at(-1), health, findings.length, findings[0].code]).toEqual([step, 'bad', 1, 'not_connected']);
    for (const said of [registration.detail, failed.detail, findings[0].what]) {
      expect(said.toLowerCase()).toContain(cause.toLowerCase());
    }
    for (const said of [failed.remedy, findings[0].remedy]) expect(said).toContain(remedy);
    await change({ port: ports.good });
    await trunkWhen('registered');
  });
});
