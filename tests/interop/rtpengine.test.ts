import { readWav } from '@parley/audio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Baresip } from '../support/baresip.ts';
import type { Kamailio } from '../support/kamailio.ts';
import { startBorder } from '../support/kamailio-border.ts';
import { lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Rtpengine } from '../support/rtpengine.ts';
import { Service } from '../support/service.ts';
import { fetchWav, secondsOfTone, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';

const THEIRS = '+493055500001';
const OURS = '+493055500010';
/** The network of the phone: Parley's is 127.0.0.1. */
const OUTSIDE = '127.0.0.2';
const TONE_HZ = 300;
/** At least. */
const SOUND_S = 0.5;

describeWith(['kamailio', 'rtpengine', 'baresip'], 'a trunk behind Kamailio and rtpengine, in another network', () => {
  let service: Service;
  let agentId: string;
  let phonePort: number;
  let borderPort: number;
  let border: Kamailio;
  let relay: Rtpengine;
  let phone: Baresip | undefined;

  beforeAll(async () => {
    service = await Service.start();
    agentId = await firstAgent(service);
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 8 } });
    const [controlPort, firstRtpPort] = [await lastingPort(), await lastingRtpPort(42)];
    [phonePort, borderPort] = [await lastingPort(), await lastingPort()];
    relay = await Rtpengine.start({
      ...{ controlPort, inside: '127.0.0.1', outside: OUTSIDE },
      rtpPorts: { first: firstRtpPort, last: firstRtpPort + 40 },
    });
    border = await startBorder(borderPort, {
      ...{ inside: service.address.sipPort, outside: { host: OUTSIDE, port: phonePort }, controlPort },
    });
    const trunk = await service.request('POST', '/trunks', {
      body: { name: 'border', host: '127.0.0.1', port: borderPort, srtp: 'required' },
    });
    const number = await service.request('POST', '/numbers', {
      body: { phone_number: OURS, trunk_id: trunk.body.trunk_id, agent_id: agentId },
    });
    expect([trunk.status, number.status]).toEqual([201, 201]);
  });

  afterEach(() => phone?.close());
  afterAll(async () => {
    await service?.remove();
    await Promise.all([border?.close(), relay?.close()]);
  });

  async function start(calls?: { port: number; number: string }): Promise<Baresip> {
    const first = await lastingRtpPort();
    phone = await Baresip.start({
      ...{ host: OUTSIDE, port: phonePort, number: THEIRS, codec: 'pcma', toneHz: TONE_HZ },
      ...{ rtpPorts: { first, last: first + 20 }, ...(calls ? { calls } : {}) },
    });
    return phone;
  }

  /** Encrypted on our side and plain on the other, the tone came here and the words went there, all by the relay. */
  async function expectSoundThrough(phone: Baresip, call: { call_id: string; recording_stereo_url: string }) {
    const heard = stretchesOfSound(readWav(await phone.heard()), 0);
    const recording = await fetchWav(call.recording_stereo_url);
    expect(secondsOfTone(recording, 0, TONE_HZ), 'seconds of the tone in the recording').toBeGreaterThan(SOUND_S);
    expect(soundBetween(heard, 0, 60), 'seconds of the agent at baresip').toBeGreaterThan(SOUND_S);
    expect(phone.output).not.toContain('SRTP is Enabled');
    const { body } = await service.request('GET', `/calls/${call.call_id}/diagnosis`);
    const sdp = body.ladder.filter((each: any) => each.direction === 'received' && each.message.includes('m=audio'));
    expect(sdp.at(-1).message).toMatch(/m=audio \d+ RTP\/SAVP/);
    expect(sdp.at(-1).message).toContain('c=IN IP4 127.0.0.1\r\n');
    expect(body.media[0].rtp).toMatchObject({ unexpected_payload_types: [] });
  }

  test('a call goes out', async () => {
    const phone = await start();
    const call = await service.callOver(await place(service, agentId, THEIRS, { from_number: OURS, max_duration: 12 }));
    expect(call, border.output + relay.output).toMatchObject({ status: 'completed' });
    await expectSoundThrough(phone, call);
  });

  test('a call comes in', async () => {
    const phone = await start({ port: borderPort, number: OURS });
    await phone.says('Call established');
    const { body } = await service.request('GET', '/calls?limit=1');
    await expectSoundThrough(phone, await service.callOver(body.data[0].call_id));
  });
});
