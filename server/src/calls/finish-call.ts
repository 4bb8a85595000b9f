import type { TranscriptTurn } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import { suppress } from '../compliance/suppressions.ts';
import type { Database, Queryable } from '../db/index.ts';
import { systemOf } from '../kernel/principal.ts';
import { storable } from '../kernel/storable-text.ts';
import { deleteRecording } from '../recordings/delete-recording.ts';
import { freeTrunkSlot } from '../trunks/trunk-slots.ts';
import { analyzeInFinish, eventOf, tellAnalyzed } from './analyze-call.ts';
import { moveInBatch } from './batch-progress.ts';
import type { CallEnding } from './call-ending.ts';
import { hintEvents } from './call-events.ts';
import { endLegs } from './call-legs.ts';
import { announce } from './call-record.ts';
import type { EndedCall, FinishDependencies } from './finish-dependencies.ts';
import { keepRecording } from './keep-recording.ts';
import { savedTurns } from './spoken-turns.ts';
import { statusOf } from './state.ts';
import { type CompleteEnding, type EndingCall, lockEnding, readEndings, storeEnd, storeFreeEnds } from './store-end.ts';
import { telephonyUsage } from './telephony-usage.ts';

/** By the words of the person, or by the verdict of the model that ended the call. */
function hasOptedOut({ endReason, media }: CallEnding): boolean {
  return endReason === 'opted_out' || media?.outcomeHint?.toLowerCase() === 'opted_out';
}

/**
 * Ends a call, all of it at once: final state, slot free again, analysis made or queued. Idempotent: false when the call
 * was over already. The row is locked first, so that two enders cannot both believe they were it.
 */
export async function finishCall(
  db: Database,
  dependencies: FinishDependencies,
  callId: string,
  ending: CallEnding,
): Promise<boolean> {
  const [isDone] = await finishAlone(db, dependencies, [{ callId, ending }]);
  return isDone || db.transaction((tx) => finishCallIn(tx, dependencies, callId, ending));
}

export async function finishCallIn(
  tx: Queryable,
  dependencies: FinishDependencies,
  callId: string,
  ending: CallEnding,
): Promise<boolean> {
  const call = await lockEnding(tx, callId);
  if (!call) return false;
  if (call.state === 'ended') {
    const recording = ending.media?.recording ?? ending.recording ?? null;
    if (recording !== null) await keepLate(tx, dependencies, callId, recording);
    return false;
  }
  const end = await completeEnding(
    tx,
    dependencies,
    callId,
    call,
    ending,
    await transcriptOf(tx, callId, call, ending),
  );
  const ofLegs = call.has_legs ? await endLegs(tx, callId, ending.endedAt ?? new Date()) : [];
  await storeEnd(tx, call, { ...end, usage: [...end.usage, ...ofLegs] });
  if (call.trunk_id !== null) await freeTrunkSlot(tx, { callId });
  if (call.answered_at !== null && call.other_phone !== null && hasOptedOut(ending)) {
    const asked = { accountId: call.account_id, phone: call.other_phone, callId };
    await suppressAsked(tx, asked);
  }
  if (call.batch_id !== null) {
    await moveInBatch(
      tx,
      dependencies.jobs,
      call.batch_id,
      call.state === 'queued' ? 'queued' : 'in_progress',
      end.status,
    );
  }
  tellEnded(tx, callId, call, ending);
  if (!end.analysis) await dependencies.jobs.enqueue(tx, 'call.analyze', { callId }, { group: call.account_id });
  else await tellAnalyzed(tx, dependencies, endedCall(callId, call, ending), end.analysis, call.wanted);
  return true;
}

function tellEnded(tx: Queryable, callId: string, call: EndingCall, { endReason }: CallEnding): void {
  announce(tx, callId, { type: 'state', state: 'ended', end_reason: endReason });
  hintEvents(tx, call.account_id);
}

/** A call that is over, and how it ended. */
export interface CallToFinish {
  callId: string;
  ending: CallEnding;
}

/**
 * Most calls end, and nothing else has to be true at that moment: then two statements do for all of them, and no transaction.
 * False: it takes one, and nothing has happened to this call. None may be given twice.
 */
