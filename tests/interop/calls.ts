import { expect } from 'vitest';
import type { Service } from '../support/service.ts';
import type { SippResult } from '../support/sipp.ts';

/** The agent that the account's number rings, and that places the calls here. */
export async function firstAgent(service: Service): Promise<string> {
  const { body } = await service.request('GET', '/agents');
  return body.data[0].agent_id;
}

/** Places a call through the API, and resolves with its id. */
export async function place(service: Service, agentId: string, to: string, further: object = {}): Promise<string> {
  const placed = await service.request('POST', '/call', {
    body: { agent_id: agentId, recipient_phone: to, ...further },
  });
  if (placed.status !== 201) throw new Error(`the call to ${to} was answered with ${JSON.stringify(placed.body)}`);
  return placed.body.call_id;
}

/** Does something for each item, for so many at once; the results are in the order of the items. */
export async function forEach<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await action(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** How many have which end, as in `{'completed user_hangup': 100}`. */
export function ends(calls: { status: string; end_reason: string | null }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, end_reason: reason } of calls) {
    const key = `${status} ${reason}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Every call went as sipp's scenario wants it; if not, the failure has what sipp complained of. */
export function expectAllWell(result: SippResult, calls: number): void {
  expect(result, `sipp complains:\n${result.errors}`).toMatchObject({ successful: calls, failed: 0, exitCode: 0 });
}
