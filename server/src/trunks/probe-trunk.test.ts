import { expect, test } from 'vitest';
import { probeTrunk, type TrunkProbe } from './probe-trunk.ts';

function probe(changes: Partial<TrunkProbe>): TrunkProbe {
  return {
    ownAddress: () => ({ host: '203.0.113.7', port: 5060 }),
    connect: async () => [],
    serversOf: async () => ({ by: 'addresses', servers: [{ protocol: 'udp', address: '192.0.2.10', port: 5060 }] }),
    options: async () => ({ status: 200, authentication: null, roundTripMs: 23 }),
    askRegistrar: async () => ({ status: 200, authentication: null, roundTripMs: 11 }),
    ...changes,
  };
}

const PEER = {
  ...({ host: 'pbx.example', port: 5060, transport: 'udp' } as const),
  ...({ authentication: 'none', registration_mode: 'single' } as const),
};
const REGISTRAR = { ...PEER, authentication: 'register' } as const;
const CREDENTIALS = { username: 'parley', password: 'secret' };

test('a trunk that answers', async () => {
  expect(await probeTrunk(probe({}), PEER, null)).toEqual([
    { name: 'dns', ok: true, detail: 'pbx.example is 192.0.2.10.', remedy: null },
    { name: 'options', ok: true, detail: 'It answered OPTIONS with 200 after 23 ms.', remedy: null },
  ]);
});

test('of several servers the first that answers counts, at its own port', async () => {
  const asked: string[] = [];
  const servers = [
    { protocol: 'udp', address: '192.0.2.10', port: 5070 },
    { protocol: 'udp', address: '192.0.2.11', port: 5060 },
  ] as const;
  const answering: Partial<TrunkProbe> = {
    serversOf: async () => ({ by: 'srv', servers }),
    options: async (_target, { address, port }) => {
      asked.push(`${address}:${port}`);
      return address === '192.0.2.10' ? 'timeout' : { status: 200, authentication: null, roundTripMs: 9 };
    },
  };
  const steps = await probeTrunk(probe(answering), PEER, null);
  expect(steps.map(({ ok, detail }) => [ok, detail])).toEqual([
    [true, 'pbx.example is 192.0.2.10:5070, 192.0.2.11.'],
    [true, 'It answered OPTIONS with 200 after 9 ms.'],
  ]);
  expect(asked).toEqual(['192.0.2.10:5070', '192.0.2.11:5060']);
  const none = await probeTrunk(probe({ ...answering, options: async () => 'timeout' }), PEER, null);
  expect(none.map(({ ok }) => ok)).toEqual([true, false]);
});

test('a Parley on loopback: the remedy is ours, over a connection and at a registrar as well', async () => {
  const ownAddress = () => ({ host: '127.0.0.1', port: 5061 });
  const failed = {
    name: 'tcp',
    ok: false,
    detail: 'There is no way to this address (EINVAL).',
    remedy: 'Check the host',
  };
  const [, tcp] = await probeTrunk(
    probe({ ownAddress, connect: async () => [{ ...failed, name: 'tcp' }] }),
    PEER,
    null,
  );
  const [, registration] = await probeTrunk(
    probe({ ownAddress, askRegistrar: async () => 'timeout' }),
    REGISTRAR,
    CREDENTIALS,
  );
  for (const step of [tcp, registration]) {
    expect(step).toMatchObject({ ok: false, remedy: expect.stringContaining('PARLEY_SIP_HOST') });
  }
  const [, elsewhere] = await probeTrunk(probe({ connect: async () => [{ ...failed, name: 'tcp' }] }), PEER, null);
  expect(elsewhere!.remedy).toBe('Check the host');
});

test('a name without an address ends it', async () => {
  const steps = await probeTrunk(probe({ serversOf: async () => ({ error: 'ENOTFOUND' }) }), PEER, null);
  expect(steps).toMatchObject([{ name: 'dns', ok: false, detail: 'pbx.example has no address (ENOTFOUND).' }]);
});

