import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../db/index.ts';

/** What a part of the service says of itself. */
export interface PartHealth {
  /** False: no calls can be taken. */
  ready: boolean;
  /** In plain words, each naming its part; there may be some although calls can be taken. */
  problems: string[];
}

export interface HealthState {
  db: Queryable;
  isDraining: () => boolean;
  parts?: readonly (() => PartHealth)[];
  /** How long the database may take to answer before it counts as unreachable. Default: 1 s. */
  databaseLimitMs?: number;
}

/** A proxy looks every few seconds and waits as long; `select 1` takes a millisecond. */
const DATABASE_LIMIT_MS = 1000;

/** `/healthz`: the process answers. `/readyz`: it can take calls; a draining or cut-off node is taken out by a proxy. */
export function registerHealth(app: FastifyInstance, state: HealthState): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReachable = state.isDraining() || (await answers(state.db, state.databaseLimitMs ?? DATABASE_LIMIT_MS));
    const parts = (state.parts ?? []).map((part) => part());
    const problems = parts.flatMap((part) => part.problems);
    const status = state.isDraining()
      ? 'draining'
      : !isReachable
        ? 'database unreachable'
        : parts.some((part) => !part.ready)
          ? 'not ready'
          : 'ready';
    reply.code(status === 'ready' ? 200 : 503);
    return problems.length === 0 ? { status } : { status, problems };
  });
}

/** A server that is frozen, or behind a firewall that forgot the connection, neither answers nor fails. */
async function answers(db: Queryable, limitMs: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  // Timers come before sockets: behind a loop that was busy for so long the answer may be there, unread.
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => late.resolve(false))), limitMs);
  const answer = db.query('select 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
