import { readWav } from '@parley/audio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Baresip, type BaresipOptions } from '../support/baresip.ts';
import { lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';

const NUMBER = '+493055500001';
/** A trunk for each, and the agent's number on it. */
const OURS = { off: '+493055500010', preferred: '+493055500011', required: '+493055500012' };
type Srtp = keyof typeof OURS;
/** At least. */
const SOUND_S = 0.5;

describeWith(['baresip'], 'a trunk with baresip at its other end', () => {
  let service: Service;
  let agentId: string;
  const sipPorts = new Map<Srtp, number>();
  let baresip: Baresip | undefined;

  beforeAll(async () => {
    service = await Service.start();
    agentId = await firstAgent(service);
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 8 } });
    for (const srtp of Object.keys(OURS) as Srtp[]) await connect(srtp);
  });

  async function connect(srtp: Srtp): Promise<void> {
    const port = await lastingPort();
    sipPorts.set(srtp, port);
    const trunk = await service.request('POST', '/trunks', { body: { name: srtp, host: '127.0.0.1', port, srtp } });
    const number = await service.request('POST', '/numbers', {
      body: { phone_number: OURS[srtp], trunk_id: trunk.body.trunk_id },
    });
    const assigned = await service.request('PATCH', `/numbers/${number.body.number_id}`, {
      body: { agent_id: agentId },
    });
    expect([trunk.status, number.status, assigned.status]).toEqual([201, 201, 200]);
  }

  afterEach(() => baresip?.close());
  afterAll(() => service?.remove());

  async function startBaresip(srtp: Srtp, options: Partial<BaresipOptions>): Promise<Baresip> {
    const first = await lastingRtpPort();
    baresip = await Baresip.start({
      ...{ port: sipPorts.get(srtp)!, number: NUMBER, codec: 'pcmu', rtpPorts: { first, last: first + 20 } },
      ...options,
    });
    return baresip;
  }

  /** Places a call to baresip, which answers; resolves when it is over. */
  async function call(srtp: Srtp) {
    return service.callOver(await place(service, agentId, NUMBER, { from_number: OURS[srtp], max_duration: 12 }));
  }

  /** baresip calls the agent, who hangs up after some seconds; resolves then. */
  async function callFrom(srtp: Srtp, options: Partial<BaresipOptions>) {
    const calls = { port: service.address.sipPort, number: OURS[srtp] };
    const phone = await startBaresip(srtp, { ...options, calls });
    await phone.says('Call established');
    const { body } = await service.request('GET', '/calls?limit=1');
    return { call: await service.callOver(body.data[0].call_id), phone };
  }

  /** Audio went both ways: the tone is in the recording, and the agent's words are in what baresip heard. */
  async function expectSoundBothWays(phone: Baresip, call: { recording_stereo_url: string }): Promise<void> {
    const tone = stretchesOfSound(await fetchWav(call.recording_stereo_url), 0);
    const heard = stretchesOfSound(readWav(await phone.heard()), 0);
    expect(soundBetween(tone, 0, 60), 'seconds of the tone in the recording').toBeGreaterThan(SOUND_S);
    expect(soundBetween(heard, 0, 60), 'seconds of the agent at baresip').toBeGreaterThan(SOUND_S);
  }

  /** Reports went both ways: its own came, and one of ours was answered in them. */
  async function expectReports({ call_id: callId }: { call_id: string }): Promise<void> {
    const { body } = await service.request('GET', `/calls/${callId}/diagnosis`);
    const { rtcp } = body.media[0].rtp;
    expect(rtcp).toMatchObject({ remote_packets_lost: 0, remote_loss: 0 });
    expect(rtcp.reports_sent).toBeGreaterThan(0);
    expect(rtcp.reports_received).toBeGreaterThan(0);
    expect(rtcp.round_trip_ms).toBeGreaterThanOrEqual(0);
    expect(rtcp.round_trip_max_ms).toBeLessThan(1000);
    expect(rtcp.remote_jitter_ms).toBeGreaterThanOrEqual(0);
  }

  test.each([
    ['off', undefined, 'pcmu', null],
    ['off', 'srtp', 'pcma', null],
    ['preferred', undefined, 'pcma', null],
    ['preferred', 'srtp', 'pcmu', 'AES_CM_128_HMAC_SHA1_80'],
    ['required', 'srtp-mand', 'pcma', 'AES_CM_128_HMAC_SHA1_80'],
  ] as const)('SRTP %s calls one with %s in %s: %s', async (srtp, mediaEncryption, codec, suite) => {
    const phone = await startBaresip(srtp, { codec, ...(mediaEncryption ? { mediaEncryption } : {}) });
    const placed = await call(srtp);
    expect(placed, phone.output).toMatchObject({ status: 'completed' });
    if (suite === null) expect(phone.output).not.toContain('SRTP is Enabled');
    else expect(phone.output).toContain(`cryptosuite=${suite}`);
    await expectSoundBothWays(phone, placed);
    await expectReports(placed);
  });

  /** What it answered our offer with. */
  async function answerOf({ call_id: callId }: { call_id: string }): Promise<string> {
    const { body } = await service.request('GET', `/calls/${callId}/diagnosis`);
    const received = body.ladder.filter(({ direction }: { direction: string }) => direction === 'received');
    return received.find(({ message }: { message: string }) => message.includes('m=audio')).message;
  }

  test('SRTP required fails a call to one that has none: it is not made plain', async () => {
    await startBaresip('required', {});
    expect(await call('required')).toMatchObject({ status: 'failed', answered_at: null });
  });

  test.each([
    ['off', undefined, null],
    ['preferred', 'srtp', 'AES_CM_128_HMAC_SHA1_80'],
    ['required', 'srtp-mand', 'AES_CM_128_HMAC_SHA1_80'],
  ] as const)('SRTP %s is called by one with %s: %s', async (srtp, mediaEncryption, suite) => {
    const { call: taken, phone } = await callFrom(srtp, mediaEncryption ? { mediaEncryption } : {});
    if (suite === null) expect(phone.output).not.toContain('SRTP is Enabled');
    else expect(phone.output).toContain(`cryptosuite=${suite}`);
    await expectSoundBothWays(phone, taken);
    await expectReports(taken);
  });

  test.each([
    ['off', undefined],
    ['required', 'srtp-mand'],
  ] as const)('SRTP %s reports on the port of RTP where both sides can', async (srtp, mediaEncryption) => {
    const phone = await startBaresip(srtp, { rtcpMux: true, ...(mediaEncryption ? { mediaEncryption } : {}) });
    const placed = await call(srtp);
    await expectSoundBothWays(phone, placed);
    await expectReports(placed);
    expect(await answerOf(placed)).toContain('a=rtcp-mux');
  });

  test('SRTP required refuses a plain call with 488', async () => {
    const calls = { port: service.address.sipPort, number: OURS.required };
    const phone = await startBaresip('required', { calls });
    await phone.says('488');
  });
});
