import { describe, expect, it } from 'vitest';
import { AnswerWatch, type Lateness } from './answer-watch.ts';

/** What falls due until `untilMs`, and when. */
function due(watch: AnswerWatch, untilMs: number, voiceUntilMs: (nowMs: number) => number | null = () => 0) {
  const steps: [Lateness, number][] = [];
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 20) {
    const lateness = watch.due(nowMs, voiceUntilMs(nowMs));
    if (lateness) steps.push([lateness, nowMs]);
  }
  return steps;
}

describe('a model that should speak', () => {
  it('is helped in steps, each once, and given up', () => {
    const watch = new AnswerWatch();
    watch.expect(0);
    expect(due(watch, 20_000)).toEqual([
      ['fill', 1200],
      ['restart', 3000],
      ['reassure', 4300],
      ['give_up', 6500],
    ]);
  });

  it('and does is helped no more, and from the beginning the next time', () => {
    const watch = new AnswerWatch();
    watch.expect(0);
    expect(due(watch, 2000)).toHaveLength(1);
    watch.settle();
    expect(due(watch, 20_000)).toEqual([]);
    watch.expect(20_000);
    expect(watch.due(21_100, 0)).toBeNull();
    expect(watch.due(21_200, 0)).toBe('fill');
  });

  it('has no more time when it is asked again', () => {
    const watch = new AnswerWatch();
    watch.expect(0);
    watch.expect(1000);
    expect(due(watch, 1600)).toEqual([['fill', 1200]]);
  });

  it('is not helped while the caller speaks, and soon after', () => {
    const watch = new AnswerWatch();
    watch.expect(0);
    const speaking = (nowMs: number) => (nowMs < 5000 ? null : 5000);
    expect(due(watch, 20_000, speaking)).toEqual([
      ['fill', 6200],
      ['restart', 8000],
      ['reassure', 9300],
      ['give_up', 11_500],
    ]);
  });
});
