import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Fleet } from './race-fleet.ts';

let fleet: Fleet;
afterEach(() => fleet?.close());

const CALL_EVERY_MS = 150;

/** A client as behind a proxy: one node that refuses or is gone is no failure, but a reason to ask the other one. */
class Caller {
  readonly accepted: string[] = [];
  readonly #origins: string[];
  #placed = 0;
  #preferred = 0;

  constructor(origins: string[]) {
    this.#origins = origins;
  }

  /** Until it is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const pending: Promise<void>[] = [];
    while (!signal.aborted) {
      pending.push(this.#place());
      await delay(CALL_EVERY_MS);
    }
    await Promise.all(pending);
  }

  async #place(): Promise<void> {
    const { apiKey, agentId } = fleet.account('main');
    this.#placed += 1;
    const recipient = `+4930${String(this.#placed).padStart(7, '0')}`;
    for (;;) {
      const response = await fetch(`${this.#origins[this.#preferred]}/v1/call`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': recipient,
        },
        body: JSON.stringify({ agent_id: agentId, recipient_phone: recipient }),
      }).catch(() => null);
      if (response?.status === 201) {
        this.accepted.push(((await response.json()) as { call_id: string }).call_id);
        return;
      }
      if (response !== null && response.status !== 503) throw new Error(`${response.status} ${await response.text()}`);
      this.#preferred = 1 - this.#preferred;
      await delay(CALL_EVERY_MS);
    }
  }
}

test('a rolling restart of two services on one database under load loses no call', async () => {
  fleet = await Fleet.start({
    services: 2,
    accounts: [{ name: 'main', plan: 'enterprise' }],
    enterpriseLimits: { callsPerMinute: 10_000, concurrentCalls: 500 },
    callee: { ringMs: [100, 500], answeredShare: 0.8, talkMs: [500, 4000] },
    environment: { PARLEY_DRAIN_S: '60' },
  });
  const caller = new Caller(fleet.origins);
  const enough = new AbortController();
  const calling = caller.run(enough.signal);
  for (const service of fleet.services) {
    await service.stop('SIGTERM');
    await service.start();
  }
  enough.abort();
  await calling;
  const rows = async () =>
    fleet.db.query<{ state: string; end_reason: string }>(
      'select state, end_reason from calls where call_id = any($1)',
      [caller.accepted],
    );
  while ((await rows()).some(({ state }) => state !== 'ended')) await delay(100);
  expect(caller.accepted.length).toBeGreaterThan(10);
  const reasons = new Set((await rows()).map((call) => call.end_reason));
  // What the callees did: they hung up, were busy, rejected or could not be reached; nothing that a restart does.
  for (const lost of ['interrupted_by_restart', 'dispatch_lost', 'internal_error', 'carrier_error']) {
    expect(reasons).not.toContain(lost);
  }
  const dialled = (await fleet.callee.calls()).map(({ to }) => to);
  expect(dialled).toHaveLength(caller.accepted.length);
  expect(new Set(dialled).size).toBe(dialled.length);
});
