import { expect, it } from 'vitest';
import { ExpectedLoss } from './expected-loss.ts';

/** After reports of so much, in percent. */
function after(...percents: number[]): number {
  const loss = new ExpectedLoss();
  for (const percent of percents) loss.hear((percent * 256) / 100);
  return loss.percent;
}

it('expects some loss until it is reported', () => {
  expect([after(), after(0), after(12)]).toEqual([5, 0, 12]);
});

it('expects more at once, and less by half with each report', () => {
  expect([after(2, 20), after(20, 2), after(20, 0, 0), after(20, 0, 0, 0, 0, 0, 0)]).toEqual([20, 10, 5, 0]);
});
