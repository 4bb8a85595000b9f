import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  connectDatabase,
  type Database,
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../server/src/db/index.ts';
import { recordingFile } from '../../server/src/media/recording-file.ts';
import { migratedCluster } from '../support/migrated-cluster.ts';
import { freePort } from '../support/ports.ts';
import { Service } from '../support/service.ts';
import { fetchWav } from '../support/sound.ts';

let directory: string;
let embedded: EmbeddedDatabase;
let db: Database;
let environment: Record<string, string>;
let first: Service;
let second: Service;
/** Calls of the first service that are under way. */
let seen: string;
let unseen: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-shared-'));
  // As root the database runs as another user, who has to come through.
  await chmod(directory, 0o711);
  const dataDir = path.join(directory, 'database');
  await migratedCluster.install(dataDir);
  embedded = await startEmbeddedDatabase({ dataDir });
  db = await connectDatabase(embedded.connection);
  const { host, port, user, database } = embedded.connection;
  environment = {
    DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    PARLEY_RECORDINGS_DIR: path.join(directory, 'recordings'),
  };
  first = await Service.start(environment);
});

afterAll(async () => {
  await Promise.all([first?.remove(), second?.remove()]);
  await db?.close();
  await embedded?.stop();
  await rm(directory, { recursive: true, force: true });
});

const recordingOf = (callId: string) => path.join(environment.PARLEY_RECORDINGS_DIR!, recordingFile(callId, 8000));

/** A call of the first service, of which a second of audio was written. */
async function liveCall(recipientPhone: string): Promise<string> {
  const { body: agents } = await first.request('GET', '/agents');
  const { status, body } = await first.request('POST', '/call', {
    body: { agent_id: agents.data[0].agent_id, recipient_phone: recipientPhone },
  });
  expect(status).toBe(201);
  const written = () =>
    stat(recordingOf(body.call_id)).then(
      ({ size }) => size,
      () => 0,
    );
  await expect.poll(written, { timeout: 20_000 }).toBeGreaterThanOrEqual(32_000);
  return body.call_id;
}

async function startIn(dataDir: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const ports = {
    PORT: String(await freePort()),
    PARLEY_SIP_PORT: String(await freePort()),
    PARLEY_PHONE_PORT: String(await freePort()),
  };
  return promisify(execFile)(process.execPath, ['server/src/main.ts'], {
    env: { ...process.env, ...first.environment, ...ports, PARLEY_DATA_DIR: dataDir },
  }).then(
    () => expect.unreachable('it started'),
    (error) => error,
  );
}

test('a data directory that is in use is refused, and the calls of its service go on', async () => {
  [seen, unseen] = await Promise.all([liveCall('+12025550120'), liveCall('+12025550121')]);
  const other = Service.start(environment);
  const { code, stderr } = await startIn(first.address.dataDir);
  second = await other;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^parley: Parley could not start: The data directory \S+ is in use by another Parley service, process \d+\. Stop that one first, or give this one a PARLEY_DATA_DIR of its own\.$/m,
  );
  expect((await first.request('GET', `/calls/${seen}`)).body).toMatchObject({ status: 'active', end_reason: null });
});

test('a service whose key is none of the installation says so, and never which it is', () => {
  expect(second.output).toMatch(/PARLEY_API_KEY is not a key of this installation.*\n.*keys create --account account_/);
  expect(second.output).not.toContain(second.apiKey);
});

test('a call that another node ends keeps its recording; one that it cannot see comes back with its node', async () => {
  await first.stop('SIGKILL');
  // As it is for a node that does not share the directory.
  await rename(recordingOf(unseen), `${recordingOf(unseen)}.away`);
  await db.query('update call_slots set lease_until = clock_timestamp() where call_id is not null');
  const key = first.apiKey;
  const call = async (service: Service, callId: string) =>
    (await service.request('GET', `/calls/${callId}`, { key })).body;
  for (const callId of [seen, unseen]) {
    await expect
      .poll(async () => (await call(second, callId)).end_reason, { timeout: 20_000 })
      .toBe('interrupted_by_restart');
  }
  const { recording_url: url } = await call(second, seen);
  expect(new URL(url).origin).toBe(new URL(second.baseUrl).origin);
  expect((await fetchWav(url)).samples.length).toBeGreaterThanOrEqual(8000);
  expect((await call(second, unseen)).recording_url).toBeNull();

  await rename(`${recordingOf(unseen)}.away`, recordingOf(unseen));
  await first.start();
  expect((await fetchWav((await call(first, unseen)).recording_url)).samples.length).toBeGreaterThanOrEqual(8000);
});
