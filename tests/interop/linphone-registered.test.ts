import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWav } from '@parley/audio';
import { TestAuthority } from '@parley/sip/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Account } from '../specification/accounts.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import type { Kamailio } from '../support/kamailio.ts';
import { startPbx } from '../support/kamailio-pbx.ts';
import { Linphone, type LinphoneOptions } from '../support/linphone.ts';
import { freePort, lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, secondsOfTone } from '../support/sound.ts';
import { type ToneLine, TonePhones } from '../support/tone-phones.ts';
import { place } from './calls.ts';
import { describeWith } from './peers.ts';

const PERSON = '+4930999999';
const OTHER_PERSON = '+4930999998';
const PERSON_HZ = 700;
const LINPHONE_HZ = 300;
const OTHER_HZ = 500;
/** At least. */
const SOUND_S = 0.1;

const PBX = { domain: 'localhost', password: 'open sesame' };
const OURS = '+493055500020';
const [ANN, BEN] = ['+493055500021', '+493055500022'];

describeWith(['linphonec', 'kamailio'], 'linphone that is registered', () => {
  let directory: string;
  let phones: TonePhones;
  let service: Service;
  let account: Account;
  let tlsPort: number;
  let agentId: string;
  let agentNumber: string;
  let pbxPort: number;
  let pbx: Kamailio;
  const closing: (() => Promise<unknown>)[] = [];
  const authority = new TestAuthority('Private Authority');
  const fileOf = (name: string) => path.join(directory, `${name}.pem`);

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-linphone-'));
    const files = { authorities: authority.certificate, ...authority.issue({ names: ['localhost'] }) };
    for (const [name, pem] of Object.entries(files)) await writeFile(fileOf(name), pem);
    const port = await freePort();
    [tlsPort, pbxPort] = [await freePort(), await lastingPort()];
    phones = await TonePhones.start(port);
    pbx = await startPbx(pbxPort, { ...PBX, trunk: { username: 'parley', number: OURS } });
    service = await Service.start({
      PARLEY_SIP_TRUNK: `127.0.0.1:${port}`,
      PARLEY_SIP_TLS_PORT: String(tlsPort),
      PARLEY_SIP_TLS_CERTIFICATE: fileOf('certificate'),
      PARLEY_SIP_TLS_KEY: fileOf('key'),
    });
    account = await Account.first(service);
    const [agent] = (await account.request('GET', '/agents')).body.data;
    ({ agent_id: agentId, phone_number: agentNumber } = agent);
    await lastAtMost(8);
    await connectPbx();
  });

  /** Calls from now on. */
  async function lastAtMost(seconds: number): Promise<void> {
    await account.request('PATCH', `/agents/${agentId}`, { body: { max_duration: seconds } });
  }

  async function connectPbx(): Promise<void> {
    const login = { authentication: 'register', username: 'parley', password: PBX.password };
    const body = { name: 'PBX', host: PBX.domain, port: pbxPort, srtp: 'off', ...login };
    const trunk = await account.request('POST', '/trunks', { body });
    const number = { phone_number: OURS, trunk_id: trunk.body.trunk_id, agent_id: agentId };
    expect((await account.request('POST', '/numbers', { body: number })).status).toBe(201);
    for (const pause of growingPauses()) {
      if ((await account.request('GET', `/trunks/${trunk.body.trunk_id}`)).body.status === 'registered') return;
      await pause();
    }
  }

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(async () => {
    await service?.remove();
    await pbx?.close();
    await phones?.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Registered over the transport at the port. */
  async function start(
    number: string,
    toneHz: number,
    registers: { host: string; port: number; password: string },
    { transport = 'udp', isEncrypted = false }: Pick<LinphoneOptions, 'transport' | 'isEncrypted'> = {},
  ): Promise<Linphone> {
    const phone = await Linphone.start({
      ...{
        port: await lastingPort(),
        rtpPort: await lastingRtpPort(),
        number,
        toneHz,
        transport,
        isEncrypted,
        registers,
      },
      ...(transport === 'tls' && { authorities: fileOf('authorities') }),
    });
    closing.push(() => phone.close());
    return phone;
  }

  const latestCall = async () => (await account.request('GET', '/calls?direction=inbound&limit=1')).body.data[0];

  /** A person talks with the agent. */
  async function talking(number = PERSON, toneHz = PERSON_HZ): Promise<{ person: ToneLine; callId: string }> {
    const person = await phones.call(service.address.sipPort, agentNumber, number, toneHz);
    closing.push(() => person.hangUp());
    const { call_id: callId } = await latestCall();
    await account.callWhen(callId, ({ phase }) => phase === 'talking');
    return { person, callId };
  }

  test.each([
    ['udp', false, 'md5'],
    ['tcp', false, 'sha-256'],
    ['tls', false, 'md5'], // it refuses SRTP, and is called again without
    ['tls', true, 'sha-256'],
  ] as const)(
    'as a softphone over %s, with SRTP %s, by Digest %s, it takes a call over, with audio both ways',
    async (transport, isEncrypted, digest) => {
      const name = `ann-${transport}-${isEncrypted ? 'encrypted' : 'plain'}`;
      const { body } = await account.request('POST', '/softphones', { body: { name, digest } });
      const port = transport === 'tls' ? tlsPort : service.address.sipPort;
      const host = transport === 'tls' ? 'localhost' : '127.0.0.1';
      const registers = { host, port, password: body.password };
      const phone = await start(body.username, LINPHONE_HZ, registers, { transport, isEncrypted });
      const { data } = (await account.request('GET', '/softphones')).body;
      expect(data).toContainEqual(
        expect.objectContaining({
          name,
          contacts: [
            expect.objectContaining({
              address: expect.stringContaining(transport),
              user_agent: expect.stringMatching(/^Linphone/),
            }),
          ],
        }),
      );
      const { person, callId } = await talking();
      const to = `softphone:${body.name}`;
      expect((await account.request('POST', `/calls/${callId}/transfer`, { body: { to } })).status).toBe(200);
      await person.hears(LINPHONE_HZ);
      await phone.says('connected');
      await phone.hears(PERSON_HZ, SOUND_S);
      await person.hangUp();
      const call = await account.callOver(callId);
      expect(call, phone.output).toMatchObject({ end_reason: 'transferred', ended_by: 'user', transferred_to: to });
      expect(secondsOfTone(await fetchWav(call.recording_stereo_url), 1, LINPHONE_HZ)).toBeGreaterThan(SOUND_S);
      await phone.says(/ended/);
      expect(secondsOfTone(readWav(await phone.heard()), 0, PERSON_HZ)).toBeGreaterThan(SOUND_S);
    },
  );

  test.each([
    ['udp', false, 'transfer 1 --to-call 2'],
    ['tls', true, 'transfer 2 --to-call 1'],
  ] as const)(
    'as a softphone over %s, with SRTP %s, it connects two callers with each other, whom it has taken over: %s',
    async (transport, isEncrypted, command) => {
      const { body } = await account.request('POST', '/softphones', { body: { name: `joins-${transport}` } });
      const port = transport === 'tls' ? tlsPort : service.address.sipPort;
      const registers = { host: transport === 'tls' ? 'localhost' : '127.0.0.1', port, password: body.password };
      const phone = await start(body.username, LINPHONE_HZ, registers, { transport, isEncrypted });
      const to = `softphone:${body.name}`;
      await lastAtMost(60);
      closing.push(() => lastAtMost(8));
      const [first, second] = [await talking(), await talking(OTHER_PERSON, OTHER_HZ)];
      for (const [index, { callId, person }] of [first, second].entries()) {
        // linphone takes no second call from the number that it talks with.
        const way = { to, caller_id: 'caller' };
        expect((await account.request('POST', `/calls/${callId}/transfer`, { body: way })).status).toBe(200);
        await phone.says(`assigned id ${index + 1}`);
        // Beside another call it answers only at a command, and that one is held.
        if (index > 0) phone.enter(`answer ${index + 1}`);
        await phone.says(new RegExp(`Call ${index + 1} .* connected`));
        await person.hears(LINPHONE_HZ);
        await account.callWhen(callId, ({ transferred_to: whom }) => whom === to);
      }
      phone.enter(command);
      await Promise.all([first.person.hears(OTHER_HZ), second.person.hears(PERSON_HZ)]);
      await Promise.all([phone.says(/Call 1 .* ended/), phone.says(/Call 2 .* ended/)]);
      await first.person.hangUp();
      await second.person.ended();
      const calls = [await account.callOver(first.callId), await account.callOver(second.callId)];
      expect(calls.map((call) => call.transferred_to)).toEqual([OTHER_PERSON, PERSON]);
    },
  );

  const atPbx = () => ({ host: PBX.domain, port: pbxPort, password: PBX.password });

  test('at a telephone system where we are registered too, it calls the agent and is called by it', async () => {
    const phone = await start(ANN, LINPHONE_HZ, atPbx());
    phone.enter(`call sip:${OURS}@${PBX.domain}`);
    await phone.says('connected');
    const { call_id: callId } = await latestCall();
    await account.callWhen(callId, ({ phase }) => phase === 'talking');
    phone.enter('terminate');
    const incoming = await account.callOver(callId);
    expect(incoming, phone.output).toMatchObject({ from_number: ANN, recipient_phone: OURS, ended_by: 'user' });
    const placed = await place(service, agentId, ANN, { from_number: OURS, max_duration: 5 });
    const outgoing = await account.callOver(placed);
    expect(outgoing, phone.output).toMatchObject({ status: 'completed' });
    expect(secondsOfTone(await fetchWav(outgoing.recording_stereo_url), 0, LINPHONE_HZ)).toBeGreaterThan(SOUND_S);
  });

  test('hands the agent over to a colleague after talking with them, by Replaces; its own REFER to us is refused', async () => {
    const ann = await start(ANN, LINPHONE_HZ, atPbx());
    const ben = await start(BEN, OTHER_HZ, atPbx());
    ann.enter(`call sip:${OURS}@${PBX.domain}`);
    await ann.says('Call 1 .* connected');
    const { call_id: callId } = await latestCall();
    await account.callWhen(callId, ({ phase }) => phase === 'talking');
    ann.enter('pause');
    await ann.says(/Call 1 .* paused/);
    ann.enter(`call sip:${BEN}@${PBX.domain}`);
    await ann.says(/Call 2 .* connected/);
    // We are asked to call the colleague, and do not; the colleague is asked to call us, in the place of this call.
    ann.enter('transfer 1 --to-call 2');
    ann.enter('transfer 2 --to-call 1');
    await ben.says(/Call 2 .* connected/);
    await ann.says(/Call 1 .* ended/);
    const call = await account.callOver(callId);
    expect(call, ben.output).toMatchObject({ end_reason: 'max_duration', from_number: ANN });
    expect(secondsOfTone(await fetchWav(call.recording_stereo_url), 0, OTHER_HZ)).toBeGreaterThan(SOUND_S);
    const { ladder } = (await account.request('GET', `/calls/${callId}/diagnosis`)).body;
    const lines = ladder.map(({ start_line: line }: { start_line: string }) => line);
    expect(lines).toContainEqual(expect.stringMatching(/^REFER /));
    expect(lines).toContain('SIP/2.0 405 Method Not Allowed');
  });

  test('is connected with a colleague who was briefed, by REFER with Replaces: both talk on without us', async () => {
    const ann = await start(ANN, LINPHONE_HZ, atPbx());
    const ben = await start(BEN, OTHER_HZ, atPbx());
    ann.enter(`call sip:${OURS}@${PBX.domain}`);
    await ann.says('Call 1 .* connected');
    const { call_id: callId } = await latestCall();
    await account.callWhen(callId, ({ phase }) => phase === 'talking');
    const body = { to: BEN, mode: 'warm', method: 'refer', briefing: 'It is about an order.' };
    expect((await account.request('POST', `/calls/${callId}/transfer`, { body })).status).toBe(200);
    await ben.says('Call 1 .* connected');
    for (const pause of growingPauses()) {
      ben.enter('1');
      if ((await account.request('GET', `/calls/${callId}`)).body.transferred_to === BEN) break;
      await pause();
    }
    await Promise.all([ann.says(/Call 2 .* connected/), ben.says(/Call 2 .* connected/)]);
    await Promise.all([ann.says(/Call 1 .* ended/), ben.says(/Call 1 .* ended/)]);
    const call = await account.callOver(callId);
    expect(call, ann.output).toMatchObject({ end_reason: 'transferred', ended_by: 'system', transferred_to: BEN });
    expect(call.analysis.warnings).toEqual([]);
    const { ladder } = (await account.request('GET', `/calls/${callId}/diagnosis`)).body;
    const words = ladder.map(({ start_line: line }: { start_line: string }) => line.split(' ').slice(0, 2).join(' '));
    expect(words).toContainEqual(expect.stringMatching(/^REFER /));
    expect(words).toContain('SIP/2.0 202');
    ann.enter('calls');
    await ann.says(/2 .*StreamsRunning/);
    ann.enter('terminate');
    await ben.says(/Call 2 .* ended/);
  });
});
