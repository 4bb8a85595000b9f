import { setTimeout as delay } from 'node:timers/promises';
import {
  allows,
  type DiagnosisFinding,
  defaultTrunkPort,
  type routes,
  type TrunkTest,
  type TrunkTestStep,
  trunkDefaults,
} from '@parley/contract';
import { audit } from '../../audit/audit.ts';
import { testTrunkCall } from '../../calls/test-trunk-call.ts';
import type { Queryable } from '../../db/index.ts';
import { asTest } from '../../db/test-quota.ts';
import { readDiagnosis } from '../../doctor/call-diagnosis.ts';
import { explainSteps } from '../../doctor/explain-steps.ts';
import type { Principal } from '../../kernel/principal.ts';
import { RequestError } from '../../kernel/request-error.ts';
import { probeTrunk } from '../../trunks/probe-trunk.ts';
import { refuseCredentials } from '../../trunks/refuse-credentials.ts';
import { refuseTaken } from '../../trunks/trunk-places.ts';
import { findTrunk, noSuchTrunk } from '../../trunks/trunks.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

const isWell = (steps: readonly TrunkTestStep[]) => steps.every(({ ok }) => ok);

/** Written before anything is sent, since a test sends packets to any host that the request names. */
async function noteTest(
  api: ApiDependencies,
  principal: Principal,
  { target, host, port }: { target: string | null; host: string; port: number },
): Promise<void> {
  await api.db.transaction((tx) => audit(tx, principal, { action: 'trunk.tested', target, after: { host, port } }));
}

export function tryTrunkEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.tryTrunk> {
  return async ({ principal, body }) => {
    const target = { ...trunkDefaults, port: defaultTrunkPort(body.transport), password: null, ...body };
    const { username, password } = target;
    refuseCredentials({ ...target, password_set: password !== null });
    const credentials = username !== null && password !== null ? { username, password } : null;
    const { host, port } = target;
    return asTest(api.db, { tested: 'trunk', accountId: principal.accountId }, async () => {
      await refuseTaken(api.trunkPlaces, principal.accountId, target);
      await noteTest(api, principal, { target: null, host, port });
      const { authentication, registration_mode, transport, outbound_proxy } = target;
      const asked = { host, port, transport, outbound_proxy, authentication, registration_mode };
      const steps = await probeTrunk(api.trunkProbeOf(principal.accountId), asked, credentials);
      return { body: { ok: isWell(steps), steps, call_id: null } };
    });
  };
}

/** What was signalled is stored a moment after the end of the call. */
const SIGNALLED_WITHIN_MS = 3000;
const LOOK_MS = 100;

async function findingsSoon(db: Queryable, accountId: string, callId: string): Promise<readonly DiagnosisFinding[]> {
  const untilMs = performance.now() + SIGNALLED_WITHIN_MS;
  for (;;) {
    const diagnosis = await readDiagnosis(db, accountId, callId);
    if (!diagnosis || diagnosis.ladder.length > 0 || performance.now() > untilMs) return diagnosis?.findings ?? [];
    await delay(LOOK_MS);
  }
}

function refuseWithoutCalls(principal: Principal): void {
  if (allows(principal.permissions, 'calls:write')) return;
  throw new RequestError('forbidden', 'A test call needs the permission calls:write.');
}

export function testTrunkEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.testTrunk> {
  return async ({ principal, params, body }) => {
    const { recipient_phone: phone } = body;
    if (phone !== undefined) refuseWithoutCalls(principal);
    const trunk = await findTrunk(api.db, principal.accountId, params.trunk_id!);
    if (!trunk) throw noSuchTrunk(params.trunk_id!);
    if (trunk.status === 'disabled') {
      const remedy = `Activate it with PATCH /v1/trunks/${trunk.trunk_id} {"status": "active"}.`;
      throw new RequestError('unprocessable', `Trunk ${trunk.trunk_id} is disabled. ${remedy}`, { param: 'trunk_id' });
    }
    if (phone !== undefined) api.refusePlacing();
    const { accountId } = principal;
    return asTest(api.db, { tested: 'trunk', accountId }, async (): Promise<{ body: TrunkTest }> => {
      await noteTest(api, principal, { target: trunk.trunk_id, host: trunk.host, port: trunk.port });
      const probe = api.trunkProbeOf(principal.accountId);
      const probed = await probeTrunk(probe, trunk, await api.trunkPasswords.read(api.db, trunk.trunk_id));
      const hasAddress = probed.some(({ name }) => name === 'options');
      if (phone === undefined || !hasAddress) return { body: { ok: isWell(probed), steps: probed, call_id: null } };
      // Some trunks take calls and no OPTIONS: the call decides.
      const { callId, steps } = await testTrunkCall(api.db, api.finish, principal, trunk, {
        ...body,
        recipient_phone: phone,
      });
      const explained = callId === null ? steps : explainSteps(steps, await findingsSoon(api.db, accountId, callId));
      return { body: { ok: isWell(explained), steps: [...probed, ...explained], call_id: callId } };
    });
  };
}
