import type { CallPage } from '@parley/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshHeads } from './refresh-heads.ts';
import { sampleCall, samplePage } from './testing/sample-call.ts';

const older = sampleCall({ call_id: 'call_1', created_at: 1 });
const newer = sampleCall({ call_id: 'call_2', created_at: 2 });

let client: QueryClient;
let waiting: ((page: CallPage) => void)[];
const queryKey = ['calls', 'list', {}];
const list = () => ({
  queryKey,
  queryFn: () =>
    new Promise<CallPage>((resolve) => waiting.push(resolve)).then((page) => ({ pages: [page], pageParams: [0] })),
  staleTime: 10_000,
});
const shown = () =>
  client
    .getQueryData<{ pages: CallPage[] }>(queryKey)
    ?.pages.flatMap(({ data }) => data.map(({ call_id: callId }) => callId));
const moments = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
  client = new QueryClient();
  waiting = [];
  vi.stubGlobal('fetch', async () => Response.json(samplePage([newer, older])));
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

test('a call that begins while the list is read for the first time is in it', async () => {
  const first = client.ensureQueryData(list());
  refreshHeads(client);
  await moments();
  waiting.shift()!(samplePage([older]));
  await first;
  await vi.waitFor(() => expect(shown()).toEqual(['call_2', 'call_1']), 10_000);
});

test('a list that is on no page is read again when it is next shown, though it is young', async () => {
  client.setQueryData(queryKey, { pages: [samplePage([older])], pageParams: [0] });
  refreshHeads(client);
  await moments();
  const end = new QueryObserver(client, list()).subscribe(() => {});
  expect(waiting).toHaveLength(1);
  waiting.shift()!(samplePage([newer, older]));
  await vi.waitFor(() => expect(shown()).toEqual(['call_2', 'call_1']), 10_000);
  end();
});
