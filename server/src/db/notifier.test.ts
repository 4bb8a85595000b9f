import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from './connect.ts';
import type { Database } from './database.ts';
import { openScratchDatabase, type ScratchDatabase } from './testing/scratch-database.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await openScratchDatabase();
});
afterAll(() => scratch?.close());
afterEach(() => db?.close());

const PACE_MS = 300;

async function heard(): Promise<{ payloads: string[]; first: Promise<void> }> {
  const payloads: string[] = [];
  const first = Promise.withResolvers<void>();
  await db.listen('news', (event) => {
    if (event.type !== 'notification') return;
    payloads.push(event.payload);
    first.resolve();
  });
  return { payloads, first: first.promise };
}

test('the first notification after a pause leaves at once, with what came with it, each text once', async () => {
  db = await connectDatabase(scratch.connection, { notifyPaceMs: PACE_MS });
  const { payloads, first } = await heard();
  for (const text of ['one', 'two', 'one']) db.notify('news', text);
  await first;
  expect(payloads).toEqual(['one', 'two']);
});

test('those that come within the pace wait for it and leave together', async () => {
  db = await connectDatabase(scratch.connection, { notifyPaceMs: PACE_MS });
  const { payloads, first } = await heard();
  const startedMs = performance.now();
  db.notify('news', 'one');
  await first;
  const last = Promise.withResolvers<number>();
  await db.listen('news', (event) => {
    if (event.type === 'notification' && event.payload === 'three') last.resolve(performance.now());
  });
  db.notify('news', 'two');
  db.notify('news', 'three');
  // A timer may be a millisecond early.
  expect((await last.promise) - startedMs).toBeGreaterThan(PACE_MS - 5);
  expect(payloads).toEqual(['one', 'two', 'three']);
});
