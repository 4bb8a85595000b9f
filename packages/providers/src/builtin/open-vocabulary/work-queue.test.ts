import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WorkQueue } from './work-queue.ts';

it('does one thing after the other, what is urgent first', async () => {
  const done: string[] = [];
  const queue = new WorkQueue();
  const add = (name: string, isUrgent: boolean) =>
    queue.add(async () => {
      done.push(`${name} begins`);
      await nextTurn();
      done.push(`${name} ends`);
    }, isUrgent);
  add('first', false);
  add('second', false);
  add('third', true);
  add('fourth', true);
  await expect.poll(() => done).toHaveLength(8);
  expect(done).toEqual(['first', 'third', 'fourth', 'second'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  add('fifth', false);
  await expect.poll(() => done).toHaveLength(10);
});
