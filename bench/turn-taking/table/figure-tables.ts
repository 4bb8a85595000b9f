import { CASE_CLASSES, type CaseClass, isUnseen } from '../cases/test-case.ts';
import type { CallScore } from '../scorer/score.ts';
import type { FigureName, Verdict } from '../scorer/verdict.ts';
import { figuresOf, minutesOf, ofClass, percentile, shareOf, valid } from './figures.ts';
import type { StoredRun } from './run-store.ts';
import { RUNS } from './runs.ts';
import type { Table } from './tables.ts';

/** Shares that have to pass, of a run with a recognizer of 250 ms, and of the built-in one. */
const GOALS: Partial<Record<CaseClass, string>> = {
  interruption: '.98 (.90)',
  backchannel: '.92 (.85)',
  noise: '.95 (.90)',
  pause: '.95 (.90)',
};
const DROP_GOAL_MS = 80;

interface Column {
  name: string;
  scores: CallScore[];
}

interface Timing {
  title: string;
  class: CaseClass;
  figure: FigureName;
  percentiles: readonly number[];
  goal: string;
}

const TIMINGS: readonly Timing[] = [
  { title: 'interruption, drop', class: 'interruption', figure: 'drop', percentiles: [0.5, 0.9, 0.99], goal: '80' },
  {
    ...{ title: 'interruption, last word', class: 'interruption', figure: 'lastWord', percentiles: [0.5, 0.99] },
    goal: '500 / 900',
  },
  {
    ...{ title: '… from the words that interrupt', class: 'interruption', figure: 'lastWordOfClaim' },
    ...{ percentiles: [0.5, 0.99], goal: '500 / 900' },
  },
  {
    ...{ title: 'finished, response', class: 'finished', figure: 'response', percentiles: [0.5, 0.95] },
    goal: '370 / 700 (450)',
  },
  {
    ...{ title: '… of replies with an opener', class: 'finished', figure: 'openedResponse' },
    ...{ percentiles: [0.5, 0.95], goal: '' },
  },
  {
    ...{ title: '… of replies without one', class: 'finished', figure: 'unopenedResponse' },
    ...{ percentiles: [0.5, 0.95], goal: '' },
  },
  { title: 'answer, response', class: 'answer', figure: 'response', percentiles: [0.5, 0.95], goal: '370 / 700' },
  { title: 'backchannel, gap', class: 'backchannel', figure: 'gap', percentiles: [0.99], goal: '200' },
];

/** All tables, of the runs that there are; that of minutes where there are calls of ten. */
export function figureTables(runs: ReadonlyMap<string, StoredRun>): Table[] {
  const columns = RUNS.flatMap(({ name }) => {
    const run = runs.get(name);
    return run ? [{ name, scores: [...run.scores.values()] }] : [];
  });
  return [passedTable(columns), timingTable(columns), minutesTable(columns), runsTable(runs)];
}

function passedTable(columns: readonly Column[]): Table {
  const rows = CASE_CLASSES.map((caseClass) => [
    caseClass,
    GOALS[caseClass] ?? '',
    ...columns.map(({ scores }) => passedCell(ofClass(scores, caseClass))),
  ]);
  const cut = ['cut turns, exact', '.98', ...columns.map(({ scores }) => cutCell(scores))];
  return {
    title: 'Passed: of the cases that may be seen, of the unseen ones, and how many count.',
    head: ['class', 'goal', ...columns.map(({ name }) => name)],
    rows: [...rows, cut],
  };
}

function passedCell(verdicts: readonly Verdict[]): string {
  const counted = valid(verdicts);
  if (counted.length === 0) return '';
  const [seen, unseen] = [false, true].map((ofUnseen) =>
    shown(shareOf(partOf(counted, ofUnseen), ({ outcome }) => outcome === 'passed')),
  );
  return `${seen}, ${unseen} (${counted.length})`;
}

const partOf = (verdicts: readonly Verdict[], ofUnseen: boolean): Verdict[] =>
  verdicts.filter(({ testCase }) => isUnseen(testCase.part) === ofUnseen);

