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
}

/** `/healthz`: the process answers. `/readyz`: it can take calls; a draining or cut-off node is taken out by a proxy. */
export function registerHealth(app: FastifyInstance, state: HealthState): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const reachable = await state.db.query('select 1').then(
      () => true,
      () => false,
    );
    const parts = (state.parts ?? []).map((part) => part());
    const problems = parts.flatMap((part) => part.problems);
    const status = state.isDraining()
      ? 'draining'
      : !reachable
        ? 'database unreachable'
        : parts.some((part) => !part.ready)
          ? 'not ready'
          : 'ready';
    reply.code(status === 'ready' ? 200 : 503);
    return problems.length === 0 ? { status } : { status, problems };
  });
}
