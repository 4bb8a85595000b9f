import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Queryable } from '../db/index.ts';
import { type PartHealth, registerHealth } from './health.ts';

const reachable = () => Promise.resolve([]);
const unreachable = () => Promise.reject(new Error('unreachable'));
const silent = () => new Promise<never>(() => {});

async function readiness(options: { parts: PartHealth[]; draining?: boolean; query?: () => Promise<unknown[]> }) {
  const { parts, draining = false, query = reachable } = options;
  const db = { query };
  const http = Fastify();
  registerHealth(http, {
    db: db as unknown as Queryable,
    isDraining: () => draining,
    parts: parts.map((part) => () => part),
    databaseLimitMs: 20,
  });
  const response = await http.inject('/readyz');
  return [response.statusCode, response.json()];
}

const well = { ready: true, problems: [] };
const limping = { ready: true, problems: ['media: 1 of 2 media threads failed too often and are left out'] };
const down = { ready: false, problems: ['media: 2 of 2 media threads failed too often and are left out'] };

describe('/readyz', () => {
  it('is ready when every part is', async () => {
    expect(await readiness({ parts: [well] })).toEqual([200, { status: 'ready' }]);
  });

  it('names a part that is not well, and is ready as long as it takes calls', async () => {
    expect(await readiness({ parts: [well, limping] })).toEqual([200, { status: 'ready', problems: limping.problems }]);
    expect(await readiness({ parts: [well, down] })).toEqual([503, { status: 'not ready', problems: down.problems }]);
  });

  it('says first that it drains, then that the database is away', async () => {
    expect(await readiness({ parts: [down], draining: true, query: unreachable })).toEqual([
      503,
      { status: 'draining', problems: down.problems },
    ]);
    expect(await readiness({ parts: [well], query: unreachable })).toEqual([503, { status: 'database unreachable' }]);
  });

  it('takes a database that does not answer in time for unreachable', async () => {
    expect(await readiness({ parts: [well], query: silent })).toEqual([503, { status: 'database unreachable' }]);
  });

  it('reads what the database has answered while the process was busy for longer than that', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const database = connect((server.address() as { port: number }).port, '127.0.0.1');
    const [[asking]] = (await Promise.all([once(server, 'connection'), once(database, 'connect')])) as [
      [Socket],
      unknown,
    ];
    const answeredMeanwhile = () =>
      new Promise<unknown[]>((resolve) => {
        asking.once('data', () => resolve([]));
        // Behind it timers come first, then what was read from sockets.
        setImmediate(() => {
          database.write('1');
          const busyUntilMs = performance.now() + 60;
          while (performance.now() < busyUntilMs);
        });
      });
    expect(await readiness({ parts: [well], query: answeredMeanwhile })).toEqual([200, { status: 'ready' }]);
    for (const socket of [asking, database]) socket.destroy();
    server.close();
  });

  it('does not ask the database while it drains', async () => {
    let questions = 0;
    const query = () => {
      questions += 1;
      return reachable();
    };
    expect(await readiness({ parts: [well], draining: true, query })).toEqual([503, { status: 'draining' }]);
    expect(questions).toBe(0);
  });
});
