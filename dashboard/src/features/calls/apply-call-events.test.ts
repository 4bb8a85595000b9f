import type { CallDetail, CallEvent } from '@parley/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { applyCallEvents } from './apply-call-events.ts';
import { sampleCall } from './testing/sample-call.ts';

const busy: CallEvent = {
  id: 7,
  event: 'call.state',
  data: {
    call_id: 'call_1',
    agent_id: 'agent_1',
    batch_id: null,
    at: 130.2,
    direction: 'outbound',
    recipient_phone: '+12025550102',
    from_number: '+12025550150',
    from: 'dialing',
    to: 'analyzing',
    status: 'failed',
    end_reason: 'busy',
    ended_by: 'user',
    sip_code: 486,
  },
};
const call = (values: Partial<CallDetail>): CallDetail =>
  ({ ...sampleCall(values), call_id: 'call_1', ...values }) as CallDetail;
const dialing = call({ phase: 'dialing', status: 'active' });
const ended = call({ phase: 'ended', status: 'failed', end_reason: 'busy', summary: 'The line was busy.' });

/** Reads of one call, each of which gets its response when the test says so. */
function readsOfCall(client: QueryClient) {
  const waiting: ((call: CallDetail) => void)[] = [];
  const query = {
    queryKey: ['calls', 'call_1'],
    queryFn: () => new Promise<CallDetail>((resolve) => waiting.push(resolve)),
    staleTime: 10_000,
  };
  return { query, waiting, shown: () => client.getQueryData<CallDetail>(query.queryKey) };
}

const moments = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a call that ends while it is read for the first time is read again', async () => {
  const client = new QueryClient();
  const { query, waiting, shown } = readsOfCall(client);
  const first = client.ensureQueryData(query);
  applyCallEvents(client, [busy]);
  waiting.shift()!(dialing);
  await first;
  await moments();
  expect(shown()).toMatchObject({ phase: 'analyzing', status: 'failed', end_reason: 'busy' });

  const page = new QueryObserver(client, query);
  const end = page.subscribe(() => {});
  expect(waiting).toHaveLength(1);
  waiting.shift()!(ended);
  await moments();
  expect(shown()).toEqual(ended);
  end();
  client.clear();
});

test('a response that was read before the event does not undo it', async () => {
  const client = new QueryClient();
  const { query, waiting, shown } = readsOfCall(client);
  client.setQueryData(query.queryKey, call({ phase: 'queued', status: 'initiated' }));
  void client.fetchQuery({ ...query, staleTime: 0 });
  const talking = { ...busy.data, to: 'talking', status: 'active', end_reason: null, ended_by: null } as const;
  applyCallEvents(client, [{ ...busy, data: talking } as CallEvent]);
  waiting.shift()!(dialing);
  await moments();
  expect(shown()).toMatchObject({ phase: 'talking', status: 'active' });
  client.clear();
});
