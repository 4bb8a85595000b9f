import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../interop/peers.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import type { Kamailio } from '../support/kamailio.ts';
import { startRegistrar } from '../support/kamailio-registrar.ts';
import { freePort } from '../support/ports.ts';
import type { Service } from '../support/service.ts';
import { SipPeer } from '../support/sip-peer.ts';
import { Fleet } from './race-fleet.ts';

const LOGIN = { username: 'parley', password: 'open sesame', domain: 'localhost' };
const OURS = '+493012345678';

describeWith(['kamailio'], 'two services with one trunk that wants us to register', () => {
  let fleet: Fleet;
  let peer: SipPeer;
  let kamailio: Kamailio;
  let port: number;
  let trunkId: string;

  beforeAll(async () => {
    fleet = await Fleet.start({
      services: 2,
      accounts: [{ name: 'registering', plan: 'enterprise' }],
      enterpriseLimits: { callsPerMinute: 100, concurrentCalls: 10 },
      callee: { ringMs: [0, 0], answeredShare: 0, talkMs: [0, 0] },
      environment: { PARLEY_LOG_LEVEL: 'warn', PARLEY_MASTER_KEY: randomBytes(32).toString('base64') },
    });
    peer = await SipPeer.start();
    port = await freePort();
    const network = { callerPort: peer.port, calleePort: peer.port };
    kamailio = await startRegistrar(port, { login: LOGIN, transport: 'udp', network });
    const { username, password, domain } = LOGIN;
    const trunk = { name: 'Registers', host: domain, port, authentication: 'register', username, password };
    trunkId = (await made('/trunks', trunk)).trunk_id;
    await made('/numbers', { phone_number: OURS, trunk_id: trunkId, agent_id: fleet.accounts[0]!.agentId });
  });
  afterAll(async () => {
    await fleet?.close();
    await kamailio?.close();
    await peer?.close();
  });

  async function made(route: string, body: object): Promise<any> {
    const { status, body: answer } = await fleet.services[0]!.request('POST', route, {
      ...{ body, key: fleet.accounts[0]!.apiKey },
    });
    expect([status, answer.error]).toEqual([201, undefined]);
    return answer;
  }

  /** Those that have registered since their start. */
  const registered = () => fleet.services.filter(({ output }) => output.includes('a registration changed its state'));

  /** The service that has registered, once the trunk is registered; `except` is gone. */
  async function holder(except?: Service): Promise<Service> {
    for (const pause of growingPauses()) {
      const [row] = await fleet.db.query<{ state: string | null }>(
        'select registration_state as state from trunks where trunk_id = $1',
        [trunkId],
      );
      const [found] = registered().filter((service) => service !== except);
      if (found && row?.state === 'registered') return found;
      await pause();
    }
    throw new Error('unreachable');
  }

  test('one registers; when it stops, or is killed, the other one does, and calls come in there', async () => {
    const first = await holder();
    expect(await peer.call(port, OURS)).toBe('answered');
    expect(registered()).toEqual([first]);
    await first.stop('SIGTERM');
    const second = await holder(first);
    expect(await peer.call(port, OURS)).toBe('answered');
    await first.start();
    expect(registered()).toEqual([second]);
    await second.stop('SIGKILL');
    // What is left of its lease.
    await fleet.db.query('update trunks set registration_held_until = clock_timestamp() where trunk_id = $1', [
      trunkId,
    ]);
    expect(await holder(second)).toBe(first);
    expect(await peer.call(port, OURS)).toBe('answered');
  });
});
