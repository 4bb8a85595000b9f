import type { CaseClass } from '../cases/test-case.ts';
import type { CallScore } from '../scorer/score.ts';
import type { FigureName, Verdict } from '../scorer/verdict.ts';

const MINUTE_MS = 60_000;
const LONG_CALL_MS = 9.5 * MINUTE_MS;

/** Nearest rank; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const figuresOf = (verdicts: readonly Verdict[], name: FigureName): number[] =>
  verdicts.flatMap(({ figures }) => figures[name] ?? []);

export const shareOf = <T>(items: readonly T[], isSuch: (item: T) => boolean): number =>
  items.filter(isSuch).length / items.length;

/** Those that count. */
export const valid = (verdicts: readonly Verdict[]): Verdict[] => verdicts.filter(({ outcome }) => outcome !== 'void');

export const ofClass = (scores: readonly CallScore[], caseClass: CaseClass): Verdict[] =>
  scores.flatMap(({ verdicts }) => verdicts.filter(({ testCase }) => testCase.class === caseClass));

/** Of calls of ten minutes: whether the agent gets worse as time goes by. */
export function minutesOf(scores: readonly CallScore[]): Record<'first' | 'last', Verdict[]> {
  const long = scores.filter(({ lengthMs }) => lengthMs >= LONG_CALL_MS);
  const within = (from: (lengthMs: number) => number): Verdict[] =>
    long.flatMap(({ verdicts, lengthMs }) =>
      verdicts.filter(({ atMs }) => atMs >= from(lengthMs) && atMs < from(lengthMs) + MINUTE_MS),
    );
  return { first: within(() => 0), last: within((lengthMs) => lengthMs - MINUTE_MS) };
}
