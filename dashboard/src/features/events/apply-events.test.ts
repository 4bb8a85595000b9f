import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readFailed } from './apply-events.ts';

test('what could not be read during an outage is read when the connection is back, and nothing else', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isDown = true;
  const reads = { activity: 0, agents: 0 };
  const activity = new QueryObserver(client, {
    queryKey: ['agents', 'activity'],
    queryFn: async () => {
      reads.activity += 1;
      if (isDown) throw new Error('offline');
      return 'just now';
    },
  });
  const agents = new QueryObserver(client, {
    queryKey: ['agents', 'list'],
    queryFn: () => {
      reads.agents += 1;
      return 'Reception';
    },
  });
  const ends = [activity.subscribe(() => {}), agents.subscribe(() => {})];
  await expect.poll(() => activity.getCurrentResult().status).toBe('error');
  isDown = false;
  readFailed(client);
  await expect.poll(() => activity.getCurrentResult().data).toBe('just now');
  expect(reads).toEqual({ activity: 2, agents: 1 });
  for (const end of ends) end();
  client.clear();
});
