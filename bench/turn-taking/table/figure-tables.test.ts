import { expect, it } from 'vitest';
import { casesOf } from '../cases/case-list.ts';
import type { CallScore } from '../scorer/score.ts';
import type { Verdict } from '../scorer/verdict.ts';
import { figureTables } from './figure-tables.ts';
import type { StoredRun } from './run-store.ts';
import { tablesText } from './tables.ts';

/** The third of every three cases is unseen. */
const CASES = casesOf('interruption', 'measured', 6);
const RUN = '250 ms quiet';
const MINUTE_MS = 60_000;

const verdict = (index: number, outcome: Verdict['outcome'], drop: number, atMs = 0): Verdict => ({
  ...{ testCase: CASES[index]!, callId: 'call', atMs, outcome, reason: '' },
  figures: { drop, lastWord: drop + 400 },
});

function runOf(scores: readonly CallScore[]): ReadonlyMap<string, StoredRun> {
  const header = {
    ...{ name: RUN, commit: '12345678', startedAt: '2026-11-23T04:20:00.000Z' },
    ...{ load: 3.2, processors: 2, calls: 4 },
  };
  return new Map([[RUN, { header, scores: new Map(scores.map((score, index) => [String(index), score])) }]]);
}

const markdownOf = (scores: readonly CallScore[]): string => tablesText(figureTables(runOf(scores)));
const lineOf = (markdown: string, beginning: string): string | undefined =>
  markdown.split('\n').find((line) => line.startsWith(`| ${beginning}`));

it('counts what may be seen and what is unseen apart, and leaves out what is void', () => {
  const verdicts = [
    verdict(0, 'passed', 40),
    verdict(1, 'failed', 90),
    verdict(2, 'passed', 60),
    verdict(3, 'void', 500),
    verdict(5, 'passed', Number.POSITIVE_INFINITY),
  ];
  const cutTurns = [true, false].map((isExact) => ({ callId: '', atMs: 0, sent: '', written: '', isExact }));
  const markdown = markdownOf([{ verdicts, cutTurns, lengthMs: MINUTE_MS }]);
  expect(lineOf(markdown, 'interruption |')).toBe('| interruption | .98 (.90) | .500, 1.000 (4) |');
  expect(lineOf(markdown, 'interruption, drop p50')).toContain('| 60 / never / never |');
  expect(lineOf(markdown, 'interruption, drop within')).toContain('| .500 |');
  expect(lineOf(markdown, 'cut turns')).toContain('| .500 (2) |');
});

it('compares the first minute with the last of calls of ten minutes alone', () => {
  const lengthMs = 10 * MINUTE_MS;
  const long = [verdict(0, 'passed', 40, 20_000), verdict(1, 'failed', 90, lengthMs - 20_000)];
  const scores = [
    { verdicts: [...long, verdict(3, 'failed', 90, 5 * MINUTE_MS)], cutTurns: [], lengthMs },
    { verdicts: [verdict(4, 'failed', 90, 20_000)], cutTurns: [], lengthMs: MINUTE_MS },
  ];
  const markdown = markdownOf(scores);
  expect(markdown).toMatch(/\| interruption \| 1\.000 \(1\); .* \| \.000 \(1\); .* \|/);
});

it('says of a run that was stopped how far it came', () => {
  const scores = [{ verdicts: [verdict(0, 'passed', 40)], cutTurns: [], lengthMs: MINUTE_MS }];
  expect(lineOf(markdownOf(scores), `${RUN} |`)).toContain('| 1 of 4 |');
});
