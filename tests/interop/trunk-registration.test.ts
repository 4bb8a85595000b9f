import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { growingPauses } from '../support/growing-pauses.ts';
import type { Kamailio } from '../support/kamailio.ts';
import { BARRED, CUTS_FLOW, startRegistrar } from '../support/kamailio-registrar.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { SipPeer } from '../support/sip-peer.ts';
import { StandalonePhone } from '../support/standalone-phone.ts';
import { firstAgent } from './calls.ts';
import { describeWith } from './peers.ts';

const LOGIN = { username: 'parley', password: 'open sesame', domain: 'localhost' };
const OURS = '+493012345678';
const CALLED = '+493055500001';
const CALL_STEPS = ['call', 'ringing', 'answered', 'media_received', 'media_sent'];

describeWith(['kamailio'], 'a trunk that wants us to register', () => {
  let service: Service;
  let phone: StandalonePhone;
  let peer: SipPeer;
  let kamailio: Kamailio | undefined;
  let port = 0;
  let trunkId = '';

  beforeAll(async () => {
    phone = new StandalonePhone(await freePort());
    await phone.next('listening');
    peer = await SipPeer.start();
    service = await Service.start();
  });
  afterEach(async () => {
    const { body } = await service.request('GET', '/numbers');
    const connected = body.data.filter((number: any) => number.trunk_id === trunkId);
    for (const { number_id: numberId } of connected) await service.request('DELETE', `/numbers/${numberId}`);
    expect((await service.request('DELETE', `/trunks/${trunkId}`)).status).toBe(204);
    await kamailio?.close();
  });
  afterAll(async () => {
    await service?.remove();
    await peer?.close();
    await phone?.close();
  });

  async function connect(
    settings: { transport?: 'udp' | 'tcp'; username?: string; password?: string; registration_mode?: 'bulk' } = {},
    { keepsFlows = false, domain = LOGIN.domain }: { keepsFlows?: boolean; domain?: string } = {},
  ): Promise<void> {
    const { transport = 'udp' } = settings;
    port = await freePort();
    const network = { callerPort: peer.port, calleePort: phone.port };
    const isBulk = settings.registration_mode === 'bulk';
    kamailio = await startRegistrar(port, { login: { ...LOGIN, domain }, transport, network, keepsFlows, isBulk });
    const { username, password } = LOGIN;
    const isThere = domain === LOGIN.domain;
    const place = isThere ? { host: domain, port } : { host: domain, outbound_proxy: `127.0.0.1:${port}` };
    const trunk = { name: 'Registers', ...place, authentication: 'register', username, password };
    const { status, body } = await service.request('POST', '/trunks', { body: { ...trunk, ...settings } });
    expect([status, body.error]).toEqual([201, undefined]);
    trunkId = body.trunk_id;
  }

  const change = (body: object) => service.request('PATCH', `/trunks/${trunkId}`, { body });

  /** The trunk, when its status is that; the test's own time limit ends the waiting. */
  async function trunkWhen(status: string): Promise<any> {
    for (const pause of growingPauses()) {
      const { body } = await service.request('GET', `/trunks/${trunkId}`);
      if (body.status === status) return body;
      await pause();
    }
  }

  /** What a caller hears when the registrar has forgotten us. */
  async function isForgotten(): Promise<void> {
    for (const pause of growingPauses()) {
      if ((await peer.call(port, OURS)) === 480) return;
      await pause();
    }
  }

  async function tested(body: object = {}): Promise<any> {
    const response = await service.request('POST', `/trunks/${trunkId}/test`, { body });
    if (response.status !== 200) throw new Error(JSON.stringify(response.body));
    return response.body;
  }

  async function connectNumber(): Promise<void> {
    const body = { phone_number: OURS, trunk_id: trunkId, agent_id: await firstAgent(service) };
    expect((await service.request('POST', '/numbers', { body })).status).toBe(201);
  }

  async function callsAreOver(): Promise<void> {
    const { body } = await service.request('GET', '/calls?limit=20');
    await Promise.all(body.data.map(({ call_id: callId }: any) => service.callOver(callId)));
  }

  const namesOf = ({ steps }: any) => steps.map(({ name, ok }: any) => (ok ? name : `not ${name}`));

  test.each(['udp', 'tcp'] as const)(
    'over %s: calls come in at the contact that was registered, and go out with the same credentials',
    async (transport) => {
      await connect({ transport });
      const beganS = Date.now() / 1000;
      const { registration } = await trunkWhen('registered');
      expect(registration.detail).toBeNull();
      expect(registration.expires_at - beganS).toBeGreaterThan(60);
      expect(registration.expires_at - beganS).toBeLessThan(130);
      const connection = transport === 'tcp' ? ['tcp'] : [];
      const result = await tested({ recipient_phone: CALLED });
      expect([result.ok, ...namesOf(result)]).toEqual([
        true,
        ...['dns', ...connection, 'registration', 'options', ...CALL_STEPS],
      ]);
      await connectNumber();
      expect(await peer.call(port, OURS)).toBe('answered');
      await callsAreOver();
    },
  );

  test('where the registrar keeps flows, calls take it both ways, and it is made anew when it breaks', async () => {
    await connect({ transport: 'tcp' }, { keepsFlows: true });
    await trunkWhen('registered');
    const result = await tested({ recipient_phone: CALLED });
    expect([result.ok, ...namesOf(result)]).toEqual([true, 'dns', 'tcp', 'registration', 'options', ...CALL_STEPS]);
    await connectNumber();
    expect(await peer.call(port, OURS)).toBe('answered');
    await callsAreOver();
    expect(await peer.call(port, CUTS_FLOW)).toBe(486);
    // The contact is valid for a minute yet: without another registration no call would come.
    for (const pause of growingPauses()) {
      if ((await peer.call(port, OURS)) === 'answered') break;
      await pause();
    }
    await callsAreOver();
  });

  test.each([
    ['udp', false],
    ['tcp', true],
  ] as const)(
    'all numbers at once over %s, flows: %s: calls come in by the number in their Request-URI',
    async (transport, keepsFlows) => {
      await connect({ transport, registration_mode: 'bulk' }, { keepsFlows });
      await trunkWhen('registered');
      const connection = transport === 'tcp' ? ['tcp'] : [];
      const result = await tested({ recipient_phone: CALLED });
      expect([result.ok, ...namesOf(result)]).toEqual([
        true,
        ...['dns', ...connection, 'registration', 'options', ...CALL_STEPS],
      ]);
      await connectNumber();
      expect(await peer.call(port, OURS)).toBe('answered');
      expect(await peer.call(port, '+493099999999')).toBe(404);
      await callsAreOver();
      await change({ status: 'disabled' });
      await isForgotten();
    },
  );

  test('through an outbound proxy: registrations and calls of a domain that is at no address', async () => {
    await connect({}, { domain: 'provider.invalid' });
    await trunkWhen('registered');
    const result = await tested({ recipient_phone: CALLED });
    expect([result.ok, ...namesOf(result)]).toEqual([true, 'dns', 'registration', 'options', ...CALL_STEPS]);
    await connectNumber();
    expect(await peer.call(port, OURS)).toBe('answered');
    await callsAreOver();
    // The proxy would be sent what lets it guess the password.
    const { status, body } = await change({ outbound_proxy: '127.0.0.1:9' });
    expect([status, body.outbound_proxy]).toEqual([200, '127.0.0.1:9']);
    const moved = await change({ outbound_proxy: 'localhost:9' });
    expect([moved.status, moved.body.error?.param]).toEqual([422, 'password']);
  });

  test('a wrong password is named; the right one registers, and a disabled trunk is taken back', async () => {
    await connect({ password: 'open rice' });
    const { registration } = await trunkWhen('refused');
    expect(registration).toEqual({ detail: 'It does not accept the user name and the password.', expires_at: null });
    const result = await tested();
    expect([result.ok, ...namesOf(result)]).toEqual([false, 'dns', 'not registration']);
    expect(result.steps[1].remedy).toContain('Check both');
    await change({ password: LOGIN.password });
    await trunkWhen('registered');
    await connectNumber();
    expect(await peer.call(port, OURS)).toBe('answered');
    await callsAreOver();
    await change({ status: 'disabled' });
    await isForgotten();
    await change({ status: 'active' });
    await trunkWhen('registered');
    // Another password for the same binding: it is not taken back in between.
    await change({ password: 'open rice' });
    await trunkWhen('refused');
    expect(await peer.call(port, OURS)).toBe('answered');
    await callsAreOver();
  });

  test.each([
    ['unknown', '(404)', 'Check the user name'],
    [BARRED, '(403)', 'permits registrations'],
  ])('the user %s is refused, with what to do', async (username, detail, remedy) => {
    await connect({ username });
    expect((await trunkWhen('refused')).registration.detail).toContain(detail);
    const result = await tested();
    expect([result.ok, ...namesOf(result)]).toEqual([false, 'dns', 'not registration']);
    expect(result.steps[1].detail).toContain(detail);
    expect(result.steps[1].remedy).toContain(remedy);
    const at = ['--account', (await service.parley('accounts', 'list')).data[0].account_id];
    await expect(service.parley('trunks', 'test', trunkId, ...at)).rejects.toThrow(detail);
  });

  test('a registrar that is gone is unreachable, and is registered with when it is back', async () => {
    await connect();
    await trunkWhen('registered');
    await kamailio!.close();
    await change({ status: 'disabled' });
    await change({ status: 'active' });
    const result = await tested();
    expect([result.ok, ...namesOf(result)]).toEqual([false, 'dns', 'not registration']);
    expect(result.steps[1].detail).toContain('No response');
    const network = { callerPort: peer.port, calleePort: phone.port };
    kamailio = await startRegistrar(port, { login: LOGIN, transport: 'udp', network });
    await trunkWhen('registered');
  });

  test('a stop takes the registration back, and the next start registers again', async () => {
    await connect();
    await trunkWhen('registered');
    await connectNumber();
    expect(await peer.call(port, OURS)).toBe('answered');
    await callsAreOver();
    await service.stop('SIGTERM');
    expect(await peer.call(port, OURS)).toBe(480);
    await service.start();
    await trunkWhen('registered');
    expect(await peer.call(port, OURS)).toBe('answered');
    await callsAreOver();
  });
});
