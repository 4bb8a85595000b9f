import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWav } from '@parley/audio';
import type { Softphone } from '@parley/contract';
import { type CallEvent, type IncomingCall, UserAgent } from '@parley/sip';
import { TestAuthority } from '@parley/sip/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { Baresip, type BaresipOptions } from '../support/baresip.ts';
import { until } from '../support/growing-pauses.ts';
import { freePort, lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, secondsOfTone } from '../support/sound.ts';
import { type ToneLine, TonePhones } from '../support/tone-phones.ts';
import { describeWith } from './peers.ts';

const PERSON = '+4930999999';
const PERSON_HZ = 700;
const BARESIP_HZ = 300;
const SALES = '+4930123456';
const SALES_HZ = 1100;

describeWith(['baresip'], 'baresip as the softphone of a person', () => {
  let phones: TonePhones;
  let service: Service;
  let account: Account;
  let agentNumber: string;
  let baresip: Baresip | undefined;
  let directory: string;
  let tlsPort: number;
  let person: ToneLine | undefined;

  const authority = new TestAuthority('Private Authority');
  const fileOf = (name: string) => path.join(directory, `${name}.pem`);

  beforeAll(async () => {
    const port = await freePort();
    phones = await TonePhones.start(port);
    directory = await mkdtemp(path.join(tmpdir(), 'parley-softphone-'));
    const files = { authorities: authority.certificate, ...authority.issue({ names: ['127.0.0.1'] }) };
    for (const [name, pem] of Object.entries(files)) await writeFile(fileOf(name), pem);
    tlsPort = await freePort();
    service = await Service.start({
      PARLEY_SIP_TRUNK: `127.0.0.1:${port}`,
      PARLEY_SIP_TLS_PORT: String(tlsPort),
      PARLEY_SIP_TLS_CERTIFICATE: fileOf('certificate'),
      PARLEY_SIP_TLS_KEY: fileOf('key'),
    });
    account = await Account.first(service);
    agentNumber = (await account.request('GET', '/agents')).body.data[0].phone_number;
  });

  afterEach(async () => {
    await person?.hangUp();
    await baresip?.close();
    person = undefined;
    baresip = undefined;
  });

  afterAll(async () => {
    await service?.remove();
    await phones?.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** What the telephone was offered, and what it answered with: all descriptions of audio that were sent. */
  async function profiles(callId: string): Promise<string[]> {
    const headers = { authorization: `Bearer ${account.key}` };
    const response = await fetch(`${service.baseUrl}/calls/${callId}/signalling.pcap`, { headers });
    const messages = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return [...messages.matchAll(/m=audio \d+ (\S+)/g)].map(([, profile]) => profile!);
  }

  const softphones = async () => (await account.request('GET', '/softphones')).body.data as any[];

  interface Phone extends Pick<BaresipOptions, 'mediaEncryption' | 'controlPort'> {
    /** Another one than it has. */
    password?: string;
    srtp?: Softphone['srtp'];
    registers?: { port: number; authorities: string };
  }

  /** A softphone that baresip registers as. */
  async function start(name: string, { password, srtp, ...options }: Phone = {}) {
    const body = { name, ...(srtp && { srtp }) };
    const { status, body: softphone } = await account.request('POST', '/softphones', { body });
    expect(status).toBe(201);
    const [port, first] = [await lastingPort(), await lastingRtpPort()];
    baresip = await Baresip.start({
      ...{ port, number: softphone.username, codec: 'pcmu', toneHz: BARESIP_HZ },
      rtpPorts: { first, last: first + 20 },
      registers: { port: service.address.sipPort, password: password ?? softphone.password, ...options.registers },
      ...(options.mediaEncryption && { mediaEncryption: options.mediaEncryption }),
      ...(options.controlPort && { controlPort: options.controlPort }),
    });
    return { baresip, softphone };
  }

  async function calling(): Promise<string> {
    person = await phones.call(service.address.sipPort, agentNumber, PERSON, PERSON_HZ);
    const { data } = (await account.request('GET', '/calls?direction=inbound&limit=1')).body;
    await account.callWhen(data[0].call_id, ({ phase }) => phase === 'talking');
    return data[0].call_id;
  }

  test('it registers with Digest, takes a call over with audio both ways, and hangs up', async () => {
    const phone = await start('ann');
    await phone.baresip.says('200 OK');
    const [ann] = await softphones();
    expect(ann).toMatchObject({
      name: 'ann',
      registered: true,
      contacts: [{ user_agent: expect.stringContaining('baresip') }],
    });
    const callId = await calling();
    const { status } = await account.request('POST', `/calls/${callId}/transfer`, { body: { to: 'softphone:ann' } });
    expect(status).toBe(200);
    await account.callWhen(callId, (call) => call.transferred_to === 'softphone:ann');
    // As long as the other one is to have heard the person for.
    await person!.hears(BARESIP_HZ, 50);
    await person!.hangUp();
    const call = await account.callOver(callId);
    expect(call).toMatchObject({ end_reason: 'transferred', ended_by: 'user', transferred_to: 'softphone:ann' });
    expect(secondsOfTone(await fetchWav(call.recording_stereo_url), 1, BARESIP_HZ)).toBeGreaterThan(0.1);
    await phone.baresip.says(/session closed|terminated/i);
    expect(secondsOfTone(readWav(await phone.baresip.heard()), 0, PERSON_HZ)).toBeGreaterThan(0.1);
  });

  test.each([
    { name: 'eve', srtp: 'required', mediaEncryption: 'srtp-mand', isTls: false, used: ['RTP/SAVP', 'RTP/SAVP'] },
    { name: 'fay', srtp: 'preferred', mediaEncryption: 'srtp-mand', isTls: true, used: ['RTP/SAVP', 'RTP/SAVP'] },
    {
      name: 'gus',
      srtp: 'preferred',
      mediaEncryption: undefined,
      isTls: true,
      used: ['RTP/SAVP', 'RTP/AVP', 'RTP/AVP'],
    },
  ] as const)('its audio is encrypted as $srtp says, over TLS $isTls, $mediaEncryption', async (given) => {
    const { name, srtp, mediaEncryption, isTls, used } = given;
    const tls = isTls ? { registers: { port: tlsPort, authorities: fileOf('authorities') } } : {};
    const phone = await start(name, { srtp, ...(mediaEncryption && { mediaEncryption }), ...tls });
    await phone.baresip.says('200 OK');
    const callId = await calling();
    const to = `softphone:${name}`;
    expect((await account.request('POST', `/calls/${callId}/transfer`, { body: { to } })).status).toBe(200);
    await account.callWhen(callId, (call) => call.transferred_to === to);
    // As long as the other one is to have heard the person for.
    await person!.hears(BARESIP_HZ, 50);
    await person!.hangUp();
    const call = await account.callOver(callId);
    expect(secondsOfTone(await fetchWav(call.recording_stereo_url), 1, BARESIP_HZ)).toBeGreaterThan(0.1);
    await phone.baresip.says(/session closed|terminated/i);
    expect(secondsOfTone(readWav(await phone.baresip.heard()), 0, PERSON_HZ)).toBeGreaterThan(0.1);
    // They are stored a moment after the end.
    const kept = await until(
      () => profiles(callId),
      ({ length }) => length >= 2 + used.length,
    );
    expect(kept.slice(2)).toEqual(used);
  });

  test('it hands the call on by REFER, for which it shows its password', async () => {
    const controlPort = await lastingPort();
    const phone = await start('hal', { controlPort });
    await phone.baresip.says('200 OK');
    const callId = await calling();
    const to = 'softphone:hal';
    expect((await account.request('POST', `/calls/${callId}/transfer`, { body: { to } })).status).toBe(200);
    await person!.hears(BARESIP_HZ);
    await phone.baresip.enter(controlPort, 'transfer', `sip:${SALES}@127.0.0.1`);
    const sales = await phones.answer(await phones.nextCall(), SALES_HZ);
    await Promise.all([person!.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
    await person!.hangUp();
    expect(await account.callOver(callId), phone.baresip.output).toMatchObject({ transferred_to: SALES });
    const { ladder } = (await account.request('GET', `/calls/${callId}/diagnosis`)).body;
    const said = ladder.map(({ start_line: line }: { start_line: string }) => line.split(' ')[0]);
    expect(said.filter((word: string) => word === 'REFER')).toHaveLength(2);
  });

  test('every telephone of it rings; the one that answers has the call, and the other stops', async () => {
    const { baresip: phone, softphone } = await start('dan');
    await phone.says('200 OK');
    const rings = Promise.withResolvers<IncomingCall>();
    const other = await UserAgent.start({
      ...{ host: '127.0.0.1', port: await lastingPort(), userAgentName: 'desk telephone' },
      onInvite: (call) => {
        call.ring();
        rings.resolve(call);
      },
    });
    try {
      await registered(other, softphone);
      const callId = await calling();
      await account.request('POST', `/calls/${callId}/transfer`, { body: { to: 'softphone:dan' } });
      const ended = Promise.withResolvers<CallEvent>();
      (await rings.promise).on((event) => event.type === 'ended' && ended.resolve(event));
      expect(await ended.promise).toMatchObject({ by: 'remote', cause: { kind: 'cancelled' } });
      await person!.hears(BARESIP_HZ);
      await person!.hangUp();
      expect(await account.callOver(callId)).toMatchObject({ transferred_to: 'softphone:dan', ended_by: 'user' });
    } finally {
      await other.close();
    }
  });

  /** Resolves when it is one of the telephones of the softphone. */
  function registered(phone: UserAgent, { username, password }: { username: string; password: string }): Promise<void> {
    const port = service.address.sipPort;
    const hop = { protocol: 'udp', host: '127.0.0.1', port } as const;
    const uris = { registrar: `sip:127.0.0.1:${port}`, addressOfRecord: `sip:${username}@127.0.0.1` };
    return new Promise((resolve) => {
      phone.register({ ...uris, contactUser: username, hop }, { username, password }, ({ kind }) => {
        if (kind === 'registered') resolve();
      });
    });
  }

  test('it joins a call in which the agent stays, and leaves again', async () => {
    const { baresip: phone } = await start('bea');
    await phone.says('200 OK');
    const callId = await calling();
    const body = { to: 'softphone:bea', mode: 'conference' };
    expect((await account.request('POST', `/calls/${callId}/transfer`, { body })).status).toBe(200);
    await phone.says('Call established');
    await person!.hears(BARESIP_HZ);
    await phone.close();
    baresip = undefined;
    await account.hangUp(callId);
  });

  test('with a wrong password it is nowhere, and a call to it fails while the agent goes on', async () => {
    const { baresip: phone, softphone } = await start('cem', { password: 'wrong' });
    await phone.says(/401 Unauthorized/);
    expect(await softphones()).toContainEqual(
      expect.objectContaining({ name: 'cem', registered: false, contacts: [] }),
    );
    const callId = await calling();
    await account.request('POST', `/calls/${callId}/transfer`, { body: { to: 'softphone:cem' } });
    await account.callWhen(callId, ({ phase }) => phase === 'talking');
    await account.hangUp(callId);
    const { analysis } = await account.callOver(callId);
    expect(analysis.warnings).toContain('The transfer to softphone:cem failed: the softphone is not registered.');
    expect((await account.request('DELETE', `/softphones/${softphone.softphone_id}`)).status).toBe(204);
  });
});
