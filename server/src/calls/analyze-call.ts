import type { AgentPatch, EndReason, TranscriptTurn } from '@parley/contract';
import { CALL_OVERRIDES, callSettings } from '../agents/call-settings.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { storable } from '../kernel/storable-text.ts';
import { publish, wantedEvents } from '../webhooks/publish.ts';
import { type Analysis, analyzeByRules, type FinishedCall } from './analysis-rules.ts';
import { hintEvents } from './call-events.ts';
import { announce } from './call-record.ts';
import type { AnalyzableCall, AnalyzerDependencies, EndedCall, FinishDependencies } from './finish-dependencies.ts';
import { readCall } from './read-calls.ts';

interface EndedRow {
  account_id: string;
  agent_id: string;
  agent_version: number;
  overrides: AgentPatch | null;
  status: 'completed' | 'failed';
  end_reason: EndReason;
  ended_by: 'agent' | 'user' | 'system';
  answered_at: Date | null;
  analyzed_at: Date | null;
  transcript: TranscriptTurn[];
  outcome_hint: string | null;
  warnings: string[];
}

/** How such a call went is for the reader of its transcript to judge; every other end has its outcome in itself. */
const endsOfTalks = new Set<EndReason>(['agent_hangup', 'user_hangup', 'max_duration', 'silence_timeout']);
const outcomesOfTalks = ['success', 'partial', 'failure', 'opted_out'];

/** The webhook waits for the analysis, and for no longer than this. */
const ANALYSIS_MS = 45_000;

interface FinishedTalk extends Omit<FinishedCall, 'outcomes'> {
  warnings: string[];
}

const isTalk = (transcript: TranscriptTurn[]) => transcript.some((turn) => turn.role === 'user');

export interface StoredAnalysis extends Analysis {
  method: 'model' | 'rules';
  /** What was read out of the call by the agent's schema. */
  data: Record<string, unknown> | null;
  warnings: string[];
}

/**
 * The analysis by rules takes no time: it is made in the transaction that ends the call. Null when the model has to make
 * it, or when this process cannot: then it is a job.
 */
export async function analyzeInFinish(
  tx: Queryable,
  { analyzer }: FinishDependencies,
  call: EndedCall,
  talk: FinishedTalk,
): Promise<StoredAnalysis | null> {
  if (!analyzer || (analyzer.byModel && isTalk(talk.transcript))) return null;
  const { outcomes } = await callSettings(tx, analyzer.agentVersions, {
    agent_id: call.agentId,
    agent_version: call.agentVersion,
    overrides: call.overrides,
  });
  return { ...analyzeByRules({ ...talk, outcomes }), method: 'rules', data: null, warnings: talk.warnings };
}

/** What follows from an analysis that was stored in the same transaction. `wanted`: see `wantedEvents`. */
export async function tellAnalyzed(
  tx: Queryable,
  { jobs, analyzer }: FinishDependencies,
  { callId, accountId, status }: EndedCall,
  analysis: StoredAnalysis,
  wanted: string[],
): Promise<void> {
  const type = status === 'completed' ? 'call.completed' : 'call.failed';
  if (analyzer && wanted.includes(type)) {
    await publish(tx, jobs, { accountId, type, data: () => readCall(tx, analyzer.links, accountId, callId) });
  }
  announce(tx, callId, { type: 'result', outcome: analysis.outcome });
  hintEvents(tx, accountId);
}

/** Summary, sentiment and outcome of an ended call, and its webhooks, in one transaction. Doing it twice does nothing. */
export async function analyzeCall(
  db: Database,
  { jobs, analyzer }: { jobs: Jobs; analyzer: AnalyzerDependencies },
  callId: string,
): Promise<void> {
  const { agentVersions, byModel } = analyzer;
  const rows = await db.query<EndedRow>(
    `select account_id, agent_id, agent_version, ${CALL_OVERRIDES} as overrides, status, end_reason, ended_by, answered_at, analyzed_at, transcript, outcome_hint,
       warnings from calls where call_id = $1 and state = 'ended'`,
    [callId],
  );
  const row = rows[0];
  if (!row || row.analyzed_at !== null) return;
  const settings = await callSettings(db, agentVersions, row);
  const talked = isTalk(row.transcript);
  const analyzable: AnalyzableCall = {
    callId,
    endReason: row.end_reason,
    transcript: row.transcript,
    outcomes: [...new Set([...settings.outcomes, ...outcomesOfTalks])],
    language: settings.language,
  };
  const model =
    byModel && talked ? await byModel(analyzable, AbortSignal.timeout(ANALYSIS_MS)).catch(() => null) : null;
  const rules = analyzeByRules({
    endReason: row.end_reason,
    endedBy: row.ended_by,
    answered: row.answered_at !== null,
    transcript: row.transcript,
    outcomeHint: row.outcome_hint,
    outcomes: settings.outcomes,
  });
  const analysis = model
    ? { ...model, outcome: endsOfTalks.has(row.end_reason) ? model.outcome : rules.outcome }
    : rules;
  const warnings =
    byModel && talked && !model
      ? [...row.warnings, 'The analysis by the model failed; plain rules did it.']
      : row.warnings;
  const call: EndedCall = {
    callId,
    accountId: row.account_id,
    agentId: row.agent_id,
    agentVersion: row.agent_version,
    overrides: row.overrides,
    status: row.status,
  };
  await db.transaction((tx) =>
    storeAnalysis(tx, { jobs, analyzer }, call, {
      ...analysis,
      method: model ? 'model' : 'rules',
      data: null,
      warnings,
    }),
  );
}

async function storeAnalysis(
  tx: Queryable,
  finish: FinishDependencies,
  call: EndedCall,
  analysis: StoredAnalysis,
): Promise<void> {
  const { method, warnings, data } = analysis;
  const claimed = await tx.query<{ wanted: string[] }>({
    name: 'store-analysis',
    text: `with analyzed as (
             update calls set summary = $2, sentiment = $3, outcome = $4, analysis = $5, analyzed_at = clock_timestamp()
             where call_id = $1 and analyzed_at is null returning account_id),
           noted as (
             insert into call_events (account_id, call_id, type) select account_id, $1, 'call.analyzed' from analyzed)
           select ${wantedEvents('analyzed.account_id')} as wanted from analyzed`,
    values: [
      call.callId,
      storable(analysis.summary),
      analysis.sentiment,
      storable(analysis.outcome),
      JSON.stringify({ method, warnings, data }),
    ],
  });
  if (claimed[0]) await tellAnalyzed(tx, finish, call, analysis, claimed[0].wanted);
}
