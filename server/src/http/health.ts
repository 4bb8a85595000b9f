import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../db/index.ts';

/** `/healthz`: the process answers. `/readyz`: it can take calls; a draining or cut-off node is taken out by a proxy. */
export function registerHealth(app: FastifyInstance, state: { db: Queryable; isDraining: () => boolean }): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const reachable = await state.db.query('select 1').then(
      () => true,
      () => false,
    );
    const ready = reachable && !state.isDraining();
    reply.code(ready ? 200 : 503);
    return { status: ready ? 'ready' : state.isDraining() ? 'draining' : 'database unreachable' };
  });
}
