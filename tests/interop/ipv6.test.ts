import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Baresip, type BaresipOptions } from '../support/baresip.ts';
import { until } from '../support/growing-pauses.ts';
import { lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { TonePhones } from '../support/tone-phones.ts';
import { firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';

const NUMBER = '+493055500001';
const OURS = { baresip: '+493055500010', tones: '+493055500011' };
const PERSON_HZ = 700;
const SALES_HZ = 1100;
/** 50 a second. */
const PACKETS = 60;

describeWith(['baresip'], 'trunks at an address of IPv6', () => {
  let service: Service;
  let agentId: string;
  let ports: Record<keyof typeof OURS, number>;
  let baresip: Baresip | undefined;
  let phones: TonePhones | undefined;

  beforeAll(async () => {
    ports = { baresip: await lastingPort(), tones: await lastingPort() };
    service = await Service.start({ PARLEY_SIP_HOST_IPV6: '0:0::1' });
    agentId = await firstAgent(service);
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 3 } });
    for (const name of ['baresip', 'tones'] as const) await connect(name);
  });
  afterEach(() => Promise.all([baresip?.close(), phones?.close()]));
  afterAll(() => service?.remove());

  async function connect(name: keyof typeof OURS): Promise<void> {
    const trunk = await service.request('POST', '/trunks', { body: { name, host: '0:0::1', port: ports[name] } });
    expect([trunk.status, trunk.body.host]).toEqual([201, '::1']);
    const body = { phone_number: OURS[name], trunk_id: trunk.body.trunk_id, agent_id: agentId };
    expect((await service.request('POST', '/numbers', { body })).status).toBe(201);
  }

  async function start(options: Partial<BaresipOptions> = {}): Promise<void> {
    const first = await lastingRtpPort();
    const rtpPorts = { first, last: first + 20 };
    const settings = { host: '::1', port: ports.baresip, number: NUMBER, codec: 'pcmu', rtpPorts } as const;
    baresip = await Baresip.start({ ...settings, ...options });
  }

  /** baresip's tone is in the recording, and all packets went from ::1 to ::1. */
  async function expectWell(callId: string): Promise<void> {
    const call = await service.callOver(callId);
    const tone = stretchesOfSound(await fetchWav(call.recording_stereo_url), 0);
    expect(soundBetween(tone, 0, 60), 'seconds of the tone in the recording').toBeGreaterThan(0.5);
    const { body } = await service.request('GET', `/calls/${callId}/diagnosis`);
    const [media] = body.media;
    expect(media.packets_sent).toBeGreaterThan(PACKETS);
    expect(media.packets_received).toBeGreaterThan(PACKETS);
    expect(media.rtp.source_address).toMatch(/^\[::1\]:\d+$/);
    const [, received] = /packets:\s+\d+\s+(\d+)/.exec(baresip!.output) ?? [];
    expect(Number(received), 'packets of ours at baresip').toBeGreaterThan(PACKETS);
    const invite = body.ladder.find(({ start_line: line }: any) => line.startsWith('INVITE'));
    expect(invite).toMatchObject({ peer: `[::1]:${ports.baresip}`, message: expect.stringContaining('IN IP6 ::1') });
  }

  test('baresip is called', async () => {
    await start();
    const callId = await place(service, agentId, NUMBER, { from_number: OURS.baresip, max_duration: 3 });
    await baresip!.says(/packets:\s+\d+\s+\d+/);
    await expectWell(callId);
  });

  test('baresip calls', async () => {
    await start({ calls: { port: service.address.sipPort, number: OURS.baresip } });
    await baresip!.says(/packets:\s+\d+\s+\d+/);
    const { body } = await service.request('GET', '/calls?direction=inbound&limit=1');
    await expectWell(body.data[0].call_id);
  });

  test('a person who calls and one who is called hear each other', async () => {
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 60 } });
    phones = await TonePhones.start(ports.tones, '::1');
    const person = await phones.call(service.address.sipPort, OURS.tones, '+4930999999', PERSON_HZ);
    const { call_id: callId } = await until(
      async () => (await service.request('GET', '/calls?direction=inbound&limit=1')).body.data[0],
      (call) => call.recipient_phone === OURS.tones && call.phase === 'talking',
    );
    const transfer = { to: NUMBER, method: 'bridge' };
    expect((await service.request('POST', `/calls/${callId}/transfer`, { body: transfer })).status).toBe(200);
    const sales = await phones.answer(await phones.nextCall(), SALES_HZ);
    await Promise.all([person.hears(SALES_HZ), sales.hears(PERSON_HZ)]);
    await person.hangUp();
    await sales.ended();
  });
});
