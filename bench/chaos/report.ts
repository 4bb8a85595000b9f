import type { Evidence } from './evidence.ts';
import type { Installation } from './installation.ts';
import { mostInMinute, mostOnFarEnd } from './judge.ts';
import type { Disturbance, Killer } from './killer.ts';
import type { Unsettled } from './settle.ts';
import type { Violation } from './violation.ts';

type Counts = Record<string, number>;

/** Figures of one installation, or of all together. */
export interface InstallationReport {
  disturbances: Counts;
  startsMs: number[];
  /** Definite responses to POST /v1/call, by status. */
  calls: Counts;
  responses: Counts;
  batches: number;
  callsOfBatches: number;
  hangUps: number;
  invites: number;
  answered: number;
  endReasons: Counts;
  /** At most, and permitted. */
  concurrent: { most: number; permitted: number };
  inMinute: { most: number; permitted: number };
  webhooks: { events: number; attempts: number; failed: number; repeated: number; awaited: number };
  /** Callees that rang on although their caller was killed, until they gave up or answered. */
  rangOn: { calls: number; longestMs: number };
  unsettled: Unsettled;
  errors: Counts;
  violations: Violation[];
}

export interface ChaosReport extends InstallationReport {
  seconds: number;
  kills: number;
}

const NO_KILLS: ReadonlySet<string> = new Set<Disturbance>(['freeze', 'restart']);

function countBy<T>(values: Iterable<T>, key: (value: T) => string | number | null): Counts {
  const counts: Counts = {};
  for (const value of values) {
    const name = String(key(value) ?? 'none');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export function reportOf(parts: {
  installation: Installation;
  killer: Killer;
  evidence: Evidence;
  unsettled: Unsettled;
  violations: Violation[];
}): InstallationReport {
  const { installation, killer, evidence, unsettled, violations } = parts;
  const { asked, askedBatches, limits, seen, stored } = evidence;
  const { receiver, client, errors } = installation;
  const byNumber = new Map(stored.map((call) => [call.to, call]));
  const rangOnMs = seen.flatMap(({ number, answeredMs, endedMs }) => {
    const call = byNumber.get(number);
    if (call?.endReason !== 'interrupted_by_restart' || call.answeredMs !== null || call.endedMs === null) return [];
    const untilMs = answeredMs ?? endedMs ?? Date.now();
    return untilMs > call.endedMs ? [untilMs - call.endedMs] : [];
  });
  const accepted = [...receiver.accepted.values()];
  return {
    disturbances: Object.fromEntries(killer.disturbances),
    startsMs: killer.startsMs,
    calls: countBy(asked, ({ status }) => status),
    responses: Object.fromEntries(client.statuses),
    batches: askedBatches.filter(({ status }) => status === 201).length,
    callsOfBatches: stored.filter(({ ofBatch }) => ofBatch).length,
    hangUps: asked.filter(({ hangUpAnsweredMs }) => hangUpAnsweredMs !== null).length,
    invites: seen.length,
    answered: seen.filter(({ answeredMs }) => answeredMs !== null).length,
    endReasons: countBy(stored, ({ endReason }) => endReason),
    concurrent: { most: mostOnFarEnd(evidence), permitted: limits.concurrentCalls },
    inMinute: { most: mostInMinute(evidence), permitted: limits.callsPerMinute },
    webhooks: {
      events: accepted.length,
      attempts: receiver.attempts,
      failed: receiver.failed,
      repeated: accepted.filter(({ times }) => times > 1).length,
      awaited: evidence.awaited.size,
    },
    rangOn: { calls: rangOnMs.length, longestMs: Math.round(Math.max(0, ...rangOnMs)) },
    unsettled,
    errors: Object.fromEntries(errors),
    violations,
  };
}

export function merge(reports: InstallationReport[], seconds: number): ChaosReport {
  const whole = reports.reduce((sum, report) => addUp(sum, report) as InstallationReport);
  const kills = Object.entries(whole.disturbances).reduce(
    (sum, [name, count]) => sum + (NO_KILLS.has(name) ? 0 : count),
    0,
  );
  return { ...whole, seconds, kills };
}

/** Figures with these names are no sums: the largest counts. */
const LARGEST: ReadonlySet<string> = new Set(['most', 'permitted', 'longestMs']);

function addUp(a: unknown, b: unknown, name = ''): unknown {
  if (typeof a === 'number' || typeof b === 'number') {
    const [left, right] = [Number(a ?? 0), Number(b ?? 0)];
    return LARGEST.has(name) ? Math.max(left, right) : left + right;
  }
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  const [left, right] = [(a ?? {}) as object, (b ?? {}) as object];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries(
    [...names].map((key) => [key, addUp(left[key as keyof typeof left], right[key as keyof typeof right], key)]),
  );
}

const percentile = (sorted: number[], percent: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? 0);

const EXAMPLES = 8;

/** For a person. */
export function* linesOf(report: ChaosReport): Iterable<string> {
  const { startsMs, violations, errors, seconds, kills, ...figures } = report;
  const starts = [...startsMs].sort((a, b) => a - b);
  yield `${kills} kills in ${Math.round(seconds)} s`;
  yield `starts: ${starts.length}, p50 ${percentile(starts, 50)} ms, p95 ${percentile(starts, 95)} ms, longest ${percentile(starts, 100)} ms`;
  for (const [name, value] of Object.entries(figures)) yield `${name}: ${JSON.stringify(value)}`;
  yield `errors in the logs: ${JSON.stringify(errors, null, 2)}`;
  const byFault = Map.groupBy(violations, ({ fault }) => fault);
  if (byFault.size === 0) yield 'violations: none';
  for (const [fault, found] of byFault) {
    yield `VIOLATION ${fault}: ${found.length}`;
    for (const { detail } of found.slice(0, EXAMPLES)) yield `    ${detail}`;
  }
}
