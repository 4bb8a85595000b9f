import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import { readSignalling, SignallingStore } from '../calls/call-signalling.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { operatorOf } from '../kernel/principal.ts';
import { erasePerson } from './erase-person.ts';
import { changeRetention, readRetention } from './retention-settings.ts';
import { sweep } from './sweep.ts';

const PERSON = '+12025550101';
const OTHER = '+12025550102';
const WORDS = 'My secret is 4711';

let scratch: ScratchDatabase;
let recordingsDir: string;
let account: ProvisionedAccount;
let no = 0;

beforeAll(async () => {
  scratch = await openScratchTables();
  recordingsDir = await mkdtemp(path.join(tmpdir(), 'parley-retention-'));
  account = await newAccount();
});
afterAll(async () => {
  await scratch?.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

function newAccount(): Promise<ProvisionedAccount> {
  return provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'enterprise',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });
}

/** A call that ended so many days ago, with everything that holds its words. */
async function storeCall(ofAccount: ProvisionedAccount, phone: string, days: number, state = 'ended'): Promise<string> {
  no += 1;
  const callId = `call_${String(no).padStart(26, '0')}`;
  const file = `${String(no).padStart(2, '0')}/${callId}.pcm`;
  await mkdir(path.dirname(path.join(recordingsDir, file)), { recursive: true });
  await writeFile(path.join(recordingsDir, file), 'sound');
  await writeFile(path.join(recordingsDir, `${file}.peaks`), '{}');
  const over = state === 'ended';
  await scratch.db.query(
    `insert into calls (call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number, variables,
       max_duration_s, ring_timeout_s, simulated, route, state, status, created_at, answered_at, ended_at, analyzed_at,
       end_reason, ended_by, transcript, summary, analysis, recording, dialog)
     select $1, $2, agent_id, 1, 'outbound', $3, '+12025550150', $4, 60, 30, true, 'simulated', $5,
       case when $6 then 'completed' else 'active' end, at, at, case when $6 then at end, case when $6 then at end,
       'user_hangup', 'user', $7, $8, '{"method":"rules","warnings":[]}', $9, $10
     from (select clock_timestamp() - make_interval(days => $11) as at) as t, agents where account_id = $2`,
    [
      callId,
      ofAccount.accountId,
      phone,
      JSON.stringify({ name: WORDS }),
      state,
      over,
      JSON.stringify([{ role: 'user', text: WORDS, start: 0, end: 1, interrupted: false }]),
      WORDS,
      file,
      JSON.stringify({ to: phone }),
      days,
    ],
  );
  await scratch.db.query(
    `insert into call_events (account_id, call_id, type, turn_no, detail, at)
     values ($1, $2, 'call.turn', 1, $3, now() - make_interval(days => $5)),
       ($1, $2, 'call.control', null, $4, now() - make_interval(days => $5))`,
    [ofAccount.accountId, callId, JSON.stringify({ text: WORDS }), JSON.stringify({ text: WORDS }), days],
  );
  await scratch.db.query(
    `insert into call_signalling (call_id, leg, signalling, at) values ($1, 0, $2, now() - make_interval(days => $3))`,
    [callId, JSON.stringify({ messages: [{ text: `INVITE sip:${phone} SIP/2.0 ${WORDS}` }] }), days],
  );
  await scratch.db.query(
    `insert into webhook_events (event_id, account_id, type, body, created_at)
     values ($1, $2, 'call.completed', $3, now() - make_interval(days => $4))`,
    [
      `evt_${no}`,
      ofAccount.accountId,
      JSON.stringify({
        id: `evt_${no}`,
        type: 'call.completed',
        created_at: 1,
        data: { call_id: callId, recipient_phone: phone, summary: WORDS },
      }),
      days,
    ],
  );
  await scratch.db.query(
    'insert into idempotency_keys (account_id, key, body_hash, response) values ($1, $2, $3, $4)',
    [
      ofAccount.accountId,
      `key-${no}`,
      Buffer.from('hash'),
      JSON.stringify({ call_id: callId, recipient_phone: phone }),
    ],
  );
  return callId;
}

