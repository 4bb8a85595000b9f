import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { provisionAccount } from '../accounts/provision.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { createLogger } from '../kernel/logger.ts';
import { hintEvents } from './call-events.ts';
import { EventHub } from './event-hub.ts';

const log = createLogger({ level: 'silent', personalData: false });

let scratch: ScratchDatabase;
let hubs: EventHub[];
beforeEach(async () => {
  scratch = await openScratchTables();
  hubs = [];
});
afterEach(async () => {
  for (const hub of hubs) await hub.close();
  await scratch?.close();
});

async function openHub(): Promise<EventHub> {
  const hub = await EventHub.start(scratch.db, scratch.db, log);
  hubs.push(hub);
  return hub;
}

async function newAccount(): Promise<string> {
  const { accountId } = await provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'enterprise',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [],
  });
  return accountId;
}

/** An event that says nothing but who wrote it; its transaction lasts for so long after it was written. */
async function write(accountId: string, name: string, lastsMs: number, fails = false): Promise<void> {
  const writing = scratch.db.transaction(async (tx) => {
    await tx.query("insert into call_events (account_id, batch_id, type) values ($1, $2, 'batch.progress')", [
      accountId,
      name,
    ]);
    if (lastsMs > 0) await delay(lastsMs);
    if (fails) throw new Error('rolled back');
    hintEvents(tx, accountId);
  });
  await (fails ? writing.catch(() => {}) : writing);
}

/** Reads as a stream does, until it has so many; what it got, by name. */
async function follow(hub: EventHub, accountId: string, count: number, after = 0): Promise<string[]> {
  const names: string[] = [];
  let wake = () => {};
  const unfollow = hub.follow(accountId, () => wake());
  let position = after;
  while (names.length < count) {
    const news = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const { through } = hub;
    const rows = await scratch.db.query<{ batch_id: string }>(
      `select batch_id from call_events where account_id = $1 and position > $2 and position <= $3 order by position`,
      [accountId, position, through],
    );
    names.push(...rows.map((row) => row.batch_id));
    position = through;
    if (through === hub.through && names.length < count) await news;
  }
  unfollow();
  return names;
}

test('50 writers at once, some slow and some rolled back: a reader gets all, each once, each writer in its order', async () => {
  const accountId = await newAccount();
  const hub = await openHub();
  const reading = follow(hub, accountId, 50 * 8);
  await Promise.all(
    Array.from({ length: 50 }, async (_, writer) => {
      for (let no = 0; no < 8; no += 1) {
        await write(accountId, `${writer}/${no}`, (writer * 7 + no * 13) % 40);
        if (no % 3 === 0) await write(accountId, 'never', 3, true);
      }
    }),
  );
  const names = await reading;
  expect(new Set(names).size).toBe(400);
  for (let writer = 0; writer < 50; writer += 1) {
    const own = names.filter((name) => name.startsWith(`${writer}/`));
    expect(own).toEqual(Array.from({ length: 8 }, (_, no) => `${writer}/${no}`));
  }
}, 60_000);

test('what was written first and committed last is not passed over', async () => {
  const accountId = await newAccount();
  const hub = await openHub();
  const reading = follow(hub, accountId, 2);
  const late = write(accountId, 'late', 300);
  await delay(50);
  await write(accountId, 'early', 0);
  await late;
  expect(await reading).toEqual(['early', 'late']);
});

test('two nodes number the same events: no reader of either misses one', async () => {
  const accountId = await newAccount();
  const readings = [follow(await openHub(), accountId, 200), follow(await openHub(), accountId, 200)];
  await Promise.all(Array.from({ length: 200 }, (_, no) => write(accountId, String(no), no % 5)));
  const [one, other] = await Promise.all(readings);
  expect(new Set(one).size).toBe(200);
  expect(other).toEqual(one);
}, 60_000);

test('what was written while no node ran has its numbers when one does', async () => {
  const accountId = await newAccount();
  for (const name of ['a', 'b', 'c']) await write(accountId, name, 0);
  const hub = await openHub();
  expect(hub.through).toBe(3);
  expect(await follow(hub, accountId, 3)).toEqual(['a', 'b', 'c']);
});

test('events of another account are none', async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  await write(theirs, 'theirs', 0);
  await write(mine, 'mine', 0);
  const hub = await openHub();
  expect((await hub.read(mine, {}, 0)).events).toEqual([]);
  expect(await follow(hub, mine, 1)).toEqual(['mine']);
});
