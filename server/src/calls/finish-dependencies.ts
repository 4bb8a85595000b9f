import type { AgentPatch } from '@parley/contract';
import type { AgentVersions } from '../agents/agent-versions.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import type { CallAnalyst } from './call-analyst.ts';

export interface AnalyzerDependencies {
  agentVersions: AgentVersions;
  links: RecordingLinks;
  /** Null: no language model is ever asked. */
  analyst: CallAnalyst | null;
  /** How long the webhook of a call waits for its analysis; left out: 45 s. */
  limitMs?: number;
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