export async function finishAlone(
  db: Queryable,
  dependencies: FinishDependencies,
  finishing: readonly CallToFinish[],
): Promise<boolean[]> {
  const calls = await readEndings(
    db,
    finishing.map(({ callId }) => callId),
  );
  const ends = await Promise.all(
    finishing.map(async ({ callId, ending }) => {
      const call = calls.get(callId);
      if (!call || !isAlone(call, ending)) return null;
      const end = await completeEnding(db, dependencies, callId, call, ending, ending.media?.turns ?? []);
      return end.analysis && { call, end, analysis: end.analysis };
    }),
  );
  const alone = ends.filter((end) => end !== null);
  const stored = alone.length === 0 ? new Set() : await storeFreeEnds(db, alone);
  for (const { call, end, analysis } of alone) {
    if (!stored.has(call.call_id)) continue;
    tellEnded(db, call.call_id, call, end);
    await tellAnalyzed(db, dependencies, endedCall(call.call_id, call, end), analysis, []);
  }
  return finishing.map(({ callId }) => stored.has(callId));
}

/** No webhook, batch, trunk, leg, suppression list or retired slot has to change with it, and its words are at hand. */
function isAlone(call: EndingCall, ending: CallEnding): boolean {
  const hasWords = ending.media !== null && ending.media.turns.length > 0;
  // Of a call whose process is lost others may save turns until it is locked.
  const isOurs = ending.media !== null || call.answered_at === null;
  return (
    call.state !== 'ended' &&
    !call.wanted.includes(eventOf(statusOfEnd(call, ending))) &&
    call.batch_id === null &&
    call.trunk_id === null &&
    !call.has_legs &&
    !call.has_retired &&
    !hasOptedOut(ending) &&
    isOurs &&
    (hasWords || !call.has_turns)
  );
}

const statusOfEnd = (call: EndingCall, { endReason }: CallEnding): 'completed' | 'failed' =>
  statusOf('ended', call.answered_at !== null, endReason) === 'completed' ? 'completed' : 'failed';

function endedCall(callId: string, call: EndingCall, ending: CallEnding): EndedCall {
  return {
    callId,
    accountId: call.account_id,
    agentId: call.agent_id,
    agentVersion: call.agent_version,
    overrides: call.overrides,
    status: statusOfEnd(call, ending),
  };
}

/** What its process says was said, or else what was saved. The call is locked: nothing more comes. */
async function transcriptOf(
  tx: Queryable,
  callId: string,
  call: EndingCall,
  { media }: CallEnding,
): Promise<TranscriptTurn[]> {
  if (media !== null && media.turns.length > 0) return media.turns;
  return call.answered_at === null ? [] : savedTurns(tx, callId);
}

/** With its analysis where rules make it, and what it used. */
async function completeEnding(
  tx: Queryable,
  dependencies: FinishDependencies,
  callId: string,
  call: EndingCall,
  ending: CallEnding,
  transcript: TranscriptTurn[],
): Promise<CompleteEnding> {
  const { media, endReason, endedBy } = ending;
  const answered = call.answered_at !== null;
  const outcomeHint = media?.outcomeHint ? storable(media.outcomeHint) : null;
  const warnings = [...(ending.warning === undefined ? [] : [ending.warning]), ...(media?.warnings ?? [])];
  const talk = { endReason, endedBy, answered, transcript, outcomeHint, warnings };
  return {
    ...ending,
    status: statusOfEnd(call, ending),
    transcript,
    recording: media?.recording ?? ending.recording ?? null,
    analysis: await analyzeInFinish(tx, dependencies, endedCall(callId, call, ending), talk),
    outcomeHint,
    warnings,
    usage: [...(media?.usage ?? []), ...telephonyUsage(call, ending.endedAt ?? new Date())],
  };
}

/** The row in the audit log has no number: erasing the person would not reach it there. */
async function suppressAsked(tx: Queryable, asked: { accountId: string; phone: string; callId: string }) {
  const reason = 'Asked during a call not to be called again.';
  const { suppression, added } = await suppress(tx, { ...asked, source: 'call', reason });
  if (!added) return;
  const { phone_number: _number, ...after } = suppression;
  const target = suppression.suppression_id;
  await audit(tx, systemOf(asked.accountId), { action: 'suppression.created', target, after });
}

async function keepLate(
  tx: Queryable,
  { recordingsDir }: FinishDependencies,
  callId: string,
  recording: string,
): Promise<void> {
  const isKept = await keepRecording(tx, callId, recording);
  if (!isKept && recordingsDir !== undefined) await deleteRecording(recordingsDir, recording);
}
