import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../server/src/db/index.ts';
import type { Kamailio } from '../support/kamailio.ts';
import { startDispatcher } from '../support/kamailio-dispatcher.ts';
import { migratedCluster } from '../support/migrated-cluster.ts';
import { freePort, lastingPort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { Sipp } from '../support/sipp.ts';
import { patientCaller } from './caller.ts';
import { expectAllWell, firstAgent } from './calls.ts';
import { describeWith } from './peers.ts';
import { scenario } from './scenario.ts';

const OURS = '+493012345678';
const CALLS = 8;

describeWith(['kamailio', 'sipp'], "two nodes behind Kamailio's dispatcher", () => {
  let directory: string;
  let embedded: EmbeddedDatabase;
  let first: Service;
  let second: Service;
  let dispatcher: Kamailio;
  let sipp: Sipp | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'parley-dispatcher-'));
    // As root the database runs as another user, who has to come through.
    await chmod(directory, 0o711);
    const dataDir = path.join(directory, 'database');
    await migratedCluster.install(dataDir);
    embedded = await startEmbeddedDatabase({ dataDir });
    const { host, port, user, database } = embedded.connection;
    const environment = {
      DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      PARLEY_RECORDINGS_DIR: path.join(directory, 'recordings'),
    };
    first = await Service.start(environment);
    const dispatcherPort = await lastingPort();
    await connect(dispatcherPort);
    second = await Service.start({ ...environment, PARLEY_API_KEY: first.apiKey });
    dispatcher = await startDispatcher(dispatcherPort, [first.address.sipPort, second.address.sipPort]);
  });

  afterAll(async () => {
    await sipp?.close();
    await dispatcher?.close();
    await Promise.all([first?.remove(), second?.remove()]);
    await embedded?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  let port: number;
  async function connect(dispatcherPort: number): Promise<void> {
    port = dispatcherPort;
    const trunk = await first.request('POST', '/trunks', { body: { name: 'nodes', host: '127.0.0.1', port } });
    const number = await first.request('POST', '/numbers', {
      body: { phone_number: OURS, trunk_id: trunk.body.trunk_id, agent_id: await firstAgent(first) },
    });
    expect([trunk.status, number.status]).toEqual([201, 201]);
  }

  /** How many calls each node has answered, by its SIP port. */
  async function callIn(): Promise<Record<string, number>> {
    await sipp?.close();
    sipp = await Sipp.start({
      ...{ scenario: scenario('caller', patientCaller(500)), port: await freePort(), calls: CALLS },
      peer: { port, number: OURS, atOnce: 4, perSecond: 4 },
    });
    expectAllWell(await sipp.finished(), CALLS);
    const answers = (await sipp.messages()).filter(({ name }) => name === '200 INVITE');
    const ports = answers.map(({ text }) => /^Contact:.*127\.0\.0\.1:(\d+)/m.exec(text)![1]!);
    return Object.fromEntries([...new Set(ports)].map((each) => [each, ports.filter((one) => one === each).length]));
  }

  /** When all calls are over. */
  async function completedCalls(): Promise<unknown[]> {
    const { body } = await first.request('GET', '/calls?limit=50');
    const calls = await Promise.all(body.data.map(({ call_id: callId }: any) => first.callOver(callId)));
    return calls.filter(({ status }: any) => status === 'completed');
  }

  test('both take calls, and when one is killed the other takes all that come, with none lost', async () => {
    const both = await callIn();
    expect(both).toEqual({ [first.address.sipPort]: CALLS / 2, [second.address.sipPort]: CALLS / 2 });
    // The hang-ups are not in the database yet: what a node had still to store is not what this is about.
    expect(await completedCalls()).toHaveLength(CALLS);
    await second.stop('SIGKILL');
    expect(await callIn(), dispatcher.output).toEqual({ [first.address.sipPort]: CALLS });
    expect(await completedCalls()).toHaveLength(2 * CALLS);
  });
});
