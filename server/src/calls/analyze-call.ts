import {
  type AgentPatch,
  type AgentSettings,
  AUTO_LANGUAGE,
  type CallCost,
  type EndReason,
  type TranscriptTurn,
} from '@parley/contract';
import { CALL_OVERRIDES, callSettings } from '../agents/call-settings.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { storable, storableJson } from '../kernel/storable-text.ts';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import { costOf, withUsage } from '../prices/cost.ts';
import { type OwnPrices, priceTable } from '../prices/price-table.ts';
import { PRICES_OF_CALL } from '../prices/prices.ts';
import { publish, wantedEvents } from '../webhooks/publish.ts';
import { type Analysis, analyzeByRules, type FinishedCall, namedOutcome } from './analysis-rules.ts';
import type { ModelAnalysis } from './call-analyst.ts';
import { hintEvents } from './call-events.ts';
import { announce } from './call-record.ts';
import type { AnalyzerDependencies, EndedCall, FinishDependencies } from './finish-dependencies.ts';
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
/** The language of a call whose media reported none. */
const FIRST_LANGUAGE = 'en';
const outcomesOfTalks = ['success', 'partial', 'failure', 'opted_out'];

/** The webhook waits for the analysis, and for no longer than this. */
const ANALYSIS_MS = 45_000;

interface FinishedTalk extends Omit<FinishedCall, 'outcomes'> {
  warnings: string[];
}

const isTalk = (transcript: TranscriptTurn[]) => transcript.some((turn) => turn.role === 'user');

const modelsOf = ({ model, fallbacks }: AgentSettings) => [model, ...fallbacks.model];

/** Where no model reads the call. */
function withoutData({ extraction }: AgentSettings, transcript: TranscriptTurn[]): string[] {
  if (extraction === null || !isTalk(transcript)) return [];
  return ['The data of the call could not be extracted: that takes a language model, and none read it.'];
}

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
  if (!analyzer) return null;
  const settings = await callSettings(tx, analyzer.agentVersions, {
    agent_id: call.agentId,
    agent_version: call.agentVersion,
    overrides: call.overrides,
  });
  const isForModel = isTalk(talk.transcript) && analyzer.analyst?.mayAnalyze(modelsOf(settings));
  if (isForModel) return null;
  const byRules = analyzeByRules({ ...talk, outcomes: settings.outcomes });
  const warnings = [...talk.warnings, ...withoutData(settings, talk.transcript)];
  return { ...byRules, method: 'rules', data: null, warnings };
}

/** What a webhook hears of when a call is over and analyzed. */
export const eventOf = (status: 'completed' | 'failed') =>
  status === 'completed' ? ('call.completed' as const) : ('call.failed' as const);

/** What follows from an analysis that was stored in the same transaction. `wanted`: see `wantedEvents`. */
export async function tellAnalyzed(
  tx: Queryable,
  { jobs, analyzer }: FinishDependencies,
  { callId, accountId, status }: EndedCall,
  analysis: StoredAnalysis,
  wanted: string[],
): Promise<void> {
  const type = eventOf(status);
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
  const { agentVersions, analyst, limitMs = ANALYSIS_MS } = analyzer;
  const rows = await db.query<EndedRow>(
    `select account_id, agent_id, agent_version, ${CALL_OVERRIDES} as overrides, status, end_reason, ended_by, answered_at,
       analyzed_at, transcript, outcome_hint, warnings from calls where call_id = $1 and state = 'ended'`,
    [callId],
  );
  const row = rows[0];
  if (!row || row.analyzed_at !== null) return;
  const settings = await callSettings(db, agentVersions, row);
  const finished = {
    endReason: row.end_reason,
    endedBy: row.ended_by,
    answered: row.answered_at !== null,
    transcript: row.transcript,
    outcomeHint: row.outcome_hint,
    outcomes: settings.outcomes,
  };
  const models = modelsOf(settings);
  const byModel =
    analyst && isTalk(row.transcript) && analyst.mayAnalyze(models)
      ? await analyst.analyze(
          {
            callId,
            accountId: row.account_id,
            endReason: row.end_reason,
            transcript: row.transcript,
            outcomes: [...new Set([...settings.outcomes, ...outcomesOfTalks])],
            language: languageOf(settings.language, row.transcript),
            models,
            extraction: settings.extraction,
          },
          limitMs,
        )
      : null;
  const call: EndedCall = {
    callId,
    accountId: row.account_id,
    agentId: row.agent_id,
    agentVersion: row.agent_version,
    overrides: row.overrides,
    status: row.status,
  };
  const analysis = analysisOf(row, finished, byModel, settings);
  await db.transaction((tx) => storeAnalysis(tx, { jobs, analyzer }, call, analysis, byModel?.usage ?? []));
}

