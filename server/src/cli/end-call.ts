import { finishCallIn } from '../calls/finish-call.ts';
import type { FinishDependencies } from '../calls/finish-dependencies.ts';
import { hangUpCall } from '../calls/hang-up-call.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import type { CommandSurroundings } from './command.ts';

type Surroundings = Pick<CommandSurroundings, 'config' | 'db'>;

async function withJobs<T>({ config, db }: Surroundings, work: (finish: FinishDependencies) => Promise<T>): Promise<T> {
  const jobs = await Jobs.start(db, createLogger(config.log));
  try {
    // The analysis is the service's.
    return await work({ jobs, analyzer: null });
  } finally {
    await jobs.close();
  }
}

/** Ends a call that nobody has taken up, so that nobody is rung by a later start. False when somebody has. */
export async function withdrawCall(surroundings: Surroundings, callId: string): Promise<boolean> {
  const { db } = surroundings;
  const waits = "select 1 from calls where call_id = $1 and state = 'queued'";
  if ((await db.query(waits, [callId])).length === 0) return false;
  return withJobs(surroundings, (finish) =>
    db.transaction(async (tx) => {
      const queued = await tx.query(`${waits} for update`, [callId]);
      const ending = { endReason: 'canceled', endedBy: 'system', sipCode: null, media: null } as const;
      return queued.length > 0 && (await finishCallIn(tx, finish, callId, ending));
    }),
  );
}

/** Ends a call wherever it is. */
export async function endCall(surroundings: Surroundings, accountId: string, callId: string): Promise<void> {
  await withJobs(surroundings, (finish) => hangUpCall(surroundings.db, finish, accountId, callId));
}
