import { describe, expect, it } from 'vitest';
import { type AwaitedModel, awaitModel, dueStep, type WaitStep } from './awaited-model.ts';

/** What falls due until `untilMs`, and when. */
function due(awaited: AwaitedModel, untilMs: number, quietSinceMs: (atMs: number) => number | null = () => 0) {
  const steps: [WaitStep, number][] = [];
  let current = awaited;
  for (let atMs = 0; atMs <= untilMs; atMs += 20) {
    const next = dueStep(current, atMs, quietSinceMs(atMs));
    if (!next) continue;
    current = next.awaited;
    steps.push([next.step, atMs]);
  }
  return steps;
}

describe('a model that should speak', () => {
  it('is helped in steps, each once, and given up', () => {
    expect(due(awaitModel(null, 0), 20_000)).toEqual([
      ['fill', 1200],
      ['restart', 3000],
      ['reassure', 4300],
      ['give_up', 6500],
    ]);
  });

  it('has no more time when it is asked again', () => {
    expect(due(awaitModel(awaitModel(null, 0), 1000), 1600)).toEqual([['fill', 1200]]);
  });

  it('has its time from when it was asked', () => {
    const awaited = awaitModel(null, 20_000);
    expect(dueStep(awaited, 21_180, 0)).toBeNull();
    expect(dueStep(awaited, 21_200, 0)?.step).toBe('fill');
  });

  it('is not helped while the caller speaks, and soon after', () => {
    const speaking = (atMs: number) => (atMs < 5000 ? null : 5000);
    expect(due(awaitModel(null, 0), 20_000, speaking)).toEqual([
      ['fill', 6200],
      ['restart', 8000],
      ['reassure', 9300],
      ['give_up', 11_500],
    ]);
  });
});
