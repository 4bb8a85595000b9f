import type { EndReason, TranscriptTurn } from '@parley/contract';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import type { Analysis } from './analysis-rules.ts';

/** A call as a language model gets to read it. */
export interface AnalyzableCall {
  callId: string;
  accountId: string;
  endReason: EndReason;
  transcript: TranscriptTurn[];
  /** The labels that the analysis may choose from. */
  outcomes: string[];
  language: string;
  /** As its agent names them, the best first. */
  models: string[];
  /** The JSON Schema of what is read out of it; null: nothing is. */
  extraction: Record<string, unknown> | null;
}

export interface ModelAnalysis {
  /** Null: it could not be had, and the rules do it. */
  judgement: Analysis | null;
  /** What the extraction found. */
  data: Record<string, unknown> | null;
  warnings: string[];
  usage: VendorUsage[];
}

/** Analysis by language models. */
export interface CallAnalyst {
  /** False: there is surely none for an agent with these. */
  mayAnalyze(models: readonly string[]): boolean;
  /**
   * Ends within the time. Null: none of the models takes text. Rejects only where the account's models cannot be read.
   */
  analyze(call: AnalyzableCall, limitMs: number): Promise<ModelAnalysis | null>;
}
