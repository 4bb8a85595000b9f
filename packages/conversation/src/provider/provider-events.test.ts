import { expect, it } from 'vitest';
import { ProviderEvents } from './provider-events.ts';

async function collect(queue: ProviderEvents<number>): Promise<number[]> {
  const events: number[] = [];
  for await (const event of queue) events.push(event);
  return events;
}

it('delivers what was pushed before and during an iteration, then ends', async () => {
  const queue = new ProviderEvents<number>();
  queue.push(1);
  const collected = collect(queue);
  await Promise.resolve();
  queue.push(2);
  queue.push(3);
  queue.end();
  queue.push(4);
  expect(await collected).toEqual([1, 2, 3]);
});

it('throws after the events that came before the error', async () => {
  const queue = new ProviderEvents<number>();
  queue.push(1);
  queue.end(new Error('broken'));
  queue.end();
  const iterator = queue[Symbol.asyncIterator]();
  expect(await iterator.next()).toEqual({ done: false, value: 1 });
  await expect(iterator.next()).rejects.toThrow('broken');
});
