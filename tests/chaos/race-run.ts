// npm test runs this for a moment; node tests/chaos/race-run.ts --requests 100000 runs it for minutes.
// Clients race for calls against several services on one database, one of which is killed in the middle.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { storedCalls } from '../../bench/chaos/stored-calls.ts';
import type { PhoneCall } from './race-callee.ts';
import type { Asked } from './race-client.ts';
import { type Findings, findingsOf } from './race-evidence.ts';
import { Fleet, type FleetAccount } from './race-fleet.ts';
import { runClient } from './race-processes.ts';

const CLIENTS = 4;
const AT_ONCE = 12;
const SERVICES = 3;
const BATCH_RECIPIENTS = 60;
/** Long enough that calls overlap, short enough that slots are taken and released all the time. */
const RING_MS: [number, number] = [50, 600];
const EQUAL_REQUESTS = 50;
/** The lease of a dead service, the time until another looks, and what a loaded host adds. */
const DRAIN_LIMIT_MS = 90_000;
const COMES_BACK_AFTER_MS = 30_000;

/**
 * `settled` accounts have used up their minute when the race begins, evenly spread: places come free one by one, and
 * all clients want each of them. `fresh` ones have the whole minute before them: the lines are what is raced for.
 */
const ACCOUNTS = [
  { name: 'enterprise', plan: 'enterprise' },
  { name: 'starter, fresh', plan: 'starter' },
  { name: 'starter, settled', plan: 'starter' },
  { name: 'growth, fresh', plan: 'growth' },
  { name: 'growth, settled', plan: 'growth' },
  { name: 'business, fresh', plan: 'business' },
  { name: 'business, settled', plan: 'business' },
] as const;
const WITH_BATCHES = ['growth, fresh', 'business, fresh'];

export interface RaceReport {
  seconds: number;
  asked: number;
  statuses: Record<string, number>;
  equal: Record<string, Record<string, number>>;
  accounts: Findings[];
  /** Lines that are free in the end, and how many the plans have. */
  freeLines: Record<string, { free: number; permitted: number }>;
  dialledTwice: string[];
  /** On the phone, but not in the database. */
  dialledUnknown: string[];
  /** Answered 201, and not stored as over. */
  lost: string[];
  endReasons: Record<string, number>;
  interrupted: number;
  batches: { dialled: number; canceled: number }[];
  /** Lines of their logs, from `error` up. */
  serviceErrors: string[];
}

function tally(values: Iterable<string | number>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Their minute is used up, and its places come free evenly from now on. Answers the times that count as accepted. */
async function settle(fleet: Fleet, account: FleetAccount): Promise<number[]> {
  const rows = await fleet.db.query<{ used: number }>(
    `update rate_slots set used_at = clock_timestamp() - make_interval(secs => 60.0 * (1 - (slot_no + 1.0) / $2))
     where account_id = $1 returning (extract(epoch from used_at) * 1000)::float8 as used`,
    [account.accountId, account.limits.callsPerMinute],
  );
  return rows.map(({ used }) => used);
}

/** The same call asked for many times at once, spread over all services. */
async function askEqually(fleet: Fleet, account: FleetAccount, to: string): Promise<Asked[]> {
  return Promise.all(
    Array.from({ length: EQUAL_REQUESTS }, async (_, index) => {
      const service = fleet.services[index % fleet.services.length]!;
      const sentMs = Date.now();
      const body = { agent_id: account.agentId, recipient_phone: to };
      const { status } = await service.request('POST', '/call', { body, key: account.apiKey });
      return { account: fleet.accounts.indexOf(account), to, sentMs, receivedMs: Date.now(), status };
    }),
  );
}

async function createBatch(fleet: Fleet, account: FleetAccount, index: number): Promise<string> {
  const recipients = Array.from({ length: BATCH_RECIPIENTS }, (_, recipient) => ({
    phone: `+4980${index}${String(recipient).padStart(6, '0')}`,
  }));
  const { status, body } = await fleet.services[index % fleet.services.length]!.request('POST', '/calls/batch', {
    body: { agent_id: account.agentId, recipients },
    key: account.apiKey,
  });
  if (status !== 201) throw new Error(`a batch was refused: ${JSON.stringify(body)}`);
  return body.batch_id;
}

/** No call is open any more: what a dead service had in hand was ended by another one. */
async function drained(fleet: Fleet): Promise<boolean> {
  const deadlineMs = Date.now() + DRAIN_LIMIT_MS;
  while (Date.now() < deadlineMs) {
    const [open] = await fleet.db.query<{ calls: number; lines: number }>(
      `select (select count(*) from calls where state <> 'ended') as calls,
         (select count(*) from call_slots where call_id is not null) as lines`,
    );
    if (open!.calls === 0 && open!.lines === 0) return true;
    await delay(250);
  }
  return false;
}

async function race(fleet: Fleet, requests: number, say: (line: string) => void): Promise<Asked[]> {
  const asked: Asked[] = [];
  const over = new AbortController();
  let killing: Promise<void> | undefined;
  let reported = 0;
  const onAsked = (more: Asked[]) => {
    asked.push(...more);
    if (asked.length >= requests / 4) killing ??= killAmidCalls(fleet, over.signal);
    if (asked.length - reported >= 5000) {
      reported = asked.length;
      say(`${reported} requests …`);
    }
  };
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) =>
      runClient(
        {
          origins: fleet.origins,
          accounts: fleet.accounts,
          requests: Math.ceil(requests / CLIENTS),
          atOnce: AT_ONCE,
          numberPrefix: `3${client}`,
        },
        onAsked,
      ),
    ),
  );
  over.abort();
  await killing;
  return asked;
}

