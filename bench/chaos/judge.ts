import type { Evidence } from './evidence.ts';
import type { SeenCall } from './far-end-call.ts';
import { judgeWebhooks } from './judge-webhooks.ts';
import { mostWithin, peakConcurrency, type Span } from './spans.ts';
import type { StoredCall } from './stored-calls.ts';
import type { Violation } from './violation.ts';

const MINUTE_MS = 60_000;
/**
 * A batch's call is entered after its rate slot was taken, in the same transaction; the database may be frozen for three
 * seconds in between.
 */
const ENTRY_MS = 5000;
/** A hang-up is taken up at the next renewal of leases at the latest; a call whose service was killed ends when it is back. */
const HANG_UP_LIMIT_MS = 20_000;

/** The most calls that the far end had at once. */
export function mostOnFarEnd(evidence: Evidence): number {
  return peakConcurrency(farEndSpans(evidence));
}

function farEndSpans({ seen, stored }: Evidence): (Span & { label: string })[] {
  const byNumber = new Map(stored.map((call) => [call.to, call]));
  return seen.map((call) => {
    const known = byNumber.get(call.number);
    const label = `${known?.callId ?? call.number} (${call.ending}, stored ${known?.endReason})`;
    return { ...farEndSpan(call, known), label };
  });
}

/** Of a moment with the most calls: which these are, and for how long they were together. */
function describeMost(evidence: Evidence, most: number): string {
  const spans = farEndSpans(evidence);
  for (const { fromMs } of spans) {
    const together = spans.filter((span) => span.fromMs <= fromMs && span.toMs > fromMs);
    if (together.length < most) continue;
    const untilMs = Math.min(...together.map(({ toMs }) => toMs));
    return `for ${untilMs - fromMs} ms from ${new Date(fromMs).toISOString()}: ${together.map(({ label }) => label).join(', ')}`;
  }
  return 'never';
}

/**
 * A callee whose caller was killed while it rang hears of nothing: no process is left that could send the CANCEL. For
 * the account that call is over when it is stored so.
 */
function farEndSpan(seen: SeenCall, stored: StoredCall | undefined): Span {
  const endedMs = seen.endedMs ?? Date.now();
  const isAbandoned = stored?.endReason === 'interrupted_by_restart' && stored.answeredMs === null;
  const toMs = isAbandoned && stored.endedMs !== null ? Math.min(endedMs, stored.endedMs) : endedMs;
  return { fromMs: seen.invitedMs, toMs: Math.max(seen.invitedMs, toMs) };
}

/** The most calls that were accepted in any 60 seconds, by the database's own clock. */
export function mostInMinute({ stored }: Evidence): number {
  return mostWithin(
    stored.flatMap((call) => {
      if (!call.ofBatch) return [{ fromMs: call.createdMs, toMs: call.createdMs }];
      return call.dispatchedMs === null ? [] : [{ fromMs: call.dispatchedMs - ENTRY_MS, toMs: call.dispatchedMs }];
    }),
    MINUTE_MS,
  );
}

export function isAnyoneDialledTwice(seen: readonly SeenCall[]): boolean {
  return new Set(seen.map(({ number }) => number)).size < seen.length;
}

export function judge(evidence: Evidence): Violation[] {
  return [
    ...judgeDials(evidence),
    ...judgeAccepted(evidence),
    ...judgeBatches(evidence),
    ...judgeLimits(evidence),
    ...judgeDialogs(evidence),
    ...judgeTruth(evidence),
    ...judgeHangUps(evidence),
    ...judgeWebhooks(evidence),
  ];
}

function* judgeDials({ seen, stored, asked }: Evidence): Iterable<Violation> {
  const dials = Map.groupBy(seen, ({ number }) => number);
  const known = new Set(stored.map(({ to }) => to));
  const refused = new Set(asked.filter(({ status }) => status !== null && status !== 201).map(({ number }) => number));
  for (const [number, calls] of dials) {
    if (calls.length > 1) {
      const times = calls.map(({ invitedMs }) => new Date(invitedMs).toISOString()).join(', ');
      yield { fault: 'dialled twice', detail: `${number} at ${times}` };
    }
    if (!known.has(number) || refused.has(number)) yield { fault: 'dialled though never accepted', detail: number };
  }
}

function* judgeAccepted({ asked, awaited, listed, stored }: Evidence): Iterable<Violation> {
  for (const { number, status, callId } of asked) {
    if (status === 201 && !listed.has(callId!)) yield { fault: 'accepted and lost', detail: `${callId} to ${number}` };
  }
  for (const [number, calls] of Map.groupBy(stored, ({ to }) => to)) {
    if (calls.length > 1)
      yield { fault: 'one key, two calls', detail: `${number}: ${calls.map(({ callId }) => callId)}` };
  }
  for (const { callId, state, status } of stored) {
    const phase = listed.get(callId)?.phase;
    if (phase === 'analyzing' && awaited.has(`call.${status} ${callId}`)) continue;
    if (state !== 'ended' || phase !== 'ended') yield { fault: 'not ended', detail: `${callId}: ${state}, ${phase}` };
  }
}

