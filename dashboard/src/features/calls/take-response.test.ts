import type { CallDetail } from '@parley/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { takeResponse } from './take-response.ts';
import { sampleCall } from './testing/sample-call.ts';

const call = (values: Partial<CallDetail>): CallDetail =>
  ({ ...sampleCall(values), call_id: 'call_1', ...values }) as CallDetail;

test('a response that comes later than the events that followed it does not undo them', async () => {
  const client = new QueryClient();
  const now = call({ phase: 'transferring', transferred_to: '+12025550114' });
  const page = new QueryObserver<CallDetail>(client, { queryKey: ['calls', 'call_1'], queryFn: async () => now });
  const end = page.subscribe(() => {});
  await expect.poll(() => page.getCurrentResult().data).toEqual(now);
  const response = call({ phase: 'talking', transferred_to: null });
  takeResponse(client, response);
  // What has changed shows at once, and in the end what is true.
  expect(client.getQueryData(['calls', 'call_1'])).toEqual(response);
  await expect.poll(() => page.getCurrentResult().data).toEqual(now);
  end();
  client.clear();
});
