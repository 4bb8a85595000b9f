import { randomBytes } from 'node:crypto';
import type { Location } from '@parley/sip';
import { expect, test } from 'vitest';
import type { Database } from '../db/index.ts';
import { createLogger } from '../kernel/logger.ts';
import { Sealing } from '../kernel/sealing.ts';
import { TrunkPasswords } from '../trunks/trunk-credentials.ts';
import { OF_OTHERS, OWN_DOOR } from '../trunks/trunk-places.ts';
import type { LocateTrunk } from './sip/locate-trunk.ts';
import { TrunkRegistry } from './trunk-registry.ts';

const trunk = (trunk_id: string, account_id: string, host: string) => ({
  ...{
    trunk_id,
    account_id,
    host,
    port: 5060,
    transport: 'udp',
    authentication: 'none',
    registration_mode: 'single',
    username: null as string | null,
    password: null,
    inbound_addresses: [],
    srtp: 'off',
    codecs: ['pcmu'],
    disabled: false,
  },
});
const ADDRESSES: Record<string, string[]> = {
  'sip.example': ['192.0.2.10'],
  'moved.example': ['192.0.2.10'],
  'only.example': ['192.0.2.44'],
  'door.example': ['203.0.113.1'],
};

const locationAt = (places: { host: string; port: number }[], protocol: 'udp' | 'tls' = 'udp'): Location => ({
  by: 'srv',
  servers: places.map(({ host, port }, priority) => ({
    ...{ name: `server${priority}.example`, rank: 0, priority, weight: 0 },
    hops: [{ protocol, host, port }],
  })),
  ttlS: 60,
});

const byAddress: LocateTrunk = async ({ host, port, transport }) =>
  locationAt(
    (ADDRESSES[host] ?? [host]).map((address) => ({ host: address, port })),
    transport === 'tls' ? 'tls' : 'udp',
  );

async function registryOf(trunks: ReturnType<typeof trunk>[], locate = byAddress): Promise<TrunkRegistry> {
  const db = { query: async () => trunks, listen: async () => ({ close: async () => {} }) } as unknown as Database;
  const log = createLogger({ level: 'silent', personalData: false });
  const registry = await TrunkRegistry.start({
    ...{ db, log, passwords: new TrunkPasswords({ sealing: new Sealing(randomBytes(32)), log }) },
    locate,
    whyReserved: ({ host }) => (host === '203.0.113.1' ? OWN_DOOR : null),
  });
  await registry.prepare(trunks.map(({ trunk_id }) => trunk_id));
  return registry;
}

test('a name that moved to the place of another account is called no more, and nothing from there is of its trunk', async () => {
  const registry = await registryOf([trunk('trk_1', 'a', 'sip.example'), trunk('trk_2', 'b', 'moved.example')]);
  expect(registry.peerOf('trk_1')?.location.hops()).toEqual([{ protocol: 'udp', host: '192.0.2.10', port: 5060 }]);
  expect(registry.peerOf('trk_2')).toBeUndefined();
  expect(registry.whyUnusable('trk_2')).toContain(OF_OTHERS);
  expect(registry.trunksAt({ protocol: 'udp', host: '192.0.2.10', port: 5060 })).toEqual(['trk_1']);
  await registry.close();
});

test('a name that leads to our own door is not called', async () => {
  const registry = await registryOf([trunk('trk_1', 'a', 'door.example')]);
  expect(registry.peerOf('trk_1')).toBeUndefined();
  expect(registry.whyUnusable('trk_1')).toContain(OWN_DOOR);
  expect(registry.trunksAt({ protocol: 'udp', host: '203.0.113.1', port: 5060 })).toEqual([]);
  await registry.close();
});

test('a name with several servers: a call tries them in their order, and each may call us from its own port', async () => {
  const servers = [
    { host: '192.0.2.20', port: 5070 },
    { host: '192.0.2.21', port: 5080 },
  ];
  const registry = await registryOf([trunk('trk_1', 'a', 'many.example')], async () => locationAt(servers));
  const peer = registry.peerOf('trk_1')!;
  expect(peer.location.hops()).toEqual(servers.map((server) => ({ protocol: 'udp', ...server })));
  expect(peer.networks).toEqual(['192.0.2.20', '192.0.2.21']);
  expect(peer.location.redirectTo({ host: 'server1.example', port: null, protocol: null })).toMatchObject([servers[1]]);
  const from = (host: string, port: number) => registry.trunksAt({ protocol: 'udp', host, port });
  expect([from('192.0.2.20', 5070), from('192.0.2.21', 5080)]).toEqual([['trk_1'], ['trk_1']]);
  expect(from('192.0.2.21', 5060)).toEqual([]);
  const [one, other] = servers.map((server) => ({ protocol: 'udp' as const, ...server }));
  expect(registry.isOneTrunk(one!, other!)).toBe(true);
  expect(registry.isOneTrunk(one!, { ...other!, port: 5060 })).toBe(false);
  await registry.close();
});

