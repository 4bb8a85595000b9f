import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyCall } from './every-call.ts';
import type { CallPage, CallSummary, ListCallsQuery } from './resources.ts';

/** A list of calls as the service keeps it: newest first, filtered by time, paged by offset. */
class CallStore {
  readonly queries: ListCallsQuery[] = [];
  #calls: { call_id: string; created_at: number }[] = [];

  add(createdAt: number): void {
    const callId = `call_${String(this.#calls.length).padStart(6, '0')}`;
    this.#calls.push({ call_id: callId, created_at: createdAt });
    this.#calls.sort((a, b) => b.created_at - a.created_at || (a.call_id < b.call_id ? 1 : -1));
  }

  ids(query: ListCallsQuery = {}): string[] {
    const { from = 0, to = Number.POSITIVE_INFINITY, offset = 0 } = query;
    return this.#calls
      .filter((call) => call.created_at >= from && call.created_at < to)
      .slice(offset)
      .map((call) => call.call_id);
  }

  page = async (query: ListCallsQuery): Promise<CallPage> => {
    this.queries.push(query);
    const { limit = 20, offset = 0 } = query;
    const ids = this.ids(query);
    const data = ids.slice(0, limit).map((id) => this.#calls.find((call) => call.call_id === id)) as CallSummary[];
    return { data, total: ids.length + offset, total_exact: true, limit, offset, has_more: ids.length > limit };
  };
}

async function collected(store: CallStore, query: ListCallsQuery, whileAt?: (count: number) => void) {
  const ids: string[] = [];
  for await (const call of everyCall(store.page, query)) {
    ids.push(call.call_id);
    whileAt?.(ids.length);
  }
  return ids;
}

const seconds = fc.array(fc.integer({ min: 100, max: 110 }), { maxLength: 60 });

describe('everyCall', () => {
  it('gives what one endless page would give, whatever the pages cut through', async () => {
    await fc.assert(
      fc.asyncProperty(
        seconds,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 30 }),
        fc.option(fc.integer({ min: 100, max: 112 }), { nil: undefined }),
        async (times, limit, offset, to) => {
          const store = new CallStore();
          for (const time of times) store.add(time);
          const query = { limit, offset, ...(to === undefined ? {} : { to }) };
          expect(await collected(store, query)).toEqual(store.ids(query));
        },
      ),
    );
  });

  it('neither repeats nor loses a call while new ones come in', async () => {
    await fc.assert(
      fc.asyncProperty(seconds, fc.integer({ min: 1, max: 9 }), async (times, limit) => {
        const store = new CallStore();
        for (const time of times) store.add(time);
        const before = store.ids();
        // Calls of the second that is now, and of later ones.
        const ids = await collected(store, { limit }, (count) => store.add(110 + (count % 3)));
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.filter((id) => before.includes(id))).toEqual(before);
      }),
    );
  });

  it('keeps offsets small', async () => {
    const store = new CallStore();
    for (let time = 0; time < 100; time += 1) store.add(1000 + time);
    await collected(store, { limit: 10 });
    expect(store.queries).toHaveLength(10);
    expect(Math.max(...store.queries.map(({ offset = 0 }) => offset))).toBe(1);
  });
});
