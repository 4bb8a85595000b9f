import { randomBytes } from 'node:crypto';
import { locationOfAddress, UserAgent } from '@parley/sip';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { provisionAccount } from '../../accounts/provision.ts';
import { openScratchTables, type ScratchDatabase } from '../../db/testing/scratch-database.ts';
import { createLogger } from '../../kernel/logger.ts';
import { Sealing } from '../../kernel/sealing.ts';
import { noteTrunkCheck, takeTrunkChecks } from '../../trunks/trunk-checks.ts';
import { passwordPurpose, TrunkPasswords } from '../../trunks/trunk-credentials.ts';
import { TRUNKS_CHANNEL } from '../../trunks/trunks.ts';
import { TrunkRegistry } from '../trunk-registry.ts';
import { UdpRegistrar } from './testing/udp-registrar.ts';
import { TrunkRegistrations } from './trunk-registrations.ts';

const TRUNK_ID = 'trk_1';
const log = createLogger({ level: 'silent', personalData: false });
const sealing = new Sealing(randomBytes(32));
const registrar = new UdpRegistrar();
const closing: (() => Promise<unknown>)[] = [];
let scratch: ScratchDatabase;

beforeAll(async () => {
  scratch = await openScratchTables();
  await registrar.open();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  registrar.close();
  await scratch?.close();
});

test('a registrar that answers no OPTIONS is asked again whether it has our registration', async () => {
  const { db } = scratch;
  const { accountId } = await provisionAccount(db, {
    ...{ name: 'registering', plan: 'starter', demoAgents: [] },
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
  });
  await db.query(
    `insert into trunks (trunk_id, account_id, name, host, port, transport, authentication, username, password, srtp, inbound_addresses, disabled)
     values ($1, $2, 'T', '127.0.0.1', $3, 'udp', 'register', 'parley', $4, 'off', '{}', false)`,
    [TRUNK_ID, accountId, registrar.port, sealing.seal('open sesame', passwordPurpose(TRUNK_ID))],
  );
  const userAgent = await UserAgent.start({
    ...{ host: '127.0.0.1', port: 0, userAgentName: 'test', onInvite: () => {} },
  });
  closing.push(() => userAgent.close());
  const trunks = await TrunkRegistry.start({
    ...{ db, log, passwords: new TrunkPasswords({ sealing, log }), whyReserved: () => null },
    locate: async ({ host, port }) => locationOfAddress({ protocol: 'udp', host, port }),
  });
  closing.push(() => trunks.close());
  const registrations = await TrunkRegistrations.start({ db, log, nodeId: 'node_test', userAgent, trunks });
  closing.push(() => registrations.close());
  await vi.waitFor(async () => {
    const [trunk] = await db.query<{ state: string }>('select registration_state as state from trunks');
    expect(trunk?.state).toBe('registered');
  });
  for (const failures of [1, 2]) {
    await db.query('update trunks set check_at = now()');
    const [check] = await takeTrunkChecks(db);
    await noteTrunkCheck(db, check!, failures);
  }
  db.notify(TRUNKS_CHANNEL, '');
  expect(await registrar.wasAsked(2)).toEqual(['3600', '3600']);
});
