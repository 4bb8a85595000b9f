import { readWav, tone } from '@parley/audio';
import { OpenAiServer } from '@parley/providers/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FakeDeepgram } from '../../server/src/providers/testing/fake-deepgram.ts';
import { Baresip } from '../support/baresip.ts';
import { lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, secondsOfTone, soundBetween, stretchesOfSound } from '../support/sound.ts';
import { firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';

const THEIRS = '+493055500001';
const OURS = '+493055500020';
/** At least. */
const SOUND_S = 0.5;
/** Above all that a narrowband call carries. */
const TONE_HZ = 5500;
/** The agent's. */
const WIDE_VOICE_HZ = 5200;

describeWith(['baresip'], 'a trunk that prefers wideband, with baresip at its other end', () => {
  let service: Service;
  let agentId: string;
  let sipPort: number;
  let baresip: Baresip | undefined;

  beforeAll(async () => {
    service = await Service.start();
    agentId = await firstAgent(service);
    sipPort = await lastingPort();
    const { body: trunk } = await service.request('POST', '/trunks', {
      body: { name: 'wideband', host: '127.0.0.1', port: sipPort, codecs: ['opus', 'g722', 'pcma'] },
    });
    const { body: number } = await service.request('POST', '/numbers', {
      body: { phone_number: OURS, trunk_id: trunk.trunk_id },
    });
    await service.request('PATCH', `/numbers/${number.number_id}`, { body: { agent_id: agentId } });
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 8 } });
  });

  afterEach(() => baresip?.close());
  afterAll(() => service?.remove());

  async function start(codec: 'opus' | 'g722', calls?: { port: number; number: string }): Promise<Baresip> {
    const first = await lastingRtpPort();
    baresip = await Baresip.start({
      ...{ port: sipPort, number: THEIRS, codec, toneHz: TONE_HZ, rtpPorts: { first, last: first + 20 } },
      ...(calls ? { calls } : {}),
    });
    return baresip;
  }

  /** The tone is in the recording, and the agent's words are in what baresip heard; all of it in this payload type. */
  async function expectSound(phone: Baresip, call: { call_id: string; recording_stereo_url: string }, type: number) {
    const recording = await fetchWav(call.recording_stereo_url);
    const heard = stretchesOfSound(readWav(await phone.heard()), 0);
    expect(recording.sampleRateHz).toBe(16_000);
    expect(secondsOfTone(recording, 0, TONE_HZ), 'seconds of the tone in the recording').toBeGreaterThan(SOUND_S);
    expect(soundBetween(heard, 0, 60), 'seconds of the agent at baresip').toBeGreaterThan(SOUND_S);
    const { body } = await service.request('GET', `/calls/${call.call_id}/diagnosis`);
    const [{ rtp }] = body.media;
    expect(rtp.payload_types.map((each: { payload_type: number }) => each.payload_type)).toContain(type);
    expect(rtp).toMatchObject({ unexpected_payload_types: [] });
    expect(rtp.rtcp.remote_jitter_ms).toBeLessThan(100);
  }

  test.each([
    ['opus', 111],
    ['g722', 9],
  ] as const)('calls one that has %s', async (codec, payloadType) => {
    const phone = await start(codec);
    const callId = await place(service, agentId, THEIRS, { from_number: OURS, max_duration: 12 });
    const call = await service.callOver(callId);
    expect(call, phone.output).toMatchObject({ status: 'completed' });
    await expectSound(phone, call, payloadType);
  });

  test('a vendor hears what the phone sends above 4 kHz, and the phone what the vendor says there', async () => {
    const deepgram = await FakeDeepgram.start((sampleRateHz) =>
      Buffer.from(tone([WIDE_VOICE_HZ], 1500, { sampleRateHz }).buffer),
    );
    const { body: provider } = await service.request('POST', '/providers', {
      body: { vendor: 'deepgram', name: 'deepgram', base_url: deepgram.url, api_key: deepgram.apiKey },
    });
    try {
      const { body: agent } = await service.request('POST', '/agents', {
        body: {
          ...{ name: 'Wide', prompt: 'Be brief.', first_message: 'Good morning.', max_duration: 6 },
          ...{ voice_id: `deepgram/${deepgram.voice}`, transcriber: 'deepgram/nova-3' },
        },
      });
      const phone = await start('g722');
      const callId = await place(service, agent.agent_id, THEIRS, { from_number: OURS });
      const call = await service.callOver(callId);
      const recording = await fetchWav(call.recording_stereo_url);
      expect(secondsOfTone(recording, 0, TONE_HZ), 'of the phone in the recording').toBeGreaterThan(SOUND_S);
      expect(secondsOfTone(recording, 1, WIDE_VOICE_HZ), 'of the agent in the recording').toBeGreaterThan(SOUND_S);
      expect(secondsOfTone(readWav(await phone.heard()), 0, WIDE_VOICE_HZ), 'at the phone').toBeGreaterThan(SOUND_S);
      const { encoding, sampleRateHz, pieces } = deepgram.listened.at(-1)!;
      expect([encoding, sampleRateHz]).toEqual(['linear16', 16_000]);
      const samples = new Int16Array(new Uint8Array(Buffer.concat(pieces)).buffer);
      expect(secondsOfTone({ sampleRateHz, channels: 1, samples }, 0, TONE_HZ), 'at the vendor').toBeGreaterThan(
        SOUND_S,
      );
    } finally {
      await service.request('DELETE', `/providers/${provider.provider_id}`);
      await deepgram.close();
    }
  });

  test('a model that hears and speaks has both ways what is above 4 kHz', async () => {
    const server = await new OpenAiServer().start();
    server.talk.speak = (_text, sampleRateHz) => tone([WIDE_VOICE_HZ], 1500, { sampleRateHz });
    const connection = { base_url: `${server.baseUrl}/v1`, api_key: server.apiKey };
    const { body: provider } = await service.request('POST', '/providers', {
      body: { vendor: 'openai', name: 'openai', ...connection },
    });
    try {
      const { body: agent } = await service.request('POST', '/agents', {
        body: {
          ...{ name: 'Speaking', prompt: 'Be brief.', first_message: 'Good morning.', max_duration: 6 },
          ...{ model: 'openai/gpt-realtime', voice_id: 'openai/cedar' },
        },
      });
      const phone = await start('g722');
      const callId = await place(service, agent.agent_id, THEIRS, { from_number: OURS });
      const call = await service.callOver(callId);
      expect(call, phone.output).toMatchObject({ status: 'completed' });
      expect(secondsOfTone(readWav(await phone.heard()), 0, WIDE_VOICE_HZ), 'at the phone').toBeGreaterThan(SOUND_S);
      const { rateHz: sampleRateHz, heard } = server.talk.session;
      const samples = Int16Array.from(heard.flatMap((piece) => [...piece]));
      expect(secondsOfTone({ sampleRateHz, channels: 1, samples }, 0, TONE_HZ), 'at the vendor').toBeGreaterThan(
        SOUND_S,
      );
    } finally {
      await service.request('DELETE', `/providers/${provider.provider_id}`);
      await server.close();
    }
  });

  test.each([
    ['opus', 96],
    ['g722', 9],
  ] as const)('is called by one that has %s', async (codec, payloadType) => {
    const phone = await start(codec, { port: service.address.sipPort, number: OURS });
    await phone.says('Call established');
    const { body } = await service.request('GET', '/calls?limit=1');
    const call = await service.callOver(body.data[0].call_id);
    await expectSound(phone, call, payloadType);
  });
});
