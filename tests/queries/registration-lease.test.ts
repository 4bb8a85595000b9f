import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  holdRegistrations,
  noteRegistration,
  releaseRegistrations,
} from '../../server/src/trunks/registration-lease.ts';
import { Fleet } from '../chaos/race-fleet.ts';

let fleet: Fleet;

beforeAll(async () => {
  fleet = await Fleet.start({
    services: 0,
    accounts: [{ name: 'registering', plan: 'enterprise' }],
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    callee: { ringMs: [0, 0], answeredShare: 0, talkMs: [0, 0] },
  });
  await fleet.db.query(
    `insert into trunks (trunk_id, account_id, name, host, port, transport, authentication, srtp, inbound_addresses, disabled)
     select 'trk_' || no, $1, 'T', 'sip.example', 5060, 'udp', case when no = 7 then 'digest' else 'register' end, 'off', '{}',
       no = 8 from generate_series(1, 8) as no`,
    [fleet.accounts[0]!.accountId],
  );
});

afterAll(() => fleet?.close());

const heldBy = async (node: string) => (await holdRegistrations(fleet.db, node)).map(({ trunk_id: id }) => id);
const WANTED = [1, 2, 3, 4, 5, 6].map((no) => `trk_${no}`);
const lapse = () => fleet.db.query("update trunks set registration_held_until = now() - interval '1 second'");

test('of two nodes that look at once each trunk is held by one, and stays there', async () => {
  const [first, second] = await Promise.all([heldBy('node_1'), heldBy('node_2')]);
  expect([...first, ...second].sort()).toEqual(WANTED);
  expect(await heldBy('node_1')).toEqual(first);
  expect(await heldBy('node_2')).toEqual(second);
});

test('a lapsed lease is taken, and only its holder stores the state of the registration', async () => {
  await lapse();
  expect(await heldBy('node_1')).toEqual(WANTED);
  expect(await heldBy('node_2')).toEqual([]);
  await noteRegistration(fleet.db, 'node_1', 'trk_1', { state: 'refused', detail: 'It does not permit us.' });
  await noteRegistration(fleet.db, 'node_2', 'trk_1', { state: 'registered', expiresS: 60 });
  const [noted] = await holdRegistrations(fleet.db, 'node_1');
  expect(noted).toEqual({ trunk_id: 'trk_1', state: 'refused', detail: 'It does not permit us.', failures: 0 });
});

test('what a node releases is free at once', async () => {
  await releaseRegistrations(fleet.db, 'node_1');
  expect(await heldBy('node_2')).toEqual(WANTED);
  expect((await holdRegistrations(fleet.db, 'node_2')).every(({ state }) => state === null)).toBe(true);
});
