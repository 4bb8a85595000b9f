import type { Location } from '@parley/sip';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TrunkLocations } from './trunk-locations.ts';

const PBX = { host: 'pbx.example', port: 5060, transport: 'udp' } as const;

let answers: Record<string, Location | Error>;
let changes: number;
let locations: TrunkLocations;

const at = (addresses: readonly string[], ttlS = 60): Location => ({
  by: 'srv',
  servers: addresses.map((host) => ({
    ...{ name: 'pbx.example', rank: 0, priority: 0, weight: 0 },
    hops: [{ protocol: 'udp', host, port: 5060 }],
  })),
  ttlS,
});

const addresses = (target: { host: string; port: number; transport: 'udp' | 'tcp' | 'tls' } = PBX) =>
  locations.of(target).places.map(({ host }) => host);

beforeEach(() => {
  vi.useFakeTimers();
  changes = 0;
  answers = {};
  locations = new TrunkLocations({
    locate: async ({ host }) => {
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
  locations.close();
  vi.useRealTimers();
});

test('an address is its own, at once', () => {
  const target = { host: '192.0.2.1', port: 5061, transport: 'tls' } as const;
  locations.follow([target]);
  expect(locations.of(target).hops()).toEqual([
    { protocol: 'tls', host: '192.0.2.1', port: 5061, tlsName: '192.0.2.1' },
  ]);
});

test('a name is looked up again when its time is over, and what stays the same is no change', async () => {
  answers['pbx.example'] = at(['192.0.2.1', '192.0.2.2'], 30);
  locations.follow([PBX]);
  expect(addresses()).toEqual([]);
  await locations.lookedUp(PBX);
  expect([addresses(), changes]).toEqual([['192.0.2.1', '192.0.2.2'], 1]);
  answers['pbx.example'] = at(['192.0.2.2', '192.0.2.1'], 3600);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(addresses()).toEqual(['192.0.2.1', '192.0.2.2']);
  await vi.advanceTimersByTimeAsync(1);
  expect([addresses(), changes]).toEqual([['192.0.2.2', '192.0.2.1'], 1]);
  answers['pbx.example'] = at(['192.0.2.3'], 0);
  await vi.advanceTimersByTimeAsync(300_000);
  expect([addresses(), changes]).toEqual([['192.0.2.3'], 2]);
  answers['pbx.example'] = at(['192.0.2.4']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(addresses()).toEqual(['192.0.2.4']);
});

test('while DNS is away the last is kept, and it is asked again soon', async () => {
  answers['pbx.example'] = at(['192.0.2.1']);
  locations.follow([PBX]);
  await locations.lookedUp(PBX);
  answers['pbx.example'] = new Error('away');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(addresses()).toEqual(['192.0.2.1']);
  answers['pbx.example'] = at(['192.0.2.9']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(addresses()).toEqual(['192.0.2.9']);
});

test('a name that is not there is asked again after ten seconds, not before', async () => {
  answers['pbx.example'] = at([], 3600);
  locations.follow([PBX]);
  await locations.lookedUp(PBX);
  answers['pbx.example'] = at(['192.0.2.1']);
  await vi.advanceTimersByTimeAsync(9999);
  expect(addresses()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(addresses()).toEqual(['192.0.2.1']);
});

test('a name that is not followed any more is forgotten, also when its answer comes late', async () => {
  answers['pbx.example'] = at(['192.0.2.1']);
  locations.follow([PBX]);
  locations.follow([]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([addresses(), changes]).toEqual([[], 0]);
});
