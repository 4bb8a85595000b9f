import { expect, test } from 'vitest';
import { probeTrunk, type TrunkProbe } from './probe-trunk.ts';

function probe(changes: Partial<TrunkProbe>): TrunkProbe {
  return {
    ownAddress: () => ({ host: '203.0.113.7', port: 5060 }),
    connect: async () => [],
    addressesOf: async () => ({ addresses: ['192.0.2.10'] }),
    options: async () => ({ status: 200, authentication: null, roundTripMs: 23 }),
    ...changes,
  };
}

const PEER = { host: 'pbx.example', port: 5060, transport: 'udp' } as const;

test('a trunk that answers', async () => {
  expect(await probeTrunk(probe({}), PEER, null)).toEqual([
    { name: 'dns', ok: true, detail: 'pbx.example is 192.0.2.10.', remedy: null },
    { name: 'options', ok: true, detail: 'It answered OPTIONS with 200 after 23 ms.', remedy: null },
  ]);
});

test('a name without an address ends it', async () => {
  const steps = await probeTrunk(probe({ addressesOf: async () => ({ error: 'ENOTFOUND' }) }), PEER, null);
  expect(steps).toMatchObject([{ name: 'dns', ok: false, detail: 'pbx.example has no IPv4 address (ENOTFOUND).' }]);
});

test('silence names our address, or that nobody can reach it', async () => {
  const silent: Partial<TrunkProbe> = { options: async () => 'timeout' };
  const [, dropped] = await probeTrunk(probe(silent), PEER, null);
  expect(dropped).toMatchObject({ ok: false, remedy: expect.stringContaining('203.0.113.7:5060') });
  const [, unreached] = await probeTrunk(
    probe({ ...silent, ownAddress: () => ({ host: '127.0.0.1', port: 5060 }) }),
    PEER,
    null,
  );
  expect(unreached?.remedy).toContain('PARLEY_SIP_HOST');
});

test.each([
  [403, '203.0.113.7:5060'],
  [302, 'elsewhere'],
  [408, 'behind it'],
  [500, 'fault'],
  [503, 'overloaded'],
])('%i is no good, and says what to do', async (status, words) => {
  const [, step] = await probeTrunk(
    probe({ options: async () => ({ status, authentication: null, roundTripMs: 5 }) }),
    PEER,
    null,
  );
  expect(step).toMatchObject({ ok: false, remedy: expect.stringContaining(words) });
});

test.each([
  ['no_credentials', 'Set authentication to "digest"'],
  ['wrong_credentials', 'does not accept the user name and the password'],
  ['unsupported_challenge', 'only Digest'],
] as const)('%s: a trunk that wants to know us says what is wrong with that', async (authentication, words) => {
  const credentials = { username: 'parley', password: 'secret' };
  let given: unknown;
  const asked: TrunkProbe['options'] = async (_target, _address, sent) => {
    given = sent;
    return { status: 401, authentication, roundTripMs: 5 };
  };
  const [, step] = await probeTrunk(probe({ options: asked }), PEER, credentials);
  expect(given).toEqual(credentials);
  expect(step).toMatchObject({ ok: false, remedy: expect.stringContaining(words) });
  expect(JSON.stringify(step)).not.toContain('secret');
});

test.each([404, 405, 480, 483, 488, 501])('%i only says that OPTIONS is not taken', async (status) => {
  const [, step] = await probeTrunk(
    probe({ options: async () => ({ status, authentication: null, roundTripMs: 5 }) }),
    PEER,
    null,
  );
  expect(step).toMatchObject({ ok: true, remedy: null, detail: expect.stringContaining('that is enough') });
});