/** Where a text can still be found: tables with the whole of their rows, and files. */
async function findings(text: string, callIds: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of [
    ...['calls', 'call_events', 'call_signalling', 'webhook_events', 'idempotency_keys', 'audit_log'],
    'inbox_messages',
  ]) {
    const rows = await scratch.db.query<{ row: string }>(`select t::text as row from ${table} t`);
    const hits = rows.filter(({ row }) => row.includes(text) && callIds.some((id) => row.includes(id)));
    if (hits.length > 0) found.push(table);
  }
  const files = (await readdir(recordingsDir, { recursive: true })).filter((file) =>
    callIds.some((id) => file.includes(id)),
  );
  return [...found, ...files];
}

test('a person is erased wherever their data is, and no other person is', async () => {
  const mine = [await storeCall(account, PERSON, 1), await storeCall(account, PERSON, 20)];
  const others = await storeCall(account, OTHER, 1);
  const otherAccount = await newAccount();
  const theirs = await storeCall(otherAccount, PERSON, 1);
  expect(await findings(WORDS, mine)).toEqual(expect.arrayContaining(['calls', 'call_events', 'webhook_events']));
  const erased = await erasePerson(scratch.db, recordingsDir, operatorOf(account.accountId), PERSON);
  expect(erased).toEqual({
    calls: 2,
    transcripts: 2,
    recordings: 2,
    variables: 2,
    events: 4,
    webhook_events: 2,
    idempotency_responses: 2,
    suppressed: false,
  });
  expect(await findings(WORDS, mine)).toEqual([]);
  expect(await findings(PERSON, mine)).toEqual([]);
  for (const untouched of [others, theirs]) {
    expect(await findings(WORDS, [untouched])).toEqual(
      expect.arrayContaining(['calls', 'call_events', 'webhook_events']),
    );
  }
  const [call] = await scratch.db.query('select status, end_reason, recipient_phone from calls where call_id = $1', [
    mine[0],
  ]);
  expect(call).toEqual({ status: 'completed', end_reason: 'user_hangup', recipient_phone: 'erased' });
  const [entry] = await scratch.db.query<{ row: string }>(
    "select t::text as row from audit_log t where action = 'person.erased'",
  );
  expect(entry!.row).not.toContain(PERSON.slice(1));
  const again = await erasePerson(scratch.db, recordingsDir, operatorOf(account.accountId), PERSON);
  expect(again).toMatchObject({ calls: 0, transcripts: 0, webhook_events: 0 });
});

test('what was signalled of a call and comes to be stored when its person is erased is not kept', async () => {
  const phone = '+12025550104';
  const callId = await storeCall(account, phone, 0);
  const signalling = { local: { host: '127.0.0.1', port: 5060 }, messages: [], omitted: 0 };
  await new SignallingStore(scratch.db).store(callId, 0, signalling);
  expect(await readSignalling(scratch.db, callId)).toEqual([{ leg: 0, signalling }]);
  await erasePerson(scratch.db, recordingsDir, operatorOf(account.accountId), phone);
  await new SignallingStore(scratch.db).store(callId, 0, signalling);
  expect(await readSignalling(scratch.db, callId)).toEqual([]);
});

test('a person in a call that is not over is not erased, and nothing of them is', async () => {
  const over = await storeCall(account, '+12025550103', 1);
  const live = await storeCall(account, '+12025550103', 0, 'talking');
  await expect(
    erasePerson(scratch.db, recordingsDir, operatorOf(account.accountId), '+12025550103'),
  ).rejects.toMatchObject({ code: 'conflict', param: 'phone_number', message: expect.stringContaining(live) });
  expect(await findings(WORDS, [over])).toContain('calls');
});

