import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWav, tone, wavHeader } from '@parley/audio';
import { OpenAiServer } from '@parley/providers/testing';
import { TestAuthority } from '@parley/sip/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Baresip, type BaresipOptions } from '../support/baresip.ts';
import { until } from '../support/growing-pauses.ts';
import { freePort, lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav, secondsOfTone } from '../support/sound.ts';
import { place } from './calls.ts';
import { describeWith } from './peers.ts';

const THEIRS = '+493055500001';
/** A trunk for each, and the agent's number on it. */
const OURS = { udp: '+493055500010', tcp: '+493055500011', tls: '+493055500012' };
type Transport = keyof typeof OURS;
const BARESIP_HZ = 300;
const AGENT_HZ = 1300;
/** At least. */
const SOUND_S = 0.5;

/** What baresip says, over and over: it leaves the agent time to speak first, whom speech would interrupt. */
function sayings(): Uint8Array {
  const sampleRateHz = 48_000;
  const silence = new Int16Array(3.5 * sampleRateHz);
  const mono = [...silence, ...tone([BARESIP_HZ], 1500, { sampleRateHz })];
  const stereo = Int16Array.from({ length: 2 * mono.length }, (_, at) => mono[at >> 1]!);
  const sound = Buffer.from(stereo.buffer);
  return Buffer.concat([wavHeader({ channels: 2, sampleRateHz, dataBytes: sound.length }), sound]);
}

const WAYS = [
  ['udp', 'pcmu', 'plain'],
  ['tcp', 'opus', 'plain'],
  ['tls', 'g722', 'encrypted'],
] as const;

