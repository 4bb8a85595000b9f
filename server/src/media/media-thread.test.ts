import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../kernel/logger.ts';
import { MediaThread } from './media-thread.ts';
import { Caller } from './testing/caller.ts';
import { VendorOutages } from './vendor-outages.ts';

const PORTS = 2;

let recordingsDir: string;
let thread: MediaThread;
const callers: Caller[] = [];

const unblock = () => writeFileSync(path.join(recordingsDir, 'unblocked'), '');

async function call(callId: string, prompt = ''): Promise<Caller> {
  const caller = await Caller.call(thread, callId, { prompt });
  callers.push(caller);
  return caller;
}

/** A call that keeps its thread from replying until `unblock`. */
async function callThatBlocks(callId: string): Promise<Caller> {
  const caller = await call(callId, 'blocks the thread');
  caller.speak();
  await vi.waitFor(() => expect(existsSync(path.join(recordingsDir, 'blocked'))).toBe(true), 15_000);
  return caller;
}

beforeEach(async () => {
  recordingsDir = await mkdtemp(path.join(tmpdir(), 'parley-media-'));
  const first = 19_000 + 4 * (process.pid % 200);
  thread = await MediaThread.start({
    data: {
      threadIndex: 0,
      threadCount: 1,
      bindAddress: '127.0.0.1',
      rtpPorts: { first, last: first + 2 * (PORTS - 1) },
      ...{ recordingsDir, capturesAudio: false },
      hasLanguageModels: false,
      speechUnloadAfterMs: 600_000,
    },
    entry: new URL('./testing/faulty-thread.ts', import.meta.url),
    restarts: { firstDelayMs: 20, longestDelayMs: 100, deaths: 99, windowMs: 600_000 },
    deadlines: { openMs: 1000, closeMs: 200 },
    anyWords: null,
    outages: new VendorOutages(),
    log: createLogger({ level: 'silent', personalData: false }),
  });
});

afterEach(async () => {
  unblock();
  for (const caller of callers.splice(0)) caller.close();
  await thread.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

it('fails to open a call in time while its thread does not reply, and closes it when the thread opens it after all', async () => {
  await callThatBlocks('call_blocking');
  await expect(call('call_late')).rejects.toThrow('the media thread did not open the call within 1000 ms');
  expect(thread.load).toBe(1);
  unblock();
  // There is one port besides that of the blocking call: it has to be free again.
  await vi.waitFor(() => call('call_after'), 15_000);
  expect(thread.load).toBe(2);
});

it('has no calls left that its thread did not close in time', async () => {
  const caller = await callThatBlocks('call_blocking');
  const result = await caller.session.close();
  expect(result.warnings).toEqual(['The media thread of this call did not reply.']);
  expect(thread.load).toBe(0);
});
