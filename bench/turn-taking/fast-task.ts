import type { CallPlan } from './cases/test-case.ts';
import type { ProviderDelays } from './fast-call.ts';

/**
 * `truth` knows what is said. Parley's own: `builtin` as it is, told what callers may say to the agent; `builtin-unhinted` is not
 * told; `builtin-expected` is, and has no model of any words.
 */
export const RECOGNIZERS = ['truth', 'builtin', 'builtin-unhinted', 'builtin-expected'] as const;
export type Recognizer = (typeof RECOGNIZERS)[number];

/** What a worker is asked to do. */
export interface FastTask {
  plan: CallPlan;
  delays: ProviderDelays;
  recognizer: Recognizer;
  /** Where recordings are written to; null: nowhere. */
  wavDirectory: string | null;
}
