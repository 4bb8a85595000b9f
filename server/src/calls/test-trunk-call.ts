import { setTimeout as delay } from 'node:timers/promises';
import type { PlaceCall, TestTrunk, Trunk, TrunkTestStep } from '@parley/contract';
import { newSettings } from '../agents/agent-settings.ts';
import { listAgents } from '../agents/agents.ts';
import type { Route } from '../carriers/carrier.ts';
import type { Database, Queryable } from '../db/index.ts';
import { isOfSimulatedPhone } from '../kernel/fictional-numbers.ts';
import type { Principal } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { trunkRoute } from '../trunks/trunk-route.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import { hangUpCall } from './hang-up-call.ts';
import { placeTestCall } from './place-call.ts';
import { busyRecipientStep, type TestedCall, testCallSteps } from './test-call-steps.ts';

const GREETING =
  'Hello. This is a test call. If you hear me, your telephone line works. Please say something, so that I hear you, too.';

/** Enough to hear each other. */
const LONGEST_CALL_S = 20;
/** Ringing and talking; then it is hung up. */
const LONGEST_TEST_MS = 80_000;
const LOOK_MS = 250;

type TestCall = TestTrunk & Required<Pick<TestTrunk, 'recipient_phone'>>;

/**
 * Places a call through this trunk, whatever route others would take, by the admission of every call; resolves when it is
 * over, with how far it came. @throws RequestError as POST /call does
 */
export async function testTrunkCall(
  db: Database,
  finish: FinishDependencies,
  principal: Principal,
  trunk: Trunk,
  test: TestCall,
): Promise<{ callId: string | null; steps: TrunkTestStep[] }> {
  const { accountId } = principal;
  refuseSimulated(test.recipient_phone);
  const request: PlaceCall = {
    agent_id: await anyAgent(db, accountId),
    recipient_phone: test.recipient_phone,
    ...(test.from_number === undefined ? {} : { from_number: test.from_number }),
    max_duration: LONGEST_CALL_S,
  };
  const callId = await placed(db, trunk, principal, request);
  if (callId === null) return { callId, steps: [busyRecipientStep(test.recipient_phone)] };
  const ended = await whenOver(db, finish, principal, callId);
  return { callId, steps: testCallSteps(ended) };
}

/** Null while a real call of the agent that lends itself is on its way to the same number. */
async function placed(db: Database, trunk: Trunk, principal: Principal, request: PlaceCall): Promise<string | null> {
  try {
    return (await placeTestCall(db, { routesTo: routesThrough(trunk) }, principal, request, TESTER)).call_id;
  } catch (error) {
    if (error instanceof RequestError && error.code === 'conflict') return null;
    throw error;
  }
}

function refuseSimulated(phone: string): void {
  if (!isOfSimulatedPhone(phone)) return;
  const message = `${phone} belongs to the simulated phone. Give a number of yours that rings through the trunk.`;
  throw new RequestError('unprocessable', message, { param: 'recipient_phone' });
}

const PROMPT = `You test a telephone line, and hang up.

## test
say: ${GREETING}
hear: * -> goodbye
else: -> goodbye

## goodbye
say: Thank you. Goodbye.
end: success`;

/** The agent of no account: what it says does not depend on the account's settings. */
const TESTER = newSettings({
  name: 'Line test',
  prompt: PROMPT,
  first_message: GREETING,
  recording: { enabled: false },
});

/** Every call is some agent's. */
async function anyAgent(db: Queryable, accountId: string): Promise<string> {
  const [agent] = await listAgents(db, accountId);
  if (agent) return agent.agent_id;
  throw new RequestError('unprocessable', 'A test call needs an agent. Make one first, with POST /v1/agents.');
}

/** A number that is not connected from the trunk shows the trunk's caller id. */
function routesThrough(trunk: Trunk) {
  return async (
    tx: Queryable,
    calling: { accountId: string; from: string },
    phones: readonly string[],
  ): Promise<Route[]> => {
    const own = await tx.query('select 1 from numbers where phone = $1 and trunk_id = $2', [
      calling.from,
      trunk.trunk_id,
    ]);
    return phones.map(() => trunkRoute(trunk.trunk_id, own.length > 0 ? null : trunk.caller_id));
  };
}

async function whenOver(
  db: Database,
  finish: FinishDependencies,
  principal: Principal,
  callId: string,
): Promise<TestedCall> {
  const untilMs = performance.now() + LONGEST_TEST_MS;
  for (let isHungUp = false; ; ) {
    const call = await testedCall(db, callId);
    if (call.state === 'ended') return call;
    if (performance.now() > untilMs && !isHungUp) isHungUp = await hangUpCall(db, finish, principal, callId);
    await delay(LOOK_MS);
  }
}

async function testedCall(db: Queryable, callId: string): Promise<TestedCall> {
  const rows = await db.query<TestedCall>(
    `select state, end_reason, sip_code, answered_at, created_at, media_stats,
       exists (select from call_events where call_events.call_id = calls.call_id and to_state = 'ringing') as rang
     from calls where call_id = $1`,
    [callId],
  );
  return rows[0]!;
}
