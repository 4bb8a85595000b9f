import { execFileSync } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../kernel/logger.ts';
import { MediaPool } from './media-pool.ts';
import type { MediaDeadlines } from './media-thread.ts';
import { recordingFile } from './recording-file.ts';
import { Caller } from './testing/caller.ts';

const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { interval: 5, timeout: 15_000 });

let recordingsDir: string;
let pool: MediaPool;
let callers: Caller[] = [];

async function start(threads: number, deaths: number, deadlines?: MediaDeadlines): Promise<void> {
  recordingsDir = await mkdtemp(path.join(tmpdir(), 'parley-media-'));
  pool = await MediaPool.start({
    threads,
    bindAddress: '127.0.0.1',
    // Below those of the services that are tested at the same time (tests/support/ports.ts).
    rtpPorts: { first: 10_000, last: 10_998 },
    ...{ recordingsDir, capturesAudio: false },
    hasLanguageModels: false,
    speechUnloadAfterMs: 600_000,
    log: createLogger({ level: 'silent', personalData: false }),
    entry: new URL('./testing/faulty-thread.ts', import.meta.url),
    restarts: { firstDelayMs: 20, longestDelayMs: 100, deaths, windowMs: 600_000 },
    deadlines,
  });
}

async function stop(): Promise<void> {
  await pool.close();
  await rm(recordingsDir, { recursive: true, force: true });
}

/** A call whose agent has said its first words. */
async function call(callId: string, prompt = ''): Promise<Caller> {
  const caller = await Caller.call(pool, callId, { prompt, record: true });
  callers.push(caller);
  await until(() => caller.turns > 0);
  return caller;
}

/** Resolves when the call has been sent more packets. */
async function goesOn(caller: Caller): Promise<void> {
  const { packetsReceived } = caller;
  await until(() => caller.packetsReceived > packetsReceived + 5);
  expect(caller.failure).toBeUndefined();
}

afterEach(async () => {
  for (const caller of callers) caller.close();
  await Promise.all(callers.map((caller) => caller.session.close()));
  callers = [];
});

describe('a media thread', () => {
  beforeAll(() => start(1, 99));
  afterAll(stop);

  it.each([
    ['throws in a tick', 'the detector is broken'],
    ['throws in a timer', 'a timer is broken'],
    ['rejects unheard', 'an unhandled rejection'],
  ])('loses one call that %s, which keeps what it had, and no other', async (prompt, message) => {
    const [good, bad] = await Promise.all([call('call_good'), call('call_bad', prompt)]);
    bad.speak();
    await until(() => bad.failure !== undefined);
    expect(bad.failure).toEqual({ type: 'failed', endReason: 'internal_error', message });
    const result = await bad.session.close();
    expect(result.turns[0]?.text).toBe('Hello there.');
    expect((await stat(path.join(recordingsDir, result.recording!))).size).toBeGreaterThan(0);
    await goesOn(good);
    await goesOn(await call('call_after'));
  });

  it('loses no call to a fault of no known call', async () => {
    const [good, bad] = await Promise.all([call('call_good'), call('call_bad', 'throws for no call')]);
    bad.speak();
    await goesOn(bad);
    await goesOn(good);
  });

  it('ends a call in time when the disk hangs, and reports that the recording is incomplete', async () => {
    const location = path.join(recordingsDir, recordingFile('call_stalled', 8000));
    await mkdir(path.dirname(location), { recursive: true });
    // Opening a pipe for writing blocks until a reader opens it.
    execFileSync('mkfifo', [location]);
    const caller = await call('call_stalled');
    const startedMs = performance.now();
    const result = await caller.session.close();
    expect(performance.now() - startedMs).toBeLessThan(5000);
    await (await open(location, constants.O_RDONLY | constants.O_NONBLOCK)).close();
    expect(result).toMatchObject({
      recording: null,
      warnings: ['The recording is not whole: the disk did not take its end within 2000 ms'],
    });
    await goesOn(await call('call_after_disk'));
  });

  it('is started again when it died, and its calls keep what had been reported', async () => {
    const caller = await call('call_1', 'kills the thread');
    caller.speak();
    await until(() => caller.failure !== undefined);
    expect(pool.isReady).toBe(false);
    const result = await caller.session.close();
    expect(result.turns.map((turn) => turn.text)).toEqual(['Hello there.']);
    expect(result.warnings).toEqual(['The media thread of this call failed.']);
    await until(() => pool.health.problems.length === 0);
    expect(pool.isReady).toBe(true);
    await goesOn(await call('call_2'));
  });
});

describe('the media pool', () => {
  afterEach(stop);

  it('gives calls to living threads only, and leaves a thread out that died too often', async () => {
    await start(2, 1);
    const [good, bad] = await Promise.all([call('call_good'), call('call_bad', 'kills the thread')]);
    bad.speak();
    await until(() => pool.health.problems.length > 0);
    expect(pool.health).toEqual({
      ready: true,
      problems: ['media: 1 of 2 media threads failed too often and are left out'],
    });
    expect(pool.isReady).toBe(true);
    await Promise.all([1, 2, 3].map(async (index) => goesOn(await call(`call_more_${index}`))));
    await goesOn(good);

    const last = await call('call_last', 'kills the thread');
    last.speak();
    await until(() => !pool.isReady);
    expect(pool.health.problems).toEqual(['media: 2 of 2 media threads failed too often and are left out']);
    await expect(Caller.call(pool, 'call_none')).rejects.toThrow('no media thread is running');
  });

  it('gives no calls to a thread that does not reply, until it does', async () => {
    await start(2, 99, { openMs: 1000, closeMs: 200 });
    const bad = await call('call_bad', 'blocks the thread');
    const good = await call('call_good');
    bad.speak();
    await until(() => existsSync(path.join(recordingsDir, 'blocked')));
    await bad.session.close();
    await expect(call('call_late')).rejects.toThrow('did not open the call');
    expect(pool.health).toEqual({ ready: true, problems: ['media: 1 of 2 media threads do not reply'] });
    await Promise.all([1, 2, 3].map(async (index) => goesOn(await call(`call_more_${index}`))));
    await goesOn(good);
    await writeFile(path.join(recordingsDir, 'unblocked'), '');
    await until(() => pool.health.problems.length === 0);
    await goesOn(await call('call_after'));
  });

  it('gives a thread that came back its share of new calls, and not all of them', async () => {
    await start(2, 99);
    const bad = await call('call_1', 'kills the thread');
    await Promise.all([2, 3, 4].map((index) => call(`call_${index}`)));
    bad.speak();
    await until(() => bad.failure !== undefined);
    await until(() => pool.health.problems.length === 0);
    await Promise.all([5, 6, 7, 8].map((index) => call(`call_${index}`)));
    // One more death tells how the new calls were shared out.
    const dying = await call('call_9', 'kills the thread');
    dying.speak();
    await until(() => dying.failure !== undefined);
    const lost = callers.filter((caller) => caller.failure && caller !== dying && caller !== bad);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(7);
  });
});