function* judgeBatches({ askedBatches, batches, stored }: Evidence): Iterable<Violation> {
  const numbers = new Set(stored.map(({ to }) => to));
  for (const batch of askedBatches) {
    if (batch.status !== 201) continue;
    for (const number of batch.numbers) {
      if (!numbers.has(number)) yield { fault: 'accepted and lost', detail: `${number} of ${batch.batchId}` };
    }
  }
  for (const { batch_id: id, status, total, completed, failed } of batches) {
    if (['completed', 'canceled'].includes(status) && completed + failed === total) continue;
    yield { fault: 'batch does not add up', detail: `${id}: ${status}, ${completed} + ${failed} of ${total}` };
  }
}

function* judgeLimits(evidence: Evidence): Iterable<Violation> {
  const { limits, slots } = evidence;
  const concurrent = mostOnFarEnd(evidence);
  if (concurrent > limits.concurrentCalls) {
    yield {
      fault: 'over the concurrent limit',
      detail: `${concurrent} on the far end, ${limits.concurrentCalls} permitted, ${describeMost(evidence, concurrent)}`,
    };
  }
  const inMinute = mostInMinute(evidence);
  if (inMinute > limits.callsPerMinute) {
    yield { fault: 'over the limit of a minute', detail: `${inMinute} accepted, ${limits.callsPerMinute} permitted` };
  }
  if (slots.taken > 0 || slots.free !== limits.concurrentCalls) {
    yield { fault: 'slot not free', detail: `${slots.free} of ${limits.concurrentCalls} free, ${slots.taken} taken` };
  }
}

/**
 * `dialog never stored`: the callee answered while the database was away, and before it came back the service was killed,
 * too. No process knows of that dialog; how often that happens is a figure of its own.
 */
function* judgeDialogs({ openDialogs, stored }: Evidence): Iterable<Violation> {
  const byNumber = new Map(stored.map((call) => [call.to, call]));
  for (const { number, answeredMs } of openDialogs) {
    // A callee that rings gives up by itself at some time; one that has answered waits for BYE.
    if (answeredMs === null) continue;
    const call = byNumber.get(number);
    const isUnknown = call?.endReason === 'interrupted_by_restart' && call.answeredMs === null;
    yield { fault: isUnknown ? 'dialog never stored' : 'dialog left open', detail: `${call?.callId} to ${number}` };
  }
}

/** A queued call that no service took up for so long is not dialled any more. */
const TOO_LATE_MS = 60_000;

const isTooLate = ({ createdMs, endedMs }: StoredCall, farEnd: SeenCall | undefined): boolean =>
  farEnd === undefined && endedMs !== null && endedMs - createdMs >= TOO_LATE_MS;

/** Endings that say of a killed process what it is not, or contradict what the far end saw. */
function* judgeTruth({ seen, stored }: Evidence): Iterable<Violation> {
  const byNumber = new Map(seen.map((call) => [call.number, call]));
  for (const call of stored) {
    const farEnd = byNumber.get(call.to);
    const ending = `${call.callId}: ${call.endReason}`;
    const isLost = call.endReason === 'dispatch_lost' && !isTooLate(call, farEnd);
    if (call.endReason === 'internal_error' || isLost) {
      yield { fault: 'recorded untruthfully', detail: `${ending}, the far end: ${farEnd?.ending ?? 'never called'}` };
    } else if (call.answeredMs !== null && !farEnd?.answeredMs) {
      yield { fault: 'recorded untruthfully', detail: `${ending}, answered, which the far end has not done` };
    } else if (['busy', 'rejected', 'invalid_number'].includes(call.endReason ?? '') && farEnd?.ending !== 'refused') {
      yield { fault: 'recorded untruthfully', detail: `${ending}, the far end: ${farEnd?.ending ?? 'never called'}` };
    } else if (call.endReason === 'user_hangup' && farEnd?.ending !== 'hung up') {
      yield { fault: 'recorded untruthfully', detail: `${ending}, the far end: ${farEnd?.ending ?? 'never called'}` };
    }
  }
}

function* judgeHangUps({ asked, stored }: Evidence): Iterable<Violation> {
  const byId = new Map(stored.map((call) => [call.callId, call]));
  for (const { callId, hangUpAnsweredMs } of asked) {
    const { endedMs, endReason } = byId.get(callId ?? '') ?? {};
    if (hangUpAnsweredMs === null || !endedMs || endReason === 'interrupted_by_restart') continue;
    if (endedMs <= hangUpAnsweredMs + HANG_UP_LIMIT_MS) continue;
    yield { fault: 'hang-up not obeyed', detail: `${callId} lived for ${Math.round(endedMs - hangUpAnsweredMs)} ms` };
  }
}
