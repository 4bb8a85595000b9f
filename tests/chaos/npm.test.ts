import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migratedCluster } from '../support/migrated-cluster.ts';
import { freePort, rtpPortRange } from '../support/ports.ts';

let dataDir: string;
let port: number;
let environment: Record<string, string>;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-npm-'));
  port = await freePort();
  environment = {
    PORT: String(port),
    PARLEY_SIP_PORT: String(await freePort()),
    PARLEY_PHONE_PORT: String(await freePort()),
    PARLEY_RTP_PORTS: rtpPortRange(),
    PARLEY_DATA_DIR: dataDir,
    PARLEY_MEDIA_THREADS: '1',
  };
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function npmStart(): Promise<{ npm: ChildProcess; output: () => string; over: Promise<unknown> }> {
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal or systemd gives.
    detached: true,
  });
  let text = '';
  const ready = Promise.withResolvers<void>();
  npm.stdout.on('data', (data: Buffer) => {
    text += data.toString();
    if (text.includes('Parley is ready')) ready.resolve();
  });
  // Standard output is closed by the last process that holds it: the service itself.
  const over = once(npm.stdout, 'close');
  const isReady = await Promise.race([ready.promise.then(() => true), over.then(() => false)]);
  if (!isReady) throw new Error(`npm start ended before the service was ready:\n${text}`);
  return { npm, output: () => text, over };
}

test.each(['SIGTERM', 'SIGKILL'] as const)('%s to npm ends the service in order', async (signal) => {
  const first = await npmStart();
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  first.npm.kill(signal);
  await first.over;
  expect(first.output()).toContain('stopping');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s to the whole group ends the service in order, once', async (signal) => {
  await migratedCluster.install(dataDir);
  const { npm, output, over } = await npmStart();
  process.kill(-npm.pid!, signal);
  await over;
  expect(output().match(/stopping/g)).toHaveLength(1);
  // PostgreSQL removes it when it has stopped.
  await expect(access(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'))).rejects.toThrow();
});

test('a start right after the end of npm waits for the service that is stopping', async () => {
  await migratedCluster.install(dataDir);
  const first = await npmStart();
  first.npm.kill('SIGKILL');
  const second = await npmStart();
  expect(second.output()).toContain('Parley is ready');
  expect(second.output()).not.toContain('shown once');
  second.npm.kill('SIGTERM');
  await Promise.all([first.over, second.over]);
});
