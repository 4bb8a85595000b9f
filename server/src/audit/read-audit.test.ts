import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import { updateAgent } from '../agents/change-agent.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { operatorOf } from '../kernel/principal.ts';
import { openInbox, readInbox, receiveInInbox } from '../webhooks/inbox.ts';
import { sign } from '../webhooks/signature.ts';
import { audit } from './audit.ts';
import { auditPieces, listAudit } from './read-audit.ts';

const LONG = 'x'.repeat(200_000);
const MOST_BYTES = 1_500_000;

let scratch: ScratchDatabase;
let account: ProvisionedAccount;
beforeAll(async () => {
  scratch = await openScratchTables();
  account = await provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'growth',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });
  const acting = operatorOf(account.accountId);
  await audit(scratch.db, acting, { action: 'test.short', target: 'short' });
  for (let no = 0; no < 60; no += 1) {
    const change = { before: { prompt: `${no} ${LONG}` }, after: { prompt: `${no + 1} ${LONG}` } };
    await audit(scratch.db, acting, { action: 'test.filled', target: String(no), ...change });
  }
});
afterAll(async () => {
  await scratch?.close();
});

const numbers = Array.from({ length: 60 }, (_, index) => String(59 - index));

test('the export has all of everything, in pieces that are read and written quickly', async () => {
  const targets: (string | null)[] = [];
  for await (const piece of auditPieces(scratch.db, account.accountId, { action: 'test.filled' })) {
    expect(JSON.stringify(piece).length).toBeLessThan(MOST_BYTES);
    for (const { target, before, after } of piece) {
      targets.push(target);
      expect([before, after]).toEqual([{ prompt: `${target} ${LONG}` }, { prompt: `${Number(target) + 1} ${LONG}` }]);
    }
  }
  expect(targets).toEqual(numbers);
});

test('a page of the list has all of its rows, and what is too long for it is left out', async () => {
  const page = await listAudit(scratch.db, account.accountId, { action: 'test', limit: 100 });
  expect(page).toMatchObject({ total: 61, has_more: false });
  expect(page.data.map(({ target }) => target)).toEqual([...numbers, 'short']);
  expect(JSON.stringify(page).length).toBeLessThan(MOST_BYTES);
  expect(page.data[0]!.after).toEqual({ prompt: `60 ${LONG}` });
  expect(page.data.at(-1)).toMatchObject({ before: null, after: null });
  expect(page.data.at(-2)).toMatchObject({ before: null, after: { left_out: expect.any(String) } });
});

test('of an agent, the log has what changed', async () => {
  await updateAgent(scratch.db, operatorOf(account.accountId), account.agentId, { name: 'Short' });
  const { data } = await listAudit(scratch.db, account.accountId, { action: 'agent.updated' });
  expect(data[0]).toMatchObject({ target: account.agentId });
  expect([data[0]!.before, data[0]!.after]).toEqual([{ name: 'Brief' }, { name: 'Short' }]);
});

test('the inbox is read in parts when its events are long', async () => {
  const { webhook } = await openInbox(scratch.db, operatorOf(account.accountId));
  const [row] = await scratch.db.query<{ secret: string }>('select secret from webhooks where webhook_id = $1', [
    webhook.webhook_id,
  ]);
  const timestamp = String(Math.floor(Date.now() / 1000));
  for (let no = 0; no < 12; no += 1) {
    const body = JSON.stringify({ type: 'call.completed', data: { summary: LONG } });
    const signature = sign([row!.secret], `evt_${no}`, Number(timestamp), body);
    const message = { path: webhook.url, headers: {}, id: `evt_${no}`, timestamp, signature, body };
    expect(await receiveInInbox(scratch.db, message)).toBe('received');
  }
  const seen: string[] = [];
  while (seen.length < 12) {
    const { data, total } = await readInbox(scratch.db, account.accountId, { limit: 100, offset: seen.length });
    expect(total).toBe(12);
    expect(data.length).toBeGreaterThan(0);
    expect(JSON.stringify(data).length).toBeLessThan(MOST_BYTES);
    seen.push(...data.map(({ event_id: id }) => id));
  }
  expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => `evt_${11 - index}`));
});