test('recordings and transcripts go when they are older than the account keeps them, and no others', async () => {
  const keeper = await newAccount();
  const kept = await storeCall(keeper, PERSON, 300);
  const own = await newAccount();
  const [old, young] = [await storeCall(own, PERSON, 31), await storeCall(own, PERSON, 29)];
  const live = await storeCall(own, OTHER, 40, 'talking');
  const acting = operatorOf(own.accountId);
  expect(await readRetention(scratch.db, own.accountId)).toEqual({ recordings_days: null, transcripts_days: null });
  await sweep(scratch.db, recordingsDir);
  expect(await findings(WORDS, [old])).toContain('calls');

  await changeRetention(scratch.db, acting, { recordings_days: 30 });
  await sweep(scratch.db, recordingsDir);
  const withoutSound = await findings(WORDS, [old]);
  expect(withoutSound.filter((place) => place.includes('.pcm'))).toEqual([]);
  expect(withoutSound).toContain('calls');

  expect(await changeRetention(scratch.db, acting, { transcripts_days: 30 })).toEqual({
    recordings_days: 30,
    transcripts_days: 30,
  });
  await sweep(scratch.db, recordingsDir);
  expect((await findings(WORDS, [old])).filter((place) => place !== 'call_events')).toEqual([]);
  for (const untouched of [young, live, kept]) {
    const found = await findings(WORDS, [untouched]);
    expect(found).toEqual(expect.arrayContaining(['calls', 'webhook_events']));
    expect(found.filter((place) => place.endsWith('.pcm'))).toHaveLength(1);
  }
  const audited = await scratch.db.query('select action from audit_log where account_id = $1 order by at', [
    own.accountId,
  ]);
  expect(audited.map(({ action }) => action).slice(-4)).toEqual([
    'retention.updated',
    'retention.applied',
    'retention.updated',
    'retention.applied',
  ]);
});

test('what was deleted has its row in the audit log, even when the sweep breaks off after it', async () => {
  const own = await newAccount();
  const kept = await storeCall(own, PERSON, 31);
  await storeCall(own, OTHER, 32);
  await changeRetention(scratch.db, operatorOf(own.accountId), { recordings_days: 30, transcripts_days: 30 });
  const applied = () =>
    scratch.db.query("select after from audit_log where account_id = $1 and action = 'retention.applied' order by at", [
      own.accountId,
    ]);
  await scratch.db.query(
    "alter table calls add constraint broken check (account_id <> '" +
      own.accountId +
      "' or summary is not null) not valid",
  );
  await expect(sweep(scratch.db, recordingsDir)).rejects.toThrow('broken');
  expect(await findings(WORDS, [kept])).toContain('calls');
  expect(await applied()).toEqual([{ after: { recordings: 2, transcripts: 0 } }]);
  await scratch.db.query('alter table calls drop constraint broken');
  await scratch.db.query(
    "alter table audit_log add constraint full_up check (action <> 'retention.applied') not valid",
  );
  await expect(sweep(scratch.db, recordingsDir)).rejects.toThrow('full_up');
  expect(await findings(WORDS, [kept])).toContain('calls');
  await scratch.db.query('alter table audit_log drop constraint full_up');
  await sweep(scratch.db, recordingsDir);
  expect(await applied()).toEqual([
    { after: { recordings: 2, transcripts: 0 } },
    { after: { recordings: 0, transcripts: 2 } },
  ]);
});

test('turns among the events are deleted after a week, and clients that ask for them learn it', async () => {
  const callId = await storeCall(account, OTHER, 9);
  const young = await storeCall(account, OTHER, 5);
  await scratch.db.query('select number_call_events(1000)');
  await sweep(scratch.db, recordingsDir);
  const turns = await scratch.db.query(
    "select call_id from call_events where type = 'call.turn' and call_id = any($1)",
    [[callId, young]],
  );
  expect(turns).toEqual([{ call_id: young }]);
  const [kept] = await scratch.db.query<{ through: number }>('select through from call_event_retention');
  const [lost] = await scratch.db.query<{ position: number }>(
    "select max(position) as position from call_events where call_id = $1 and type = 'call.control'",
    [callId],
  );
  expect(kept!.through).toBeGreaterThan(0);
  expect(kept!.through).toBeLessThan(lost!.position);
});

test('signalling goes after thirty days, whatever an account keeps', async () => {
  const old = await storeCall(account, OTHER, 31);
  const young = await storeCall(account, OTHER, 29);
  await sweep(scratch.db, recordingsDir);
  const kept = await scratch.db.query('select call_id from call_signalling where call_id = any($1)', [[old, young]]);
  expect(kept).toEqual([{ call_id: young }]);
});
