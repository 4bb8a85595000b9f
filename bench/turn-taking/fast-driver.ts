import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastTask } from './fast-task.ts';
import { installLiveKit } from './livekit/livekit-install.ts';
import type { CallScore } from './scorer/score.ts';

/** Whose turns are measured: Parley's, or those of its peer. */
const WORKERS = {
  parley: fileURLToPath(new URL('fast-worker.ts', import.meta.url)),
  livekit: fileURLToPath(new URL('livekit/livekit-worker.ts', import.meta.url)),
};

export interface FastOptions {
  subject: keyof typeof WORKERS;
  /** Each holds one call at a time. */
  processes: number;
  onCall?: (score: CallScore, task: FastTask) => void;
}

/** Holds the calls; the scores come in the order of the tasks. Throws when a process ends before it is done. */
export async function runFast(
  tasks: readonly FastTask[],
  { subject, processes, onCall }: FastOptions,
): Promise<CallScore[]> {
  if (subject === 'livekit') installLiveKit();
  const scores: CallScore[] = [];
  const waiting = tasks.map((task, index) => ({ task, index }));
  const runWorker = async (): Promise<void> => {
    const worker = fork(WORKERS[subject], { serialization: 'advanced' });
    const ended = once(worker, 'exit');
    await once(worker, 'message');
    await new Promise<void>((resolve, reject) => {
      const giveNext = (): void => {
        const next = waiting.shift();
        if (next) worker.send(next);
        else resolve();
      };
      worker.on('exit', (code) => reject(new Error(`a process of the bench ended with ${code}`)));
      worker.on('message', ({ score, index }: { score: CallScore; index: number }) => {
        scores[index] = score;
        onCall?.(score, tasks[index]!);
        giveNext();
      });
      giveNext();
    });
    worker.disconnect();
    await ended;
  };
  await Promise.all(Array.from({ length: Math.min(processes, tasks.length) }, runWorker));
  return scores;
}
