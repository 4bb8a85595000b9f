import { finishCallIn } from '../calls/finish-call.ts';
import type { FinishDependencies } from '../calls/finish-dependencies.ts';
import { hangUpCall } from '../calls/hang-up-call.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import { operatorOf } from '../kernel/principal.ts';
import type { CommandContext } from './command.ts';

type EndContext = Pick<CommandContext, 'config' | 'db'>;

async function withJobs<T>({ config, db }: EndContext, work: (finish: FinishDependencies) => Promise<T>): Promise<T> {
  const jobs = await Jobs.start(db, createLogger(config.log));
  try {
    // The analysis is the service's.
    return await work({ jobs, analyzer: null });
  } finally {
    await jobs.close();
  }
}

/** Ends a call that no service has taken up, so that no later start rings the callee. False when one has. */
export async function cancelQueuedCall(context: EndContext, callId: string): Promise<boolean> {
  const { db } = context;
  const waits = "select 1 from calls where call_id = $1 and state = 'queued'";
  if ((await db.query(waits, [callId])).length === 0) return false;
  return withJobs(context, (finish) =>
    db.transaction(async (tx) => {
      const queued = await tx.query(`${waits} for update`, [callId]);
      const ending = { endReason: 'canceled', endedBy: 'system', sipCode: null, media: null } as const;
      return queued.length > 0 && (await finishCallIn(tx, finish, callId, ending));
    }),
  );
}

/** Ends a call wherever it is. */
export async function endCall(context: EndContext, accountId: string, callId: string): Promise<void> {
  await withJobs(context, (finish) => hangUpCall(context.db, finish, operatorOf(accountId), callId));
}
