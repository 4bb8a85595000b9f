import { mostWithin, peakConcurrency } from '../../bench/chaos/spans.ts';
import type { StoredCall } from '../../bench/chaos/stored-calls.ts';
import type { PhoneCall } from './race-callee.ts';
import type { Asked } from './race-client.ts';
import type { FleetAccount } from './race-fleet.ts';

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
/**
 * A batch's call is entered after its rate slot was taken, in the same transaction, which waits for others that count in
 * the same batch: on a host with nothing to spare for seconds.
 */
const ENTRY_MS = 5000;

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
    linesOnPhone: peakConcurrency(onPhone.map((call) => ({ fromMs: call.invitedMs, toMs: phoneEndMs(call) }))),
    linesInApi: peakConcurrency(
      stored.flatMap((call) => {
        const answeredMs = placed.get(call.to)?.receivedMs;
        const phoneCall = phoneCalls.get(call.to);
        const toMs = phoneCall ? phoneEndMs(phoneCall) : (call.endedMs ?? nowMs);
        return answeredMs === undefined || answeredMs > toMs ? [] : [{ fromMs: answeredMs, toMs }];
      }),
    ),
    linesInDatabase: peakConcurrency(
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
