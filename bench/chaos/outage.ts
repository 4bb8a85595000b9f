import { setTimeout as delay } from 'node:timers/promises';
import type { PersistentClient } from './client.ts';
import type { FarEndCall } from './far-end-call.ts';
import { Installation } from './installation.ts';
import { judgeOutage, type PlayedCall } from './judge-outage.ts';
import { cast, type Part, QUEUED_CALLS, queuedBehaviour } from './outage-cast.ts';
import { type OutageKind, outage } from './outage-kinds.ts';
import { Random } from './random.ts';
import { settle, type Unsettled } from './settle.ts';

export interface OutageReport {
  kind: OutageKind;
  seconds: number;
  calls: number;
  /** What is not as it should be, one line each. */
  findings: string[];
  unsettled: Unsettled;
  errors: Record<string, number>;
}

const AFTER_MS = 2000;
const REACHED_LIMIT_MS = 60_000;
const POLL_MS = 50;
const SETTLE = { callsS: 60, jobsS: 30 };
/** Requests at a time that want something of the database as well. */
const READERS = 10;

/** 20 calls in every state while the database is away; afterwards each of them has to be stored as it was. */
export async function runOutage(
  kind: OutageKind,
  seconds: number,
  say: (line: string) => void = () => {},
): Promise<OutageReport> {
  const parts = new Map<string, Part>();
  const slots = cast.reduce((sum, { count }) => sum + count, 0);
  const installation = await Installation.start({
    random: new Random(1),
    callees: (number) => parts.get(number)?.behaviour ?? queuedBehaviour,
    limits: { callsPerMinute: 1000, concurrentCalls: slots },
    agent: { ring_timeout: 120, max_duration: 600, turn_taking: { reminder_ms: 60_000, end_ms: 120_000 } },
  });
  try {
    await loadVoice(installation);
    const calls = await begin(installation, parts);
    say(`${calls.length} calls under way, ${QUEUED_CALLS} of them queued; the database is ${kind} for ${seconds} s`);
    const over = new AbortController();
    const reading = Array.from({ length: READERS }, () => keepReading(installation, over.signal));
    await Promise.all([play(installation, calls, seconds), outage(kind, installation, seconds)]);
    over.abort();
    await Promise.all(reading);
    const db = await installation.openDatabase();
    try {
      const unsettled = await settle(db, SETTLE);
      const findings = await judgeOutage(installation, calls);
      installation.collectErrors();
      return {
        kind,
        seconds,
        calls: calls.length,
        findings,
        unsettled,
        errors: Object.fromEntries(installation.errors),
      };
    } finally {
      await db.close();
    }
  } finally {
    await installation.close(false);
  }
}

/** The first call of a service loads its voice, which on a busy host may take longer than a call waits for one. */
async function loadVoice({ client, agentId, farEnd }: Installation): Promise<void> {
  const number = '+493030000000';
  const { body } = await client.ask('POST', '/call', { agent_id: agentId, recipient_phone: number });
  const call = () => farEnd.callTo(number);
  await reached(() => call() !== undefined && (call()!.hasHeardWords || !call()!.isOpen), number);
  if (call()!.isOpen) call()!.hangUp();
  await inPhase(client, body.call_id, 'ended');
}

/** Every call in its state, and the batch behind them. */
async function begin(installation: Installation, parts: Map<string, Part>): Promise<PlayedCall[]> {
  const { client, agentId, farEnd } = installation;
  const calls: PlayedCall[] = [];
  for (const part of cast) {
    for (let count = 0; count < part.count; count += 1) {
      const number = `+49301${String(calls.length).padStart(7, '0')}`;
      parts.set(number, part);
      const { status, body } = await client.ask('POST', '/call', { agent_id: agentId, recipient_phone: number });
      if (status !== 201) throw new Error(`a call was refused: ${status} ${JSON.stringify(body)}`);
      calls.push({ number, part, callId: body.call_id, hangUp: null });
    }
  }
  for (const [number, part] of parts) await reached(() => isReached(farEnd.callTo(number), part.before), number);
  const waiting = Array.from({ length: QUEUED_CALLS }, (_, index) => `+49302${String(index).padStart(7, '0')}`);
  const recipients = waiting.map((phone) => ({ phone }));
  const batch = await client.ask('POST', '/calls/batch', { agent_id: agentId, recipients });
  const { body } = await client.ask('GET', `/calls?batch_id=${batch.body.batch_id}`);
  for (const { call_id: callId, recipient_phone: number } of body.data) {
    calls.push({ number, part: null, callId, hangUp: null });
  }
  // What the database does not know by then, an outage may cost.
  for (const { callId, part } of calls) await inPhase(client, callId, PHASES[part?.before ?? 'queued']);
  return calls;
}

const PHASES = { queued: 'queued', trying: 'dialing', ringing: 'ringing', talking: 'talking' } as const;

async function inPhase(client: PersistentClient, callId: string, phase: string): Promise<void> {
  const signal = AbortSignal.timeout(REACHED_LIMIT_MS);
  for (;;) {
    const response = await client.askUntilKnown({ method: 'GET', route: `/calls/${callId}` }, signal);
    if (response === null) throw new Error(`${callId} does not come into phase ${phase}`);
    if (response.body.phase === phase) return;
    await delay(POLL_MS);
  }
}

const isReached = (call: FarEndCall | undefined, state: Part['before']): boolean =>
  call !== undefined && (state !== 'talking' || (call.seen.acknowledgedMs !== null && call.hasHeardWords));

async function reached(isSo: () => boolean, what: string): Promise<void> {
  const deadlineMs = performance.now() + REACHED_LIMIT_MS;
  while (!isSo()) {
    if (performance.now() > deadlineMs) throw new Error(`${what} does not get as far as it should`);
    await delay(POLL_MS);
  }
}

/** What the callees do meanwhile and afterwards. */
async function play(installation: Installation, calls: PlayedCall[], seconds: number): Promise<void> {
  const momentMs = (moment: number | 'after') =>
    moment === 'after' ? seconds * 1000 + AFTER_MS : moment * seconds * 1000;
  const patience = AbortSignal.timeout((seconds + 60) * 1000);
  await Promise.all(
    calls.map(async (call) => {
      const { part, number, callId } = call;
      if (part === null) return;
      const farEnd = installation.farEnd.callTo(number)!;
      if (part.hangUpByApi) {
        const request = { method: 'POST', route: `/calls/${callId}/hangup` };
        call.hangUp = await installation.client.askUntilKnown(request, patience);
      }
      const beginMs = performance.now();
      const at = async (moment: number | 'after', action: () => void) => {
        await delay(Math.max(0, momentMs(moment) - (performance.now() - beginMs)));
        action();
      };
      if (part.answer !== undefined) await at(part.answer, () => farEnd.answer());
      if (part.refuse !== undefined) await at(part.refuse, () => farEnd.refuse(486));
      if (part.hangUp !== undefined) await at(part.hangUp, () => farEnd.hangUp());
    }),
  );
}

async function keepReading({ client }: Installation, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await client.ask('GET', '/calls?limit=1');
    await delay(POLL_MS);
  }
}
