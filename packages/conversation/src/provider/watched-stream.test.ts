import { describe, expect, it } from 'vitest';
import { MediaClock } from '../media-clock.ts';
import { settle } from '../testing/virtual-time.ts';
import { watchedStream } from './watched-stream.ts';

const never = new Promise<never>(() => undefined);

async function* items(...values: (number | Promise<number>)[]): AsyncGenerator<number> {
  for (const value of values) yield await value;
}

function watch(source: AsyncIterable<number>, clock = new MediaClock()) {
  const abort = new AbortController();
  const seen: (number | string)[] = [];
  const options = { clock, stallMs: 100, signal: abort.signal, onStall: () => new Error('stalled') };
  const done = (async () => {
    try {
      for await (const item of watchedStream(source, options)) seen.push(item);
      seen.push('end');
    } catch (error) {
      seen.push((error as Error).message);
    }
  })();
  return { abort, seen, done, clock };
}

function pass(clock: MediaClock, ms: number): void {
  for (let passed = 0; passed < ms; passed += 20) clock.advance();
}

describe('a watched stream', () => {
  it('passes on what comes, and ends', async () => {
    const { seen, done } = watch(items(1, 2, 3));
    await done;
    expect(seen).toEqual([1, 2, 3, 'end']);
  });

  it('throws when nothing comes in time', async () => {
    const { seen, done, clock } = watch(items(1, never));
    await settle();
    pass(clock, 80);
    await settle();
    expect(seen).toEqual([1]);
    pass(clock, 20);
    await done;
    expect(seen).toEqual([1, 'stalled']);
  });

  it('waits as long again for the next item', async () => {
    const second = Promise.withResolvers<number>();
    const { seen, done, clock } = watch(items(second.promise, 2, never));
    pass(clock, 80);
    second.resolve(1);
    await settle();
    pass(clock, 80);
    await settle();
    expect(seen).toEqual([1, 2]);
    pass(clock, 20);
    await done;
  });

  it('ends when it is called off, be the provider deaf', async () => {
    const { seen, done, abort } = watch(items(1, never));
    await settle();
    abort.abort();
    await done;
    expect(seen).toEqual([1, 'end']);
  });

  it("throws the provider's error", async () => {
    const { seen, done } = watch(items(1, Promise.reject(new Error('broken'))));
    await done;
    expect(seen).toEqual([1, 'broken']);
  });
});
