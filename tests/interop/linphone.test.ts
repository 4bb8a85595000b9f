import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWav } from '@parley/audio';
import { TestAuthority } from '@parley/sip/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Kamailio } from '../support/kamailio.ts';
import { Linphone, type LinphoneOptions } from '../support/linphone.ts';
import { freePort, lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, secondsOfTone, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';

const THEIRS = '+493055500001';
/** A trunk for each, and the agent's number on it. */
const OURS = { plain: '+493055500010', encrypted: '+493055500012', behindProxy: '+493055500013' };
type Way = keyof typeof OURS;
const TONE_HZ = 300;
/** At least. */
const SOUND_S = 0.5;

describeWith(['linphonec', 'kamailio'], 'a trunk with linphone at its other end', () => {
  let service: Service;
  let agentId: string;
  const ports = new Map<Way, number>();
  let phone: Linphone | undefined;
  let directory: string;
  let tlsPort: number;
  const authority = new TestAuthority('Private Authority');
  const fileOf = (name: string) => path.join(directory, `${name}.pem`);

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-linphone-'));
    const { certificate, key } = authority.issue({ names: ['localhost'] });
    const files = { authorities: authority.certificate, certificate, key };
    for (const [name, pem] of Object.entries(files)) await writeFile(fileOf(name), pem);
    tlsPort = await freePort();
    service = await Service.start({
      PARLEY_SIP_TLS_PORT: String(tlsPort),
      PARLEY_SIP_TLS_CERTIFICATE: fileOf('certificate'),
      PARLEY_SIP_TLS_KEY: fileOf('key'),
    });
    agentId = await firstAgent(service);
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 6 } });
    await connect('plain', { srtp: 'off' });
    await connect('encrypted', { srtp: 'required' });
    await connect('behindProxy', { srtp: 'off' });
  });

  async function connect(way: Way, settings: object): Promise<void> {
    const port = await lastingPort();
    ports.set(way, port);
    const trunk = await service.request('POST', '/trunks', {
      body: { name: way, host: '127.0.0.1', port, ...settings },
    });
    const number = await service.request('POST', '/numbers', {
      body: { phone_number: OURS[way], trunk_id: trunk.body.trunk_id, agent_id: agentId },
    });
    expect([trunk.status, number.status]).toEqual([201, 201]);
  }

  afterEach(() => phone?.close());
  afterAll(async () => {
    await service?.remove();
    await rm(directory, { recursive: true, force: true });
  });

  async function start(way: Way, options: Partial<LinphoneOptions> = {}): Promise<Linphone> {
    phone = await Linphone.start({
      ...{ port: ports.get(way)!, rtpPort: await lastingRtpPort(), number: THEIRS, toneHz: TONE_HZ },
      ...options,
    });
    return phone;
  }

  async function expectSoundBothWays(phone: Linphone, call: { recording_stereo_url: string }): Promise<void> {
    const recording = await fetchWav(call.recording_stereo_url);
    const heard = stretchesOfSound(readWav(await phone.heard()), 0);
    expect(secondsOfTone(recording, 0, TONE_HZ), 'seconds of the tone in the recording').toBeGreaterThan(SOUND_S);
    expect(soundBetween(heard, 0, 60), 'seconds of the agent at linphone').toBeGreaterThan(SOUND_S);
  }

  test.each([
    ['plain', false],
    ['encrypted', true],
  ] as const)('is called, %s', async (way, isEncrypted) => {
    const phone = await start(way, { isEncrypted });
    const callId = await place(service, agentId, THEIRS, { from_number: OURS[way], max_duration: 6 });
    const call = await service.callOver(callId);
    expect(call, phone.output).toMatchObject({ status: 'completed' });
    await expectSoundBothWays(phone, call);
  });

  test.each([
    ['plain', false],
    ['encrypted', true],
  ] as const)('calls, %s', async (way, isEncrypted) => {
    const phone = await start(way, { isEncrypted });
    phone.enter(`call sip:${OURS[way]}@127.0.0.1:${service.address.sipPort}`);
    await phone.says('connected');
    const { body } = await service.request('GET', '/calls?limit=1');
    const call = await service.callOver(body.data[0].call_id);
    expect(call, phone.output).toMatchObject({ direction: 'inbound', status: 'completed' });
    await expectSoundBothWays(phone, call);
  });

  test('calls over TLS, with its audio encrypted', async () => {
    const phone = await start('encrypted', { transport: 'tls', authorities: fileOf('authorities'), isEncrypted: true });
    phone.enter(`call sip:${OURS.encrypted}@localhost:${tlsPort};transport=tls`);
    await phone.says('connected');
    const { body } = await service.request('GET', '/calls?limit=1');
    const call = await service.callOver(body.data[0].call_id);
    expect(call, phone.output).toMatchObject({ direction: 'inbound', status: 'completed' });
    await expectSoundBothWays(phone, call);
  });

  test('is sent to another number by REFER, and calls it', async () => {
    const [proxyPort, ownPort] = [ports.get('behindProxy')!, await lastingPort()];
    const phone = await start('behindProxy', { port: ownPort });
    const kamailio = await Kamailio.start(proxyPort, { inside: ownPort, outside: service.address.sipPort });
    try {
      const callId = await place(service, agentId, THEIRS, { from_number: OURS.behindProxy, max_duration: 30 });
      await service.callWhen(callId, ({ phase }) => phase === 'talking');
      const { status, body } = await service.request('POST', `/calls/${callId}/transfer`, {
        body: { to: OURS.plain, method: 'refer' },
      });
      expect([status, body.error]).toEqual([200, undefined]);
      expect(await service.callOver(callId), phone.output).toMatchObject({ end_reason: 'transferred' });
      const { body: latest } = await service.request('GET', '/calls?limit=1');
      expect(latest.data[0]).toMatchObject({ direction: 'inbound', recipient_phone: OURS.plain });
      await service.callOver(latest.data[0].call_id);
    } finally {
      await kamailio.close();
    }
  });
});