function cutCell(scores: readonly CallScore[]): string {
  const cut = scores.flatMap(({ cutTurns }) => cutTurns);
  return cut.length === 0 ? '' : `${shown(shareOf(cut, ({ isExact }) => isExact))} (${cut.length})`;
}

function timingTable(columns: readonly Column[]): Table {
  const rows = TIMINGS.map((timing) => [
    `${timing.title} ${timing.percentiles.map((share) => `p${share * 100}`).join(' / ')}`,
    timing.goal,
    ...columns.map(({ scores }) => timingCell(valid(ofClass(scores, timing.class)), timing)),
  ]);
  const within = (verdicts: readonly Verdict[]): string => {
    const drops = figuresOf(valid(verdicts), 'drop');
    return drops.length === 0 ? '' : shown(shareOf(drops, (ms) => ms <= DROP_GOAL_MS));
  };
  const drops = [
    `interruption, drop within ${DROP_GOAL_MS} ms`,
    '1',
    ...columns.map(({ scores }) => within(ofClass(scores, 'interruption'))),
  ];
  return {
    title: 'How soon, in milliseconds, seen and unseen together.',
    head: ['figure', 'goal', ...columns.map(({ name }) => name)],
    rows: [...rows, drops],
  };
}

function timingCell(verdicts: readonly Verdict[], { figure, percentiles }: Timing): string {
  const values = figuresOf(verdicts, figure);
  return values.length === 0 ? '' : percentiles.map((share) => shownMs(percentile(values, share))).join(' / ');
}

function minutesTable(columns: readonly Column[]): Table {
  const { first, last } = minutesOf(columns.flatMap(({ scores }) => scores));
  const classes = CASE_CLASSES.filter((caseClass) =>
    [...first, ...last].some(({ testCase }) => testCase.class === caseClass),
  );
  const minute = (verdicts: readonly Verdict[], caseClass: CaseClass): string => {
    const counted = valid(verdicts.filter(({ testCase }) => testCase.class === caseClass));
    if (counted.length === 0) return '';
    const timings = TIMINGS.filter((timing) => timing.class === caseClass && timing.figure !== 'gap');
    const passed = `${shown(shareOf(counted, ({ outcome }) => outcome === 'passed'))} (${counted.length})`;
    return [passed, ...timings.map((timing) => `${timing.figure} ${timingCell(counted, timing)}`)].join('; ');
  };
  return {
    title: 'Calls of ten minutes, a recognizer of 250 ms: the first minute and the last.',
    head: ['class', 'first minute', 'last minute'],
    rows: classes.map((caseClass) => [caseClass, minute(first, caseClass), minute(last, caseClass)]),
  };
}

function runsTable(runs: ReadonlyMap<string, StoredRun>): Table {
  const rows = RUNS.flatMap(({ name, subject }) => {
    const run = runs.get(name);
    if (!run) return [];
    const { commit, startedAt, load, processors, calls } = run.header;
    const scores = [...run.scores.values()];
    const minutes = scores.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / 60_000;
    const verdicts = scores.flatMap((score) => score.verdicts);
    const voids = verdicts.filter(({ outcome }) => outcome === 'void').length;
    return [
      [
        name,
        subject === 'livekit' ? '@livekit/agents 1.9.0' : commit,
        `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
        `${load.toFixed(0)} on ${processors}`,
        scores.length < calls ? `${scores.length} of ${calls}` : String(calls),
        minutes.toFixed(0),
        `${verdicts.length - voids}, ${voids}`,
      ],
    ];
  });
  return {
    title: "The runs: what was measured, when, and the host's load meanwhile.",
    head: ['run', 'commit', 'begun', 'load', 'calls', 'minutes of calls', 'cases, void'],
    rows,
  };
}

const shown = (share: number): string => (Number.isNaN(share) ? '-' : share.toFixed(3).replace(/^0/, ''));
const shownMs = (ms: number): string => (Number.isFinite(ms) ? String(Math.round(ms)) : 'never');