test('of several servers, one at a place of another account is left out', async () => {
  const servers = [
    { host: '192.0.2.10', port: 5060 },
    { host: '192.0.2.21', port: 5060 },
  ];
  const registry = await registryOf(
    [trunk('trk_1', 'a', '192.0.2.10'), trunk('trk_2', 'b', 'many.example')],
    async () => locationAt(servers),
  );
  expect(registry.peerOf('trk_2')?.location.hops()).toEqual([{ protocol: 'udp', host: '192.0.2.21', port: 5060 }]);
  expect(registry.trunksAt({ protocol: 'udp', host: '192.0.2.10', port: 5060 })).toEqual(['trk_1']);
  await registry.close();
});

test('a peer over TLS has the certificate of the trunk at its port, not of any other', async () => {
  const overTls = (id: string, account: string, host: string, port: number) => ({
    ...{ ...trunk(id, account, host), port, transport: 'tls' },
  });
  const registry = await registryOf([
    overTls('trk_1', 'b', 'moved.example', 5071),
    overTls('trk_2', 'a', 'sip.example', 5061),
    overTls('trk_3', 'c', '192.0.2.10', 5081),
    overTls('trk_4', 'c', 'only.example', 5061),
  ]);
  const at = (host: string, port: number) => registry.tlsNameAt({ host, port });
  expect(at('192.0.2.10', 5061)).toBe('sip.example');
  expect(at('192.0.2.10', 5071)).toBe('moved.example');
  // Connected by its address.
  expect(at('192.0.2.10', 5081)).toBeUndefined();
  // It may be any of them.
  expect(at('192.0.2.10', 40_000)).toBeUndefined();
  expect([at('192.0.2.44', 5061), at('192.0.2.44', 40_000)]).toEqual(['only.example', 'only.example']);
  expect(at('192.0.2.99', 5061)).toBeUndefined();
  await registry.close();
});

test('an account has two trunks to one host; no other may be there by any name', async () => {
  const registry = await registryOf([trunk('trk_1', 'a', 'sip.example'), trunk('trk_2', 'a', '192.0.2.10')]);
  expect(registry.trunksAt({ protocol: 'udp', host: '192.0.2.10', port: 5060 })).toEqual(['trk_1', 'trk_2']);
  const place = { host: 'moved.example', port: 5060, transport: 'udp' } as const;
  expect(await registry.whyTaken('a', place)).toBeNull();
  expect(await registry.whyTaken('b', place)).toBe(OF_OTHERS);
  expect(await registry.whyTaken('b', { ...place, port: 5080 })).toBeNull();
  expect(await registry.whyTaken('b', { ...place, host: 'door.example' })).toBe(OWN_DOOR);
  await registry.close();
});

test('a call to what was registered is one of that trunk, by the contact or by the user name', async () => {
  const registrar = { ...trunk('trk_1', 'acc_1', 'sip.example'), authentication: 'register', username: 'first' };
  const second = { ...registrar, trunk_id: 'trk_2', username: 'second' };
  const other = { ...trunk('trk_3', 'acc_1', 'sip.example'), username: 'second' };
  const registry = await registryOf([registrar, second, other]);
  const there = registry.trunksAt({ protocol: 'udp', host: '192.0.2.10', port: 5060 });
  expect(there).toEqual(['trk_1', 'trk_2', 'trk_3']);
  expect(registry.registeredAs('trk_2', there)).toEqual(['trk_2']);
  expect(registry.registeredAs('second', there)).toEqual(['trk_2']);
  expect(registry.registeredAs('trk_3', there)).toEqual([]);
  expect(registry.registeredAs('+493012345678', there)).toEqual([]);
  expect(registry.registeredAs(null, there)).toEqual([]);
  await registry.close();
});

test('of numbers that were registered at once the user of a call is its number, and no user what we gave', async () => {
  const bulk = { ...trunk('trk_1', 'acc_1', 'sip.example'), authentication: 'register', registration_mode: 'bulk' };
  const registry = await registryOf([{ ...bulk, username: '+493012345678' }]);
  expect(registry.peerOf('trk_1')).toMatchObject({ isRegistrar: true, isBulk: true });
  expect(registry.registeredAs('+493012345678', ['trk_1'])).toEqual([]);
  expect(registry.registeredAs(null, ['trk_1'])).toEqual(['trk_1']);
  await registry.close();
});
