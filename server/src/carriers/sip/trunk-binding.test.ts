import { type Listener, openTcpTransport, UserAgent } from '@parley/sip';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Standing } from '../../trunks/registration-standing.ts';
import { UdpRegistrar } from './testing/udp-registrar.ts';
import { TrunkBinding } from './trunk-binding.ts';

let registrar: UdpRegistrar;
let userAgent: UserAgent;
let standings: Standing[];

beforeEach(async () => {
  standings = [];
  registrar = new UdpRegistrar();
  await registrar.open();
  const tcp: Listener = { port: 0, open: (local, receive) => openTcpTransport(local, receive) };
  userAgent = await UserAgent.start({
    ...{ host: '127.0.0.1', port: 0, userAgentName: 'test', onInvite: () => {} },
    listeners: [tcp],
  });
});
afterEach(async () => {
  await userAgent.close();
  registrar.close();
});

function bind(settings: { user?: string; password?: string; previous?: TrunkBinding; protocol?: 'tcp' }): TrunkBinding {
  const { user = 'parley', password = 'open sesame', previous = null, protocol = 'udp' } = settings;
  const hop = { protocol, host: '127.0.0.1', port: registrar.port } as const;
  return new TrunkBinding({
    userAgent,
    request: { registrar: 'sip:127.0.0.1', addressOfRecord: `sip:${user}@127.0.0.1`, hop, contactUser: 'trk_1' },
    credentials: { username: user, password },
    note: async (standing) => void standings.push(standing),
    onChange: () => {},
    previous,
  });
}

test('another password takes the binding over, which is not taken back in between', async () => {
  const first = bind({});
  await registrar.wasAsked(1);
  const second = bind({ password: 'open rice', previous: first });
  expect(await registrar.wasAsked(2)).toEqual(['3600', '3600']);
  await second.end();
  expect(registrar.asked).toEqual(['3600', '3600', '0']);
});

test('another user takes the first one back before it registers, even where that waited for its turn', async () => {
  const first = bind({});
  await registrar.wasAsked(1);
  const second = bind({ user: 'second', previous: first });
  const third = bind({ user: 'third', previous: second });
  expect(await registrar.wasAsked(3)).toEqual(['3600', '0', '3600']);
  await third.end();
  expect(registrar.asked).toEqual(['3600', '0', '3600', '0']);
});

test('no connection with the registrar: its cause is noted', async () => {
  const binding = bind({ protocol: 'tcp' }); // it listens over UDP alone
  while (standings.length < 1) await new Promise(setImmediate);
  await binding.end();
  expect(standings).toEqual([
    { state: 'unreachable', detail: 'The connection was refused: no program listens there (ECONNREFUSED).' },
  ]);
});

test('a trunk that does not answer OPTIONS is asked whether it has the registration still, from the second time on', async () => {
  const binding = bind({});
  await registrar.wasAsked(1);
  while (standings.length < 1) await new Promise(setImmediate);
  for (const failures of [0, 1, 2, 2]) binding.noteUnanswered(failures);
  await registrar.wasAsked(2);
  while (standings.length < 2) await new Promise(setImmediate);
  binding.noteUnanswered(3);
  await registrar.wasAsked(3);
  await binding.end();
  expect(registrar.asked).toEqual(['3600', '3600', '3600', '0']);
});

test('what was forgotten of it is noted again, with the time that is left', async () => {
  const binding = bind({});
  await registrar.wasAsked(1);
  while (standings.length < 1) await new Promise(setImmediate);
  binding.noteUnless('registered');
  binding.noteUnless(null);
  while (standings.length < 2) await new Promise(setImmediate);
  const [first, again] = standings as Extract<Standing, { state: 'registered' }>[];
  expect(first).toEqual({ state: 'registered', expiresS: 3600 });
  expect(again!.expiresS).toBeLessThan(3600);
  expect(again!.expiresS).toBeGreaterThan(3500);
  expect(standings).toHaveLength(2);
});
