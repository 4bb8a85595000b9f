import { CASE_CLASSES, type CaseClass } from './cases/test-case.ts';
import type { CallScore } from './scorer/score.ts';
import type { CutTurn } from './scorer/transcript.ts';
import type { FigureName, Verdict } from './scorer/verdict.ts';

/** Shares of cases that have to pass. */
const GOALS: Partial<Record<CaseClass, number>> = { interruption: 0.98, backchannel: 0.92, noise: 0.95, pause: 0.95 };
const CUT_TURN_GOAL = 0.98;
const MINUTE_MS = 60_000;
const LONG_CALL_MS = 9.5 * MINUTE_MS;

/** Nearest rank; NaN of nothing. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

const figuresOf = (verdicts: readonly Verdict[], name: FigureName): number[] =>
  verdicts.flatMap(({ figures }) => figures[name] ?? []);

const shown = (value: number): string => (Number.isFinite(value) ? String(Math.round(value)) : '-');
const spread = (values: readonly number[], ...shares: number[]): string =>
  values.length === 0 ? '' : shares.map((share) => shown(percentile(values, share))).join(' / ');

/** A table of all classes, a line each; and again for the unseen part. */
export function tableOf(scores: readonly CallScore[]): string {
  const verdicts = scores.flatMap((score) => score.verdicts);
  const rows = [
    ['class', 'cases', 'void', 'passed', 'goal', 'drop p50/p99', 'last word p50/p99', 'response p50/p95', 'gap p99'],
  ];
  for (const caseClass of CASE_CLASSES)
    for (const isUnseen of [false, true]) {
      const members = verdicts.filter(
        ({ testCase }) => testCase.class === caseClass && (testCase.part === 'unseen') === isUnseen,
      );
      if (members.length > 0)
        rows.push(rowOf(isUnseen ? `${caseClass}, unseen` : caseClass, members, GOALS[caseClass]));
    }
  for (const [name, minute] of Object.entries(minutesOf(scores))) if (minute.length > 0) rows.push(rowOf(name, minute));
  const cut = scores.flatMap((score) => score.cutTurns);
  if (cut.length > 0) {
    const share = cut.filter(({ isExact }) => isExact).length / cut.length;
    rows.push(['cut turns', String(cut.length), '', share.toFixed(3), CUT_TURN_GOAL.toFixed(2), '', '', '', '']);
  }
  return aligned(rows);
}

/** Of long calls: whether the agent gets worse as time goes by. */
function minutesOf(scores: readonly CallScore[]): Record<string, Verdict[]> {
  const long = scores.filter(({ lengthMs }) => lengthMs >= LONG_CALL_MS);
  const within = (from: (lengthMs: number) => number): Verdict[] =>
    long.flatMap(({ verdicts, lengthMs }) =>
      verdicts.filter(({ atMs }) => atMs >= from(lengthMs) && atMs < from(lengthMs) + MINUTE_MS),
    );
  return {
    'long calls, first minute': within(() => 0),
    'long calls, last minute': within((lengthMs) => lengthMs - MINUTE_MS),
  };
}

function rowOf(name: string, verdicts: readonly Verdict[], goal?: number): string[] {
  const valid = verdicts.filter(({ outcome }) => outcome !== 'void');
  const passed = valid.filter(({ outcome }) => outcome === 'passed').length;
  return [
    name,
    String(valid.length),
    String(verdicts.length - valid.length),
    (passed / valid.length).toFixed(3),
    goal?.toFixed(2) ?? '',
    spread(figuresOf(valid, 'drop'), 0.5, 0.99),
    spread(figuresOf(valid, 'lastWord'), 0.5, 0.99),
    spread(figuresOf(valid, 'response'), 0.5, 0.95),
    spread(figuresOf(valid, 'gap'), 0.99),
  ];
}

function aligned(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Cases that failed, so many of each class; none that is unseen. */
export function worstOf(scores: readonly CallScore[], count: number): string[] {
  const verdicts = scores.flatMap((score) => score.verdicts);
  return CASE_CLASSES.flatMap((caseClass) =>
    verdicts
      .filter(
        ({ testCase, outcome }) => testCase.class === caseClass && testCase.part !== 'unseen' && outcome === 'failed',
      )
      .slice(0, count)
      .map(
        ({ testCase, reason, callId, atMs }) =>
          `${testCase.id} (${testCase.detail}): ${reason}; call ${callId} at ${(atMs / 1000).toFixed(2)} s`,
      ),
  );
}

export const wrongTranscripts = (scores: readonly CallScore[], count: number): string[] =>
  scores
    .flatMap(({ cutTurns }) => cutTurns)
    .filter(({ isExact }) => !isExact)
    .slice(0, count)
    .map(
      ({ callId, atMs, sent, written }: CutTurn) =>
        `call ${callId} at ${(atMs / 1000).toFixed(2)} s: sent “${sent.slice(-60)}”, written “${written.slice(-60)}”`,
    );
