import { CASE_CLASSES, type CaseClass, isUnseen } from './cases/test-case.ts';
import type { CallScore } from './scorer/score.ts';
import type { CutTurn } from './scorer/transcript.ts';
import type { Verdict } from './scorer/verdict.ts';
import { figuresOf, minutesOf, percentile, valid } from './table/figures.ts';

/** Shares of cases that have to pass. */
const GOALS: Partial<Record<CaseClass, number>> = { interruption: 0.98, backchannel: 0.92, noise: 0.95, pause: 0.95 };
const CUT_TURN_GOAL = 0.98;

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
    for (const ofUnseen of [false, true]) {
      const members = verdicts.filter(
        ({ testCase }) => testCase.class === caseClass && isUnseen(testCase.part) === ofUnseen,
      );
      if (members.length > 0)
        rows.push(rowOf(ofUnseen ? `${caseClass}, unseen` : caseClass, members, GOALS[caseClass]));
    }
  for (const [name, minute] of Object.entries(minutesOf(scores)))
    if (minute.length > 0) rows.push(rowOf(`calls of ten minutes, ${name} minute`, minute));
  for (const [name, figure] of [
    ['replies with an opener', 'openedResponse'],
    ['replies without one', 'unopenedResponse'],
  ] as const) {
    const replied = verdicts.filter(({ figures }) => figures[figure] !== undefined);
    if (replied.length > 0) rows.push(rowOf(name, replied));
  }
  const cut = scores.flatMap((score) => score.cutTurns);
  if (cut.length > 0) {
    const share = cut.filter(({ isExact }) => isExact).length / cut.length;
    rows.push(['cut turns', String(cut.length), '', share.toFixed(3), CUT_TURN_GOAL.toFixed(2), '', '', '', '']);
  }
  return aligned(rows);
}

function rowOf(name: string, verdicts: readonly Verdict[], goal?: number): string[] {
  const counted = valid(verdicts);
  const passed = counted.filter(({ outcome }) => outcome === 'passed').length;
  return [
    name,
    String(counted.length),
    String(verdicts.length - counted.length),
    (passed / counted.length).toFixed(3),
    goal?.toFixed(2) ?? '',
    spread(figuresOf(counted, 'drop'), 0.5, 0.99),
    spread(figuresOf(counted, 'lastWord'), 0.5, 0.99),
    spread(figuresOf(counted, 'response'), 0.5, 0.95),
    spread(figuresOf(counted, 'gap'), 0.99),
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
        ({ testCase, outcome }) => testCase.class === caseClass && !isUnseen(testCase.part) && outcome === 'failed',
      )
      .slice(0, count)
      .map(
        ({ testCase, reason, callId, atMs }) =>
          `${testCase.id} (${testCase.detail}): ${reason}; call ${callId} at ${(atMs / 1000).toFixed(2)} s`,
      ),
  );
}

/** The interruptions whose last word came latest; none that is unseen. */
export function slowestOf(scores: readonly CallScore[], count: number): string[] {
  const lastWordMs = ({ figures }: Verdict): number => figures.lastWord ?? 0;
  return valid(scores.flatMap((score) => score.verdicts))
    .filter((verdict) => !isUnseen(verdict.testCase.part) && lastWordMs(verdict) > 0)
    .sort((a, b) => lastWordMs(b) - lastWordMs(a))
    .slice(0, count)
    .map(
      (verdict) =>
        `${verdict.testCase.id} (${verdict.testCase.detail}): ${shown(lastWordMs(verdict))} ms; call ${verdict.callId} at ${(verdict.atMs / 1000).toFixed(2)} s`,
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