/** What the agent or its script named stays the outcome, whatever a model makes of the call. */
function analysisOf(
  row: EndedRow,
  finished: FinishedCall,
  byModel: ModelAnalysis | null,
  settings: AgentSettings,
): StoredAnalysis {
  const rules = analyzeByRules(finished);
  if (!byModel) {
    return {
      ...rules,
      method: 'rules',
      data: null,
      warnings: [...row.warnings, ...withoutData(settings, row.transcript)],
    };
  }
  const { judgement, data } = byModel;
  const isForModel = endsOfTalks.has(row.end_reason) && namedOutcome(finished) === null;
  const failed = judgement ? [] : ['The analysis by the model failed; plain rules did it.'];
  const unread = judgement === null && data === null && byModel.warnings.length === 0;
  const warnings = [
    ...row.warnings,
    ...byModel.warnings,
    ...failed,
    ...(unread ? withoutData(settings, row.transcript) : []),
  ];
  if (!judgement) return { ...rules, method: 'rules', data, warnings };
  return { ...judgement, outcome: isForModel ? judgement.outcome : rules.outcome, method: 'model', data, warnings };
}

async function storeAnalysis(
  tx: Queryable,
  finish: FinishDependencies,
  call: EndedCall,
  analysis: StoredAnalysis,
  usage: VendorUsage[],
): Promise<void> {
  const { method, warnings, data } = analysis;
  const priced = usage.length === 0 ? null : await pricedWith(tx, call.callId, usage);
  const claimed = await tx.query<{ wanted: string[] }>({
    name: 'store-analysis',
    text: `with analyzed as (
             update calls set summary = $2, sentiment = $3, outcome = $4, analysis = $5, analyzed_at = clock_timestamp(),
               cost = coalesce($6, cost), usage = coalesce($7, usage)
             where call_id = $1 and analyzed_at is null returning account_id),
           noted as (
             insert into call_events (account_id, call_id, type) select account_id, $1, 'call.analyzed' from analyzed)
           select ${wantedEvents('analyzed.account_id')} as wanted from analyzed`,
    values: [
      call.callId,
      storable(analysis.summary),
      analysis.sentiment,
      storable(analysis.outcome),
      JSON.stringify({ method, warnings: warnings.map(storable), data: storableJson(data) }),
      priced && JSON.stringify(priced.cost),
      priced && JSON.stringify(priced.usage),
    ],
  });
  if (claimed[0]) await tellAnalyzed(tx, finish, call, analysis, claimed[0].wanted);
}

/** The cost of a call with that of its analysis, and all that was used. */
async function pricedWith(tx: Queryable, callId: string, used: VendorUsage[]) {
  const rows = await tx.query<{ cost: CallCost | null; usage: VendorUsage[] | null; prices: OwnPrices | null }>(
    `select cost, usage, ${PRICES_OF_CALL} as prices from calls where call_id = $1 for no key update`,
    [callId],
  );
  const { cost, usage, prices } = rows[0]!;
  const table = priceTable(prices);
  return { cost: cost ? withUsage(cost, used, table) : costOf(used, table), usage: [...(usage ?? []), ...used] };
}

/** What the call was held in at its end, of an agent that follows its callers. */
function languageOf(language: string, transcript: readonly TranscriptTurn[]): string {
  if (language !== AUTO_LANGUAGE) return language;
  return transcript.findLast((turn) => turn.language !== undefined)?.language ?? FIRST_LANGUAGE;
}
