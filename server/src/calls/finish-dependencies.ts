import type { AgentPatch, EndReason, TranscriptTurn } from '@parley/contract';
import type { AgentVersions } from '../agents/agent-versions.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import type { Analysis } from './analysis-rules.ts';

/** Analysis by a language model, where one is configured. Rejected, or null: it could not be had, and the rules do it. */
export type ModelAnalysis = (call: AnalyzableCall, signal: AbortSignal) => Promise<Analysis | null>;

export interface AnalyzableCall {
  callId: string;
  endReason: EndReason;
  transcript: TranscriptTurn[];
  /** The labels that the analysis may choose from. */
  outcomes: string[];
  language: string;
}

export interface AnalyzerDependencies {
  agentVersions: AgentVersions;
  links: RecordingLinks;
  byModel: ModelAnalysis | null;
}

/** What ending a call needs. */
export interface FinishDependencies {
  jobs: Jobs;
  /** Null: the analysis is left to a service, as a job. */
  analyzer: AnalyzerDependencies | null;
  /** Where this process records; left out: it records nothing. */
  recordingsDir?: string;
}

/** A call that is over, as its analysis needs it. */
export interface EndedCall {
  callId: string;
  accountId: string;
  agentId: string;
  agentVersion: number;
  /** What was different from the agent's version; null: nothing. */
  overrides: AgentPatch | null;
  status: 'completed' | 'failed';
}
