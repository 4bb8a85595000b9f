import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const script = path.join(import.meta.dirname, 'run.mjs');

/** What a program sees that scripts/run.mjs starts. */
function threadPoolSize(given: Record<string, string>): string {
  const { UV_THREADPOOL_SIZE: _, PARLEY_MEDIA_THREADS: __, ...env } = process.env;
  return execFileSync(process.execPath, [script, '-p', 'process.env.UV_THREADPOOL_SIZE'], {
    env: { ...env, ...given },
    encoding: 'utf8',
  }).trim();
}

test.each([
  ['one a core', {}, availableParallelism() + 4],
  ['as many as are asked for', { PARLEY_MEDIA_THREADS: '12' }, 16],
])('a stalled disk leaves four threads of the pool beside media threads: %s', (_, given, size) => {
  expect(threadPoolSize(given)).toBe(String(size));
});

test('a size of the thread pool that is given is kept', () => {
  expect(threadPoolSize({ UV_THREADPOOL_SIZE: '7', PARLEY_MEDIA_THREADS: '12' })).toBe('7');
});
