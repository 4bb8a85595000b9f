import type { Database } from '../../server/src/db/index.ts';
import type { PhoneCall } from './race-callee.ts';
import type { Asked } from './race-client.ts';
import type { FleetAccount } from './race-fleet.ts';

/** A stretch of time in milliseconds since 1970. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** How many spans cover one moment at most. One that ends when another begins does not overlap it. */
export function mostAtOnce(spans: readonly Span[]): number {
  const moments = spans
    .flatMap(({ fromMs, toMs }) => [
      { atMs: fromMs, change: 1 },
      { atMs: toMs, change: -1 },
    ])
    .sort((a, b) => a.atMs - b.atMs || a.change - b.change);
  let current = 0;
  let most = 0;
  for (const { change } of moments) {
    current += change;
    most = Math.max(most, current);
  }
  return most;
}

/**
 * How many spans lie wholly within one window of `windowMs` at most, the window's end excluded. When each event is only
 * known to have happened somewhere in its span, so many happened in that window for certain.
 */
export function mostWithin(spans: readonly Span[], windowMs: number): number {
  const byStart = [...spans].sort((a, b) => a.fromMs - b.fromMs);
  let most = 0;
  for (const [index, { fromMs }] of byStart.entries()) {
    let within = 0;
    for (let other = index; other < byStart.length; other += 1) {
      const span = byStart[other]!;
      if (span.fromMs >= fromMs + windowMs) break;
      if (span.toMs < fromMs + windowMs) within += 1;
    }
    most = Math.max(most, within);
  }
  return most;
}

/** A call as the database has it after the race. Times from its own clock, in milliseconds since 1970. */
export interface StoredCall {
  callId: string;
  accountId: string;
  to: string;
  ofBatch: boolean;
  state: string;
  endReason: string | null;
  createdMs: number;
  dispatchedMs: number | null;
  endedMs: number | null;
}

export async function storedCalls(db: Database): Promise<StoredCall[]> {
  const epochMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  return db.query<StoredCall>(
    `select call_id as "callId", account_id as "accountId", recipient_phone as "to", batch_id is not null as "ofBatch",
       state, end_reason as "endReason", ${epochMs('created_at')} as "createdMs", ${epochMs('ended_at')} as "endedMs",
       (select ${epochMs('at')} from call_events e where e.call_id = calls.call_id and e.event = 'dispatched')
         as "dispatchedMs"
     from calls`,
  );
}

export interface Evidence {
  account: FleetAccount;
  asked: readonly Asked[];
  onPhone: readonly PhoneCall[];
  stored: readonly StoredCall[];
  /** Calls that count as accepted before the race began. */
  historyMs: readonly number[];
}

/** The most that was seen of one account, by three witnesses who do not share a clock or a memory. */
export interface Findings {
  name: string;
  plan: string;
  accepted: number;
  refused: number;
  dialled: number;
  linesOnPhone: number;
  linesInApi: number;
  linesInDatabase: number;
  linesPermitted: number;
  minuteOnPhone: number;
  minuteInApi: number;
  minuteInDatabase: number;
  minutePermitted: number;
}

const MINUTE_MS = 60_000;
/** A batch's call is entered a moment after its place in the minute was taken, in the same transaction. */
const ENTRY_MS = 1000;

export function findingsOf({ account, asked, onPhone, stored, historyMs }: Evidence): Findings {
  const placed = new Map(asked.filter(({ status }) => status === 201).map((request) => [request.to, request]));
  const phoneCalls = new Map(onPhone.map((call) => [call.to, call]));
  const nowMs = Date.now();
  const phoneEndMs = (call: PhoneCall) => call.endedMs ?? nowMs;

  const history = historyMs.map((atMs) => ({ fromMs: atMs, toMs: atMs }));
  const ofBatches = stored.filter((call) => call.ofBatch && call.dispatchedMs !== null);
  const batched = ofBatches.map((call) => ({ fromMs: call.dispatchedMs! - ENTRY_MS, toMs: call.dispatchedMs! }));
  const created = stored.filter((call) => !call.ofBatch);

  return {
    name: account.name,
    plan: account.plan,
    accepted: placed.size,
    refused: asked.filter(({ status }) => status === 429).length,
    dialled: onPhone.length,
    linesOnPhone: mostAtOnce(onPhone.map((call) => ({ fromMs: call.invitedMs, toMs: phoneEndMs(call) }))),
    linesInApi: mostAtOnce(
      stored.flatMap((call) => {
        const answeredMs = placed.get(call.to)?.receivedMs;
        const phoneCall = phoneCalls.get(call.to);
        const toMs = phoneCall ? phoneEndMs(phoneCall) : (call.endedMs ?? nowMs);
        return answeredMs === undefined || answeredMs > toMs ? [] : [{ fromMs: answeredMs, toMs }];
      }),
    ),
    linesInDatabase: mostAtOnce(
      [
        ...created.map((call) => ({ call, fromMs: call.createdMs })),
        ...ofBatches.map((call) => ({ call, fromMs: call.dispatchedMs! })),
      ].map(({ call, fromMs }) => ({ fromMs, toMs: call.endedMs ?? nowMs })),
    ),
    linesPermitted: account.limits.concurrentCalls,
    minuteOnPhone: mostWithin(
      [
        ...history,
        ...batched,
        ...onPhone.flatMap(({ to, invitedMs }) => {
          const request = placed.get(to);
          return request ? [{ fromMs: request.sentMs, toMs: Math.max(request.sentMs, invitedMs) }] : [];
        }),
      ],
      MINUTE_MS,
    ),
    minuteInApi: mostWithin(
      [
        ...history,
        ...batched,
        ...[...placed.values()].map(({ sentMs, receivedMs }) => ({ fromMs: sentMs, toMs: receivedMs })),
      ],
      MINUTE_MS,
    ),
    minuteInDatabase: mostWithin(
      [...history, ...batched, ...created.map(({ createdMs }) => ({ fromMs: createdMs, toMs: createdMs }))],
      MINUTE_MS,
    ),
    minutePermitted: account.limits.callsPerMinute,
  };
}