/** Kills one service while it carries calls. In a long race it comes back when others have had to clean up after it. */
async function killAmidCalls(fleet: Fleet, raceOver: AbortSignal): Promise<void> {
  const doomed = fleet.services.at(-1)!;
  const nodeId = (await readFile(path.join(doomed.address.dataDir, 'node-id'), 'utf8')).trim();
  for (;;) {
    const [carried] = await fleet.db.query<{ lines: number }>(
      'select count(*) as lines from call_slots where owner = $1 and call_id is not null',
      [nodeId],
    );
    if (carried!.lines >= 2) break;
    await delay(5);
  }
  await doomed.stop('SIGKILL');
  await delay(COMES_BACK_AFTER_MS, undefined, { signal: raceOver }).then(
    () => doomed.start(),
    () => {},
  );
}

/** The whole race. It judges nothing: that is left to the reader of the report. */
export async function runRace(requests: number, say: (line: string) => void = () => {}): Promise<RaceReport> {
  say('starting three services on one database …');
  const fleet = await Fleet.start({
    services: SERVICES,
    accounts: [...ACCOUNTS],
    // So few lines that a loaded host, which asks for calls more slowly, still runs out of them.
    enterpriseLimits: { callsPerMinute: 2400, concurrentCalls: 8 },
    callee: { ringMs: RING_MS, answeredShare: 0.15, talkMs: [50, 300] },
  });
  try {
    const startedMs = Date.now();
    fleet.callee.change({ ringMs: [3000, 3000] });
    const asked: Asked[] = [];
    const equal: RaceReport['equal'] = {};
    for (const [index, name] of ['enterprise', 'starter, fresh'].entries()) {
      const answers = await askEqually(fleet, fleet.account(name), `+497${index}000000`);
      equal[name] = tally(answers.map(({ status }) => status));
      asked.push(...answers);
    }
    fleet.callee.change({ ringMs: RING_MS });

    const history = new Map<string, number[]>();
    for (const account of fleet.accounts) {
      if (account.name.endsWith('settled')) history.set(account.name, await settle(fleet, account));
    }
    const batchIds = await Promise.all(
      WITH_BATCHES.map((name, index) => createBatch(fleet, fleet.account(name), index)),
    );
    asked.push(...(await race(fleet, requests, say)));
    for (const [index, name] of WITH_BATCHES.entries()) {
      const key = fleet.account(name).apiKey;
      await fleet.services[0]!.request('POST', `/calls/batch/${batchIds[index]}/cancel`, { key });
    }
    say('waiting for the last calls to end …');
    await drained(fleet);
    const seconds = (Date.now() - startedMs) / 1000;
    return await judge(fleet, { asked, equal, history, seconds });
  } finally {
    await fleet.close();
  }
}

async function judge(
  fleet: Fleet,
  run: { asked: Asked[]; equal: RaceReport['equal']; history: Map<string, number[]>; seconds: number },
): Promise<RaceReport> {
  const [onPhone, stored] = await Promise.all([fleet.callee.calls(), storedCalls(fleet.db)]);
  const free = await fleet.db.query<{ account_id: string; free: number }>(
    `select account_id, count(*) filter (where call_id is null and not retired) as free from call_slots group by 1`,
  );
  const byNumber = new Map(stored.map((call) => [call.to, call]));
  return {
    seconds: run.seconds,
    asked: run.asked.length,
    statuses: tally(run.asked.map(({ status }) => status)),
    equal: run.equal,
    accounts: fleet.accounts.map((account, index) =>
      findingsOf({
        account,
        asked: run.asked.filter((request) => request.account === index),
        onPhone: onPhone.filter((call) => call.from === account.phone),
        stored: stored.filter((call) => call.accountId === account.accountId),
        historyMs: run.history.get(account.name) ?? [],
      }),
    ),
    freeLines: Object.fromEntries(
      fleet.accounts.map((account) => [
        account.name,
        {
          free: free.find((row) => row.account_id === account.accountId)?.free ?? 0,
          permitted: account.limits.concurrentCalls,
        },
      ]),
    ),
    dialledTwice: repeated(onPhone),
    dialledUnknown: onPhone.filter(({ to }) => !byNumber.has(to)).map(({ to }) => to),
    lost: run.asked
      .filter(({ to, status }) => status === 201 && byNumber.get(to)?.state !== 'ended')
      .map(({ to }) => to),
    endReasons: tally(stored.map(({ endReason }) => endReason ?? 'none')),
    interrupted: stored.filter(({ endReason }) => endReason === 'interrupted_by_restart').length,
    batches: WITH_BATCHES.map((name) => {
      const calls = stored.filter((call) => call.ofBatch && call.accountId === fleet.account(name).accountId);
      return {
        dialled: calls.filter((call) => call.dispatchedMs !== null).length,
        canceled: calls.filter((call) => call.endReason === 'canceled').length,
      };
    }),
    serviceErrors: fleet.services.flatMap(({ output }) => output.split('\n').filter((line) => line.startsWith('{'))),
  };
}

function repeated(onPhone: PhoneCall[]): string[] {
  return Object.entries(tally(onPhone.map(({ to }) => to)))
    .filter(([, times]) => times > 1)
    .map(([to]) => to);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000' } } });
  const report = await runRace(Number(values.requests), (line) => process.stdout.write(`${line}\n`));
  const { accounts, serviceErrors, ...rest } = report;
  console.table(accounts);
  console.log(rest);
  console.log(`${serviceErrors.length} errors in the logs`, serviceErrors.slice(0, 10));
}
