import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Baresip } from '../support/baresip.ts';
import { lastingPort, lastingRtpPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { firstAgent, place } from './calls.ts';
import { describeWith } from './peers.ts';

const NUMBER = '+493055500001';
const OURS = '+493055500010';

describeWith(['baresip'], 'addresses of IPv6 that are known as those of a trunk', () => {
  let service: Service;
  let agentId: string;
  let ports: { operator: number; elsewhere: number };
  let baresip: Baresip | undefined;

  beforeAll(async () => {
    ports = { operator: await lastingPort(), elsewhere: await lastingPort() };
    service = await Service.start({ PARLEY_SIP_HOST_IPV6: '::1', PARLEY_SIP_TRUNK: `[::1]:${ports.operator}` });
    agentId = await firstAgent(service);
    await service.request('PATCH', `/agents/${agentId}`, { body: { max_duration: 3 } });
  });
  afterEach(() => baresip?.close());
  afterAll(() => service?.remove());

  /** Its call is over when it has counted packets; `called`: whom it calls, or it waits. */
  async function start(port: number, called?: string): Promise<void> {
    const first = await lastingRtpPort();
    const settings = {
      host: '::1',
      port,
      number: NUMBER,
      codec: 'pcmu',
      rtpPorts: { first, last: first + 20 },
    } as const;
    const calls = called && { calls: { port: service.address.sipPort, number: called } };
    baresip = await Baresip.start({ ...settings, ...calls });
  }

  async function expectSoundBothWays(callId: string): Promise<void> {
    await service.callOver(callId);
    const { body } = await service.request('GET', `/calls/${callId}/diagnosis`);
    expect(body.media[0]).toMatchObject({ rtp: { source_address: expect.stringMatching(/^\[::1\]:\d+$/) } });
    expect(body.media[0].packets_received).toBeGreaterThan(50);
    expect(body.media[0].packets_sent).toBeGreaterThan(50);
  }

  async function lastInbound(): Promise<any> {
    await baresip!.says(/packets:\s+\d+\s+\d+/);
    const { body } = await service.request('GET', '/calls?direction=inbound&limit=1');
    return body.data[0];
  }

  test("the operator's trunk carries calls out, and calls in", async () => {
    await start(ports.operator);
    const callId = await place(service, agentId, NUMBER, { max_duration: 3 });
    await baresip!.says(/packets:\s+\d+\s+\d+/);
    await expectSoundBothWays(callId);
    await baresip!.close();
    const { body } = await service.request('GET', '/numbers');
    const [{ phone_number: ours }] = body.data;
    await start(ports.operator, ours);
    const call = await lastInbound();
    expect(call.recipient_phone).toBe(ours);
    await expectSoundBothWays(call.call_id);
  });

  test('calls from an address in inbound_addresses are of the trunk, whatever their port', async () => {
    const settings = { name: 'Elsewhere', host: '192.0.2.1', inbound_addresses: ['0:0::1'] };
    const { body: trunk } = await service.request('POST', '/trunks', { body: settings });
    expect(trunk.inbound_addresses).toEqual(['::1']);
    const number = { phone_number: OURS, trunk_id: trunk.trunk_id, agent_id: agentId };
    expect((await service.request('POST', '/numbers', { body: number })).status).toBe(201);
    await start(ports.elsewhere, OURS);
    const call = await lastInbound();
    expect(call.recipient_phone).toBe(OURS);
    await expectSoundBothWays(call.call_id);
  });
});
