import { afterEach, expect, test } from 'vitest';
import { type DigestAlgorithm, digestSecret } from '../authentication/digest.ts';
import { Nonces } from '../authentication/nonces.ts';
import type { RegistrationState } from '../registrations/registration.ts';
import { UserAgent } from '../user-agent.ts';
import type { BindingChange } from './binding.ts';

const ANN = { username: 'ann', realm: 'parley', password: 'open sesame' };
const running: UserAgent[] = [];

afterEach(() => Promise.all(running.splice(0).map((agent) => agent.close())));

/** A registrar without trusted sources, and what was asked of it. */
async function open(algorithms: readonly DigestAlgorithm[] = ['SHA-256', 'MD5']) {
  const changes: BindingChange[] = [];
  const options = { host: '127.0.0.1', port: 0, userAgentName: 'test', onInvite: () => {} };
  const challenges: string[][] = [];
  const registrar = await UserAgent.start({
    ...options,
    isTrusted: () => false,
    registrar: {
      realm: ANN.realm,
      usualAlgorithm: 'MD5',
      secretsOf: async (username) => {
        const known = algorithms.map((algorithm) => [algorithm, digestSecret(algorithm, ANN)]);
        return username === ANN.username ? Object.fromEntries(known) : null;
      },
      bind: async (username, change) => {
        expect(username).toBe(ANN.username);
        changes.push(change);
        return change.contacts === 'all' ? [] : change.contacts;
      },
    },
  });
  const phone = await UserAgent.start({
    ...options,
    onMessage: (direction, message) => {
      if (direction === 'in' && message.kind === 'response' && message.status === 401)
        challenges.push(message.headers.all('www-authenticate').map((value) => /algorithm=([^,]+)/.exec(value)![1]!));
    },
  });
  running.push(registrar, phone);
  const hop = { protocol: 'udp', host: '127.0.0.1', port: registrar.port } as const;
  const address = { registrar: `sip:127.0.0.1:${registrar.port}`, hop };
  return { changes, challenges, phone, address };
}

function registering({ phone, address }: Awaited<ReturnType<typeof open>>, user: string, password: string) {
  const state = Promise.withResolvers<RegistrationState>();
  const request = { ...address, addressOfRecord: `sip:${user}@127.0.0.1`, contactUser: user };
  const registration = phone.register(request, { username: ANN.username, password }, (next) => {
    if (next.kind !== 'registering') state.resolve(next);
  });
  return { registration, state: state.promise };
}

test('a telephone that knows its password is bound to where it is, and gone when it says so', async () => {
  const bed = await open();
  const { registration, state } = registering(bed, 'ann', ANN.password);
  expect(await state).toMatchObject({ kind: 'registered' });
  expect(bed.changes).toMatchObject([
    { contacts: [{ uri: `sip:ann@127.0.0.1:${bed.phone.port}`, hop: { protocol: 'udp', port: bed.phone.port } }] },
  ]);
  await registration.end();
  expect(bed.changes.at(-1)).toMatchObject({ contacts: [{ expiresS: 0 }] });
});

test.each<[DigestAlgorithm[]]>([[['MD5']], [['SHA-256']], [['SHA-256', 'MD5']]])(
  'it is asked for %j, as its user is, and for nothing else',
  async (algorithms) => {
    const bed = await open(algorithms);
    expect(await registering(bed, 'ann', ANN.password).state).toMatchObject({ kind: 'registered' });
    expect(bed.challenges).toEqual([algorithms]);
  },
);

test('one that is not known is asked as most users are', async () => {
  const bed = await open(['SHA-256']);
  expect(await registering(bed, 'bob', 'open barley').state).toMatchObject({ kind: 'failed', status: 401 });
  expect(bed.challenges[0]).toEqual(['MD5']);
});

test.each([
  ['a wrong password', 'ann', 'open barley', 401],
  ['the name of another', 'bob', ANN.password, 403],
])('with %s it is refused, and nothing is bound', async (_, user, password, status) => {
  const bed = await open();
  expect(await registering(bed, user, password).state).toMatchObject({ kind: 'failed', status });
  expect(bed.changes).toEqual([]);
});

test('of many telephones at a time each is taken in the end', async () => {
  const bed = await open();
  const states = await Promise.all(Array.from({ length: 30 }, () => registering(bed, 'ann', ANN.password).state));
  expect(states.map(({ kind }) => kind)).toEqual(states.map(() => 'registered'));
});

test('a nonce is of one registrar, one host and one minute', () => {
  let nowMs = 1_000_000;
  const nonces = new Nonces(() => nowMs);
  const nonce = nonces.make('192.0.2.1');
  expect(nonces.judge(nonce, '192.0.2.1')).toBe('fresh');
  expect(nonces.judge(nonce, '192.0.2.2')).toBe('foreign');
  expect(new Nonces(() => nowMs).judge(nonce, '192.0.2.1')).toBe('foreign');
  nowMs += 61_000;
  expect(nonces.judge(nonce, '192.0.2.1')).toBe('stale');
});
