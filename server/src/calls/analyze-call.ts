import type { EndReason, TranscriptTurn } from '@parley/contract';
import { agentSettingsOf } from '../agents/agents.ts';
import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import { publish } from '../webhooks/publish.ts';
import { type Analysis, analyzeByRules, type FinishedCall } from './analysis-rules.ts';
import { announce } from './call-record.ts';
import { readCall } from './read-calls.ts';

interface EndedRow {
  account_id: string;
  agent_id: string;
  agent_version: number;
  status: 'completed' | 'failed';
  end_reason: EndReason;
  ended_by: 'agent' | 'user' | 'system';
  answered_at: Date | null;
  analyzed_at: Date | null;
  transcript: TranscriptTurn[];
  outcome_hint: string | null;
  warnings: string[];
}

/** Analysis by a language model, where one is configured. Rejected, or null: it could not be had, and the rules do it. */
export type ModelAnalysis = (call: AnalyzableCall, signal: AbortSignal) => Promise<Analysis | null>;

interface AnalyzableCall {
  callId: string;
  endReason: EndReason;
  transcript: TranscriptTurn[];
  /** The labels that the analysis may choose from. */
  outcomes: string[];
  language: string;
}

/** How such a call went is for whoever reads it to judge; every other end has its outcome in itself. */
const endsOfTalks = new Set<EndReason>(['agent_hangup', 'user_hangup', 'max_duration', 'silence_timeout']);
const outcomesOfTalks = ['success', 'partial', 'failure', 'opted_out'];

/** The webhook waits for the analysis, and for no longer than this. */
const ANALYSIS_MS = 45_000;

/** Summary, sentiment and outcome of an ended call, and its webhooks, in one transaction. Doing it twice does nothing. */
export async function analyzeCall(
  surroundings: { db: Database; jobs: Jobs; links: RecordingLinks; byModel: ModelAnalysis | null },
  callId: string,
): Promise<void> {
  const { db, jobs, links, byModel } = surroundings;
  const rows = await db.query<EndedRow>(
    `select account_id, agent_id, agent_version, status, end_reason, ended_by, answered_at, analyzed_at, transcript, outcome_hint,
       warnings from calls where call_id = $1 and state = 'ended'`,
    [callId],
  );
  const row = rows[0];
  if (!row || row.analyzed_at !== null) return;
  const settings = await agentSettingsOf(db, row.agent_id, row.agent_version);
  const finished: FinishedCall = {
    endReason: row.end_reason,
    endedBy: row.ended_by,
    answered: row.answered_at !== null,
    transcript: row.transcript,
    outcomeHint: row.outcome_hint,
    outcomes: settings.outcomes,
  };
  const talked = finished.transcript.some((turn) => turn.role === 'user');
  const analyzable: AnalyzableCall = {
    callId,
    endReason: row.end_reason,
    transcript: row.transcript,
    outcomes: [...new Set([...settings.outcomes, ...outcomesOfTalks])],
    language: settings.language,
  };
  const model =
    byModel && talked ? await byModel(analyzable, AbortSignal.timeout(ANALYSIS_MS)).catch(() => null) : null;
  const rules = analyzeByRules(finished);
  const analysis = model
    ? { ...model, outcome: endsOfTalks.has(row.end_reason) ? model.outcome : rules.outcome }
    : rules;
  const warnings =
    byModel && talked && !model
      ? [...row.warnings, 'The analysis by the model failed; plain rules did it.']
      : row.warnings;

  await db.transaction(async (tx) => {
    const claimed = await tx.query(
      `update calls set summary = $2, sentiment = $3, outcome = $4, analysis = $5, analyzed_at = clock_timestamp()
       where call_id = $1 and analyzed_at is null returning 1`,
      [
        callId,
        analysis.summary,
        analysis.sentiment,
        analysis.outcome,
        JSON.stringify({ method: model ? 'model' : 'rules', warnings }),
      ],
    );
    if (claimed.length === 0) return;
    await publish(tx, jobs, {
      accountId: row.account_id,
      type: row.status === 'completed' ? 'call.completed' : 'call.failed',
      data: () => readCall(tx, links, row.account_id, callId),
    });
    await announce(tx, callId, { type: 'result', outcome: analysis.outcome });
  });
}
