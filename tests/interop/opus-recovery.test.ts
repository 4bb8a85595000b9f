import { fileURLToPath } from 'node:url';
import { Resampler, wavHeader } from '@parley/audio';
import { babble } from '@parley/audio/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Baresip } from '../support/baresip.ts';
import { lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';

const THEIRS = '+493055500002';
const LOSS = 0.1;

const preload = fileURLToPath(new URL('lossy-datagrams.cjs', import.meta.url));

/** Half a minute of something like speech. */
function speech(): Uint8Array {
  const mono = new Resampler(8000, 48_000).process(babble(30, 130, 5));
  const stereo = Int16Array.from({ length: 2 * mono.length }, (_, at) => mono[at >> 1]!);
  const sound = Buffer.from(stereo.buffer);
  return Buffer.concat([wavHeader({ channels: 2, sampleRateHz: 48_000, dataBytes: sound.length }), sound]);
}

describeWith(['baresip'], 'Opus with baresip, over a network that loses one packet in ten', () => {
  let service: Service;
  let agentId: string;
  let sipPort: number;
  let rtpPorts: { first: number; last: number };
  let baresip: Baresip | undefined;

  beforeAll(async () => {
    sipPort = await lastingPort();
    const first = await lastingRtpPort();
    rtpPorts = { first, last: first + 20 };
    service = await Service.start({
      NODE_OPTIONS: `--require ${preload}`,
      ...{ LOSS: String(LOSS), LOSS_SEED: '11', LOSS_RTP: `${rtpPorts.first}-${rtpPorts.last}` },
    });
    agentId = await firstAgent(service);
    const { body: trunk } = await service.request('POST', '/trunks', {
      body: { name: 'lossy', host: '127.0.0.1', port: sipPort, codecs: ['opus'] },
    });
    const { body: number } = await service.request('POST', '/numbers', {
      body: { phone_number: '+493055500021', trunk_id: trunk.trunk_id },
    });
    await service.request('PATCH', `/numbers/${number.number_id}`, { body: { agent_id: agentId } });
  });

  afterEach(() => baresip?.close());
  afterAll(() => service?.remove());

  test('what is lost of its speech is recovered where it sends with redundancy', async () => {
    const options = { port: sipPort, number: THEIRS, codec: 'opus', rtpPorts, says: speech(), opusFec: true } as const;
    baresip = await Baresip.start(options);
    const callId = await place(service, agentId, THEIRS, { from_number: '+493055500021', max_duration: 12 });
    const call = await service.callOver(callId);
    expect(call, baresip.output).toMatchObject({ status: 'completed' });
    const { body } = await service.request('GET', `/calls/${callId}/diagnosis`);
    const [line] = body.media;
    expect(line.packets_lost).toBeGreaterThan(20);
    // Pauses have no redundancy, and of two that are lost in a row the first one is gone.
    expect(line.recovered_frames, JSON.stringify(line)).toBeGreaterThan(line.packets_lost / 4);
    expect(line.rtp.rtcp.remote_packets_lost).toBeGreaterThan(5);
    const descriptions = body.ladder.filter(({ message }: { message: string }) => message.includes('opus/48000/2'));
    expect(descriptions).toHaveLength(2);
    for (const { message } of descriptions) expect(message).toContain('useinbandfec=1');
  });
});
