import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostAddresses } from './host-addresses.ts';

let answers: Record<string, string[] | Error>;
let changes: number;
let hosts: HostAddresses;

beforeEach(() => {
  vi.useFakeTimers();
  changes = 0;
  answers = {};
  hosts = new HostAddresses({
    resolve: async (host) => {
      const answer = answers[host] ?? new Error('unknown');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onChange: () => {
      changes += 1;
    },
  });
});
afterEach(() => {
  hosts.close();
  vi.useRealTimers();
});

test('an address is its own, at once', () => {
  hosts.follow(new Set(['192.0.2.1']));
  expect(hosts.of('192.0.2.1')).toEqual(['192.0.2.1']);
});

test('a name is looked up again, and what stays the same is no change', async () => {
  answers['pbx.example'] = ['192.0.2.1', '192.0.2.2'];
  hosts.follow(new Set(['pbx.example']));
  expect(hosts.of('pbx.example')).toEqual([]);
  await hosts.lookedUp('pbx.example');
  expect([hosts.of('pbx.example'), changes]).toEqual([['192.0.2.1', '192.0.2.2'], 1]);
  answers['pbx.example'] = ['192.0.2.2', '192.0.2.1'];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(changes).toBe(1);
  answers['pbx.example'] = ['192.0.2.3'];
  await vi.advanceTimersByTimeAsync(60_000);
  expect([hosts.of('pbx.example'), changes]).toEqual([['192.0.2.3'], 2]);
});

test('while DNS is away the last addresses stay, and it is asked again soon', async () => {
  answers['pbx.example'] = ['192.0.2.1'];
  hosts.follow(new Set(['pbx.example']));
  await hosts.lookedUp('pbx.example');
  answers['pbx.example'] = new Error('away');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hosts.of('pbx.example')).toEqual(['192.0.2.1']);
  answers['pbx.example'] = ['192.0.2.9'];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(hosts.of('pbx.example')).toEqual(['192.0.2.9']);
});

test('a name that is not followed any more is forgotten, also when its answer comes late', async () => {
  answers['pbx.example'] = ['192.0.2.1'];
  hosts.follow(new Set(['pbx.example']));
  hosts.follow(new Set());
  await vi.advanceTimersByTimeAsync(120_000);
  expect([hosts.of('pbx.example'), changes]).toEqual([[], 0]);
});
