import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import { operatorOf, systemOf } from '../kernel/principal.ts';
import { recordingFile } from '../media/recording-file.ts';
import { erasePerson } from '../retention/erase-person.ts';
import { changeRetention } from '../retention/retention-settings.ts';
import { finishCall } from './finish-call.ts';
import { placeCall } from './place-call.ts';
import { recoverRecordings } from './recover-recordings.ts';

const NODE = 'node_1';
const routing = { routesTo: async () => [{ name: 'simulated', simulated: true, callerId: null }] };

let scratch: ScratchDatabase;
let jobs: Jobs;
let account: ProvisionedAccount;
let recordingsDir: string;
beforeAll(async () => {
  scratch = await openScratchTables();
  jobs = await Jobs.start(scratch.db, createLogger({ level: 'silent', personalData: false }));
  recordingsDir = await mkdtemp(path.join(tmpdir(), 'parley-late-'));
});
beforeEach(async () => {
  account = await provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'growth',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });
});
afterAll(async () => {
  await jobs?.close();
  await scratch?.close();
  await rm(recordingsDir, { recursive: true, force: true });
});

/** A call that another node ended so many days ago, when its own was down; its recording is on the disk of its own. */
async function lostCall(phone: string, days = 0): Promise<string> {
  const request = { agent_id: account.agentId, recipient_phone: phone };
  const { call_id: callId } = (await placeCall(scratch.db, routing, systemOf(account.accountId), request)).call;
  await scratch.db.query(
    `update calls set state = 'ended', status = 'completed', end_reason = 'interrupted_by_restart', ended_by = 'system',
       owner = $2, answered_at = at, ended_at = at, analyzed_at = at, summary = 'Lost.',
       analysis = '{"method":"rules","warnings":[]}'
     from (select clock_timestamp() - make_interval(days => $3) as at) as t where call_id = $1`,
    [callId, NODE, days],
  );
  const location = path.join(recordingsDir, recordingFile(callId, 8000));
  await mkdir(path.dirname(location), { recursive: true });
  await writeFile(location, 'sound');
  return callId;
}

async function left(callId: string): Promise<{ recording: string | null; files: string[] }> {
  const [row] = await scratch.db.query<{ recording: string | null }>('select recording from calls where call_id = $1', [
    callId,
  ]);
  const files = await readdir(recordingsDir, { recursive: true });
  return { recording: row!.recording, files: files.filter((file) => file.endsWith('.pcm') && file.includes(callId)) };
}

const recover = () => recoverRecordings({ db: scratch.db, nodeId: NODE, recordingsDir });
const comeLate = (callId: string) =>
  finishCall(scratch.db, { jobs, analyzer: null, recordingsDir }, callId, {
    endReason: 'interrupted_by_restart',
    endedBy: 'system',
    sipCode: null,
    media: null,
    recording: recordingFile(callId, 8000),
  });

test.each([
  ['at the start of its node', recover],
  ['by its own process, late', comeLate],
])('a recording comes back %s, but not that of an erased person or an old call', async (_when, comesBack) => {
  const [kept, erased, old] = [
    await lostCall('+12025550101', 29),
    await lostCall('+12025550102', 1),
    await lostCall('+12025550103', 31),
  ];
  const acting = operatorOf(account.accountId);
  await changeRetention(scratch.db, acting, { recordings_days: 30 });
  await erasePerson(scratch.db, recordingsDir, acting, '+12025550102');
  // Twice: the second time, nothing changes.
  for (const callId of [kept, erased, old, kept]) await comesBack(callId);
  expect(await left(kept)).toEqual({ recording: recordingFile(kept, 8000), files: [recordingFile(kept, 8000)] });
  for (const callId of [erased, old]) expect(await left(callId)).toEqual({ recording: null, files: [] });
});