test('silence names our address, or that it cannot be reached', async () => {
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
  [302, 'redirects to another host'],
  [408, 'behind it'],
  [500, 'internal error'],
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
  ['unsupported_challenge', '(Digest with MD5'],
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

test('a registrar that lets us register is asked with OPTIONS as well', async () => {
  expect(await probeTrunk(probe({}), REGISTRAR, CREDENTIALS)).toMatchObject([
    { name: 'dns', ok: true },
    { name: 'registration', ok: true, detail: 'It accepts the user name and the password.', remedy: null },
    { name: 'options', ok: true },
  ]);
});

test.each([
  [{ status: 401, authentication: 'wrong_credentials' }, 'does not accept', 'Check both'],
  [{ status: 403, authentication: null }, '(403)', 'permits registrations from the address of Parley'],
  [{ status: 404, authentication: null }, 'does not know the user', 'Check the user name'],
  [{ status: 405, authentication: null }, 'does not accept registrations', '"digest"'],
  [{ status: 503, authentication: null }, 'overloaded', 'tries again automatically'],
  [{ status: 500, authentication: null }, 'with 500', 'internal error'],
  [{ status: 302, authentication: null }, 'redirects to another host', 'Connect that host'],
  [{ status: 486, authentication: null }, 'with 486', 'why it refuses the registration'],
] as const)('a registrar that refuses us with %j ends it, and says what to do', async (refusal, detail, remedy) => {
  const steps = await probeTrunk(
    probe({ askRegistrar: async () => ({ ...refusal, roundTripMs: 5 }) }),
    REGISTRAR,
    CREDENTIALS,
  );
  expect(steps).toMatchObject([
    { name: 'dns' },
    {
      ...{ name: 'registration', ok: false },
      ...{ detail: expect.stringContaining(detail), remedy: expect.stringContaining(remedy) },
    },
  ]);
});

test.each([
  ['bulk', 'does not support the registration of all numbers at once', 'Set registration_mode to "single"'],
  ['single', 'refused REGISTER with 420', 'Ask the provider'],
] as const)('420 in the mode %s', async (mode, detail, remedy) => {
  const asked: string[] = [];
  const refusing = probe({
    askRegistrar: async ({ registration_mode: wanted }) => {
      asked.push(wanted);
      return { status: 420, authentication: null, roundTripMs: 5 };
    },
  });
  const [, step] = await probeTrunk(refusing, { ...REGISTRAR, registration_mode: mode }, CREDENTIALS);
  expect(asked).toEqual([mode]);
  expect(step).toMatchObject({ ok: false, detail: expect.stringContaining(detail) });
  expect(step!.remedy).toContain(remedy);
});

test('a registrar that does not answer, and a password that cannot be read', async () => {
  const silent = await probeTrunk(probe({ askRegistrar: async () => 'timeout' }), REGISTRAR, CREDENTIALS);
  expect(silent[1]).toMatchObject({ ok: false, remedy: expect.stringContaining('outbound_proxy') });
  const [, unread] = await probeTrunk(probe({}), REGISTRAR, null);
  expect(unread).toMatchObject({ ok: false, remedy: 'Enter both again.' });
});

test('a registrar that lists no registration may have lost it', async () => {
  const standing = { status: 'registered', registration: { detail: null, expires_at: 1 } } as const;
  const stepWith = async (contacts: number) => {
    const asked = probe({
      askRegistrar: async () => ({ status: 200, authentication: null, roundTripMs: 5, contacts }),
    });
    return (await probeTrunk(asked, { ...REGISTRAR, ...standing }, CREDENTIALS))[1];
  };
  expect(await stepWith(1)).toMatchObject({ ok: true, detail: expect.stringContaining('Parley is registered there') });
  expect(await stepWith(0)).toMatchObject({ ok: true, detail: expect.stringContaining('it may have restarted') });
});

test('a registration that holds is reported, and one that failed though we are known', async () => {
  const standing = { detail: null, expires_at: 1 };
  const [, well] = await probeTrunk(
    probe({}),
    { ...REGISTRAR, status: 'registered', registration: standing },
    CREDENTIALS,
  );
  expect(well).toMatchObject({ ok: true, detail: expect.stringContaining('Parley is registered there') });
  const [, failed] = await probeTrunk(
    probe({}),
    { ...REGISTRAR, status: 'refused', registration: { detail: 'Too many (423).', expires_at: null } },
    CREDENTIALS,
  );
  expect(failed).toMatchObject({ ok: false, detail: expect.stringContaining('Too many (423).') });
});

test.each([
  ['naptr', 'pbx.example is 192.0.2.10:5061 over TLS, 192.0.2.11 over UDP. Its NAPTR records say so.'],
  ['srv', 'pbx.example is 192.0.2.10:5061 over TLS, 192.0.2.11 over UDP. It has no NAPTR records of use; its SRV'],
] as const)('where DNS chooses the transport, it says which and by what: %s', async (by, detail) => {
  const servers = [
    { protocol: 'tls', address: '192.0.2.10', port: 5061 },
    { protocol: 'udp', address: '192.0.2.11', port: 5060 },
  ] as const;
  const [dns] = await probeTrunk(
    probe({ serversOf: async () => ({ by, servers }) }),
    { ...PEER, transport: 'auto' },
    null,
  );
  expect(dns!.detail).toContain(detail);
});

test.each([
  ['addresses', 'pbx.example is 192.0.2.10 over UDP. It has neither NAPTR nor SRV records, so it is asked over UDP.'],
  ['port', 'A port is given, so it is asked over UDP'],
  ['address', 'pbx.example is an IP address. So it is asked over UDP'],
] as const)('where nothing names a transport, it says why it is UDP: %s', async (by, detail) => {
  const servers = [{ protocol: 'udp', address: '192.0.2.10', port: 5060 }] as const;
  const [dns] = await probeTrunk(
    probe({ serversOf: async () => ({ by, servers }) }),
    { ...PEER, transport: 'auto' },
    null,
  );
  expect(dns!.detail).toContain(detail);
});
