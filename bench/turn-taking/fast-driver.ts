import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastTask } from './fast-worker.ts';
import type { CallScore } from './scorer/score.ts';

const WORKER = fileURLToPath(new URL('fast-worker.ts', import.meta.url));

/** Holds the calls in so many processes; the scores come in the order of the tasks. Throws when a process ends. */
export async function runFast(tasks: readonly FastTask[], processes: number): Promise<CallScore[]> {
  const scores: CallScore[] = [];
  const waiting = tasks.map((task, index) => ({ task, index }));
  await Promise.all(
    Array.from({ length: Math.min(processes, tasks.length) }, async () => {
      const worker = fork(WORKER, { serialization: 'advanced' });
      await reportOf(worker);
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        worker.send(next.task);
        scores[next.index] = await reportOf(worker);
      }
      worker.disconnect();
      await once(worker, 'exit');
    }),
  );
  return scores;
}

async function reportOf(worker: ChildProcess): Promise<any> {
  const answered = new AbortController();
  const ended = once(worker, 'exit', { signal: answered.signal }).then(([code]) => {
    throw new Error(`a process of the bench ended with ${code}`);
  });
  const [report] = await Promise.race([once(worker, 'message'), ended]);
  ended.catch(() => undefined);
  answered.abort();
  return report;
}
