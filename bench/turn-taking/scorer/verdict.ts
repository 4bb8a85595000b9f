import { SAMPLE_RATE_HZ } from '@parley/audio';
import type { TestCase } from '../cases/test-case.ts';

/** What the recording says of a case. */
export interface Verdict {
  testCase: TestCase;
  callId: string;
  /** Of the stimulus' first sample, in the recording. */
  atMs: number;
  /** `void`: the moment was not the one that the case is about, and it does not count. */
  outcome: 'passed' | 'failed' | 'void';
  reason: string;
  /** In milliseconds, by name. */
  figures: Partial<Record<FigureName, number>>;
}

/**
 * `lastWordOfClaim`: where the caller begins with what a listener says ("okay … but"), counted from the words behind it. `openedResponse`: of a reply that
 * begins with what replies often begin with ("Sure, …"), and `unopenedResponse` of others.
 */
export type FigureName =
  | 'drop'
  | 'lastWord'
  | 'lastWordOfClaim'
  | 'response'
  | 'openedResponse'
  | 'unopenedResponse'
  | 'gap';

export const msOf = (samples: number): number => (samples * 1000) / SAMPLE_RATE_HZ;
export const samplesOf = (ms: number): number => Math.round((ms * SAMPLE_RATE_HZ) / 1000);