describeWith(['baresip'], 'baresip over UDP, TCP and TLS, to an agent that speaks in tones', () => {
  let directory: string;
  let model: OpenAiServer;
  let service: Service;
  let agentId: string;
  let tlsPort: number;
  const ports = new Map<Transport, number>();
  let phone: Baresip | undefined;
  const authority = new TestAuthority('Private Authority');
  const fileOf = (name: string) => path.join(directory, `${name}.pem`);

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-baresip-tls-'));
    const { certificate, key } = authority.issue({ names: ['127.0.0.1'] });
    const files = { authorities: authority.certificate, certificate, key, both: `${certificate}\n${key}` };
    for (const [name, pem] of Object.entries(files)) await writeFile(fileOf(name), pem);
    tlsPort = await freePort();
    service = await Service.start({
      PARLEY_SIP_TLS_PORT: String(tlsPort),
      PARLEY_SIP_TLS_CERTIFICATE: fileOf('certificate'),
      PARLEY_SIP_TLS_KEY: fileOf('key'),
      PARLEY_SIP_TLS_AUTHORITIES: fileOf('authorities'),
    });
    model = await new OpenAiServer().start();
    model.talk.speak = (_text, sampleRateHz) => tone([AGENT_HZ], 1500, { sampleRateHz });
    const connection = { base_url: `${model.baseUrl}/v1`, api_key: model.apiKey };
    await service.request('POST', '/providers', { body: { vendor: 'openai', name: 'openai', ...connection } });
    const { body: agent } = await service.request('POST', '/agents', {
      body: {
        ...{ name: 'Tones', prompt: 'Be brief.', first_message: 'Good morning.' },
        ...{ model: 'openai/gpt-realtime', voice_id: 'openai/cedar' },
      },
    });
    agentId = agent.agent_id;
    for (const [transport, codec, audio] of WAYS) await connect(transport, codec, audio);
  });

  async function connect(transport: Transport, codec: string, audio: 'plain' | 'encrypted'): Promise<void> {
    const port = await lastingPort();
    ports.set(transport, port);
    const trunk = await service.request('POST', '/trunks', {
      body: {
        ...{ name: transport, host: '127.0.0.1', transport, codecs: [codec] },
        ...{ port: transport === 'tls' ? port + 1 : port, srtp: audio === 'encrypted' ? 'required' : 'off' },
      },
    });
    const number = await service.request('POST', '/numbers', {
      body: { phone_number: OURS[transport], trunk_id: trunk.body.trunk_id, agent_id: agentId },
    });
    expect([trunk.status, number.status]).toEqual([201, 201]);
  }

  afterEach(() => phone?.close());
  afterAll(async () => {
    await service?.remove();
    await model?.close();
    await rm(directory, { recursive: true, force: true });
  });

  type Started = Pick<BaresipOptions, 'codec'> & Partial<Pick<BaresipOptions, 'controlPort' | 'traces'>>;

  async function start(transport: Transport, options: Started, isCalling: boolean): Promise<Baresip> {
    const first = await lastingRtpPort();
    const port = transport === 'tls' ? tlsPort : service.address.sipPort;
    phone = await Baresip.start({
      ...{ port: ports.get(transport)!, number: THEIRS, says: sayings(), ...options },
      ...{ rtpPorts: { first, last: first + 20 } },
      ...(transport === 'tls' && {
        mediaEncryption: 'srtp-mand',
        tls: { certificate: fileOf('both'), authorities: fileOf('authorities') },
      }),
      ...(isCalling && { calls: { port, number: OURS[transport], ...(transport !== 'udp' && { transport }) } }),
    });
    return phone;
  }

  /** Calls that come in, in seconds. */
  const lastAtMost = (max_duration: number) =>
    service.request('PATCH', `/agents/${agentId}`, { body: { max_duration } });
  const latestCall = async () => (await service.request('GET', '/calls?limit=1')).body.data[0].call_id as string;
  const talking = (callId: string) => service.callWhen(callId, ({ phase }) => phase === 'talking');

  /** Both tones are in both recordings, and the messages went over this transport. */
  async function expectTonesBothWays(phone: Baresip, callId: string, transport: Transport): Promise<void> {
    const call = await service.callOver(callId);
    expect(call, phone.output).toMatchObject({ status: 'completed' });
    const [recording, heard] = [await fetchWav(call.recording_stereo_url), readWav(await phone.heard())];
    expect(secondsOfTone(recording, 0, BARESIP_HZ), 'of baresip in our recording').toBeGreaterThan(SOUND_S);
    expect(secondsOfTone(recording, 1, AGENT_HZ), 'of the agent in our recording').toBeGreaterThan(SOUND_S);
    expect(secondsOfTone(heard, 0, AGENT_HZ), 'of the agent in the recording of baresip').toBeGreaterThan(SOUND_S);
    const { ladder, media } = (await service.request('GET', `/calls/${callId}/diagnosis`)).body;
    expect(new Set(ladder.map((message: { transport: string }) => message.transport))).toEqual(new Set([transport]));
    expect(media[0].rtp).toMatchObject({ unexpected_payload_types: [] });
  }

  test.each(WAYS)('%s, %s, %s: it is called', async (transport, codec, audio) => {
    const phone = await start(transport, { codec }, false);
    const callId = await place(service, agentId, THEIRS, { from_number: OURS[transport], max_duration: 8 });
    await expectTonesBothWays(phone, callId, transport);
    expect(phone.output.includes('SRTP is Enabled')).toBe(audio === 'encrypted');
  });

  test.each(WAYS)('%s, %s, %s: it calls', async (transport, codec) => {
    await lastAtMost(8);
    const phone = await start(transport, { codec }, true);
    await phone.says('Call established');
    const callId = await latestCall();
    await expectTonesBothWays(phone, callId, transport);
  });

  test.each(WAYS)('%s, %s, %s: it holds and resumes the call, and presses keys', async (transport, codec) => {
    await lastAtMost(120);
    const controlPort = await lastingPort();
    const phone = await start(transport, { codec, controlPort, traces: true }, true);
    await phone.says('Call established');
    const callId = await latestCall();
    await talking(callId);
    await phone.enter(controlPort, 'hold', '');
    await phone.says('a=recvonly');
    await phone.enter(controlPort, 'resume', '');
    // Its offer, and our answer. Keys that are pressed before may be lost while baresip sets up its audio anew.
    await phone.says(/a=recvonly[\s\S]*a=sendrecv[\s\S]*a=sendrecv/);
    await phone.enter(controlPort, 'sndcode', '12#');
    await until(
      async () => (await service.request('GET', `/calls/${callId}`)).body.transcript ?? [],
      (turns) => turns.some(({ text }: { text: string }) => /1.*2.*#/.test(text)),
    );
    await service.request('POST', `/calls/${callId}/hangup`);
    await service.callOver(callId);
    const { ladder } = await until(
      async () => (await service.request('GET', `/calls/${callId}/diagnosis`)).body,
      (body) => body.ladder.length > 0,
    );
    const directions = ladder
      .filter(({ message }: { message: string }) => /^INVITE/.test(message))
      .map(({ message }: { message: string }) => /a=(sendrecv|sendonly|recvonly|inactive)/.exec(message)?.[1]);
    expect(directions).toEqual(['sendrecv', 'sendonly', 'sendrecv']);
  });
});
