import type { Agent, AgentPatch, AgentSettings, CallOverrides, PlaceCall, PlacedCall } from '@parley/contract';
import { noSuchAgent } from '../agents/agent-errors.ts';
import { findAgent } from '../agents/agents.ts';
import { overridesOf, refuseUnusableOverrides, sealedOverrides, withOverrides } from '../agents/call-settings.ts';
import { neededVariables, refuseMissing } from '../agents/needed-variables.ts';
import type { AgentAbilities } from '../agents/usable-settings.ts';
import type { Route } from '../carriers/carrier.ts';
import { refuseSuppressed, suppressedBy } from '../compliance/suppressions.ts';
import type { Database, Queryable } from '../db/index.ts';
import { IdempotencyRecord } from '../idempotency/idempotency-record.ts';
import { hashOf } from '../idempotency/request-hash.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { callerIdOf, ownsNumber } from '../numbers/numbers.ts';
import { trunkOfRoute } from '../trunks/trunk-route.ts';
import { lockedTrunkSlot, trunkSlotsExceeded } from '../trunks/trunk-slots.ts';
import { auditPlaced, placeAudited } from './audit-placed.ts';
import { hintEvents } from './call-events.ts';
import { Limits, LOCKED_SLOTS } from './limits.ts';

export interface PlacedResult {
  call: PlacedCall;
  /** True when an earlier request with the same Idempotency-Key placed the call, and this one dialled no one. */
  replayed: boolean;
}

/** Why a number of the account's may not call with this agent and these variables; checked in the order of the decisions. */
export async function checkedAgent(db: Queryable, accountId: string, agentId: string): Promise<Agent> {
  const agent = await findAgent(db, accountId, agentId);
  if (!agent) throw noSuchAgent(agentId);
  if (agent.status !== 'active') {
    throw new RequestError(
      'unprocessable',
      `Agent ${agentId} is not active. Activate it with PATCH /v1/agents/${agentId} {"status": "active"}.`,
      { param: 'agent_id' },
    );
  }
  return agent;
}

async function callerId(db: Queryable, accountId: string, agent: Agent, request: PlaceCall): Promise<string> {
  if (request.from_number !== undefined) {
    if (await ownsNumber(db, accountId, request.from_number)) return request.from_number;
    throw new RequestError(
      'unprocessable',
      `${request.from_number} is not a number of this account. Leave from_number out to call from one that is.`,
      {
        param: 'from_number',
      },
    );
  }
  return agent.phone_number ?? defaultCallerId(db, accountId, agent.agent_id);
}

/** The account had it a moment ago. */
export function releasedNumber(phone: string): RequestError {
  const message = `${phone} was released just now. Place the call again, from a number that this account has.`;
  return new RequestError('unprocessable', message, { param: 'from_number' });
}

/** The agent's number, then the account's default. */
export async function defaultCallerId(db: Queryable, accountId: string, agentId: string): Promise<string> {
  const phone = await callerIdOf(db, accountId, agentId);
  if (phone !== undefined) return phone;
  throw new RequestError('unprocessable', 'Neither the agent nor the account has a number to call from.', {
    param: 'from_number',
  });
}

interface NewCall {
  callId: string;
  accountId: string;
  /** As it is for this call. */
  agent: Agent;
  /** What is different from its version; null: nothing. */
  overrides: AgentPatch | null;
  from: string;
  route: Route;
  request: PlaceCall;
}

interface Insertion {
  created_at: Date | null;
  has_agent: boolean;
  has_number: boolean;
  has_rate_slot: boolean;
  has_call_slot: boolean;
  has_trunk_slot: boolean;
}

/**
 * A rate slot, a call slot, one of the trunk and the row `queued`, in one statement: all of it or nothing.
 * `calls_one_live` lets no second call between the same agent and recipient in, and the suppression list none that must
 * not be. The agent and the number may have gone since they were read: their locks wait for the transaction that
 * removes them.
 */
async function tryInsert(tx: Queryable, call: NewCall): Promise<Insertion> {
  const { agent, request } = call;
  const rows = await tx.query<Insertion>({
    name: 'insert-call',
    text: `with agent as (
             select from agents where account_id = $1 and agent_id = $3 and deleted_at is null for key share),
           number as (select from numbers where account_id = $1 and phone = $6 for key share),
           ${LOCKED_SLOTS}, ${lockedTrunkSlot('$14')},
           placed as (
             insert into calls (account_id, call_id, agent_id, agent_version, direction, recipient_phone, from_number,
               variables, max_duration_s, ring_timeout_s, simulated, route, overrides, caller_id, metadata,
               fallback_routes, state, status)
             select $1, $2, $3, $4, 'outbound', $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16, 'queued', 'initiated'
             from agent, number, rate, slot, trunk_open
             where not ${suppressedBy('$1', '$5')}
             on conflict (account_id, agent_id, recipient_phone)
               where direction = 'outbound' and state <> 'ended' and (batch_id is null or state <> 'queued') do nothing
             returning call_id, created_at),
           noted as (
             insert into call_events (account_id, call_id, to_state, event)
             select $1, call_id, 'queued', 'accepted' from placed),
           used as (
             update rate_slots set used_at = clock_timestamp() from rate, placed
             where account_id = $1 and rate_slots.slot_no = rate.slot_no),
           taken as (
             update call_slots set call_id = placed.call_id from slot, placed
             where account_id = $1 and call_slots.slot_no = slot.slot_no),
           taken_of_trunk as (
             update trunk_slots set call_id = placed.call_id from trunk_slot, placed
             where trunk_slots.trunk_id = trunk_slot.trunk_id and trunk_slots.slot_no = trunk_slot.slot_no)
           select (select created_at from placed) as created_at, exists (select from agent) as has_agent,
             exists (select from number) as has_number, exists (select from rate) as has_rate_slot,
             exists (select from slot) as has_call_slot, exists (select from trunk_open) as has_trunk_slot`,
    values: [
      call.accountId,
      call.callId,
      agent.agent_id,
      agent.version,
      request.recipient_phone,
      call.from,
      JSON.stringify(request.variables ?? {}),
      request.max_duration ?? agent.max_duration,
      agent.ring_timeout,
      call.route.simulated,
      call.route.name,
      call.overrides && JSON.stringify(call.overrides),
      call.route.callerId,
      trunkOfRoute(call.route.name),
      JSON.stringify(request.metadata ?? {}),
      call.route.fallbacks ? JSON.stringify(call.route.fallbacks) : null,
    ],
  });
  return rows[0]!;
}

/** What stood in the way may be gone when it is asked for; hardly ever more than once. */
const ATTEMPTS = 10;

/** The time at which the call was accepted; throws why it was not: the suppression list first, then duplicates, then the limits. */
async function insertCall(tx: Queryable, call: NewCall): Promise<Date> {
  const { agent_id: agentId, recipient_phone: phone } = call.request;
  const limits = new Limits(tx, call.accountId);
  for (let attempt = 1; ; attempt += 1) {
    const inserted = await tryInsert(tx, call);
    if (inserted.created_at !== null) return inserted.created_at;
    if (!inserted.has_agent) throw noSuchAgent(agentId);
    if (!inserted.has_number) throw releasedNumber(call.from);
    await refuseSuppressed(tx, call.accountId, phone);
    const duplicate = await limits.findDuplicate(agentId, phone);
    if (duplicate !== undefined) {
      throw new RequestError(
        'conflict',
        `The call ${duplicate} of this agent to ${phone} is not over yet. Wait for its end, or hang it up.`,
      );
    }
    if (!inserted.has_rate_slot && (attempt === ATTEMPTS || !(await limits.untilRested()))) {
      throw await limits.rateExceeded();
    }
    if (inserted.has_rate_slot && !inserted.has_call_slot) throw await limits.slotsExceeded();
    const trunkId = trunkOfRoute(call.route.name);
    if (trunkId !== null && inserted.has_rate_slot && !inserted.has_trunk_slot)
      throw await trunkSlotsExceeded(tx, trunkId);
    if (attempt === ATTEMPTS) throw new Error('calls between the same agent and recipient came and went too fast');
  }
}

async function accept(
  tx: Queryable,
  routing: RouteChoice,
  accountId: string,
  request: PlaceCall,
  overriding: Overriding | null,
): Promise<PlacedCall> {
  const { agent_id: agentId, overrides = null } = request;
  const stored = await checkedAgent(tx, accountId, agentId);
  return acceptFor(tx, routing, accountId, request, await forCall(tx, accountId, stored, overrides, overriding));
}

/** What it takes to let a call be different from its agent. */
export interface Overriding {
  abilities: AgentAbilities;
  sealing: Sealing;
}

/** An agent as a call has it, and in what it is different, as it is stored. `overriding`: needed where something is. */
export async function forCall(
  tx: Queryable,
  accountId: string,
  stored: Agent,
  given: CallOverrides | null,
  overriding: Overriding | null,
): Promise<{ agent: Agent; overrides: CallOverrides | null }> {
  if (!given) return { agent: stored, overrides: null };
  if (!overriding) throw new TypeError('overrides cannot be checked without the abilities of the account');
  const overrides = await sealedOverrides(tx, accountId, stored, given, overriding.sealing);
  const agent = await withOverrides(tx, stored, overrides);
  refuseUnusableOverrides(stored, overrides, agent, overriding.abilities);
  return { agent, overrides };
}

async function acceptFor(
  tx: Queryable,
  routing: RouteChoice,
  accountId: string,
  request: PlaceCall,
  { agent, overrides }: { agent: Agent; overrides: AgentPatch | null },
): Promise<PlacedCall> {
  refuseMissing(neededVariables(agent), request.variables ?? {}, 'variables');
  const from = await callerId(tx, accountId, agent, request);
  const callId = newId('call');
  const [route] = await routing.routesTo(tx, { accountId, from }, [request.recipient_phone]);
  const createdAt = await insertCall(tx, { callId, accountId, agent, overrides, from, route: route!, request });
  tx.notify('dispatch', 'call');
  hintEvents(tx, accountId);
  return {
    call_id: callId,
    status: 'initiated',
    agent_id: agent.agent_id,
    recipient_phone: request.recipient_phone,
    created_at: Math.floor(createdAt.getTime() / 1000),
  };
}

/** Decides the ways to the network. */
export interface RouteChoice {
  /** In the order of `phones`. @throws RequestError when there is none. */
  routesTo(
    tx: Queryable,
    calling: { accountId: string; from: string },
    phones: readonly string[],
  ): Promise<readonly Route[]>;
}

export interface PlacingOptions {
  idempotencyKey?: string | undefined;
  /** Needed for a request with overrides. */
  overriding?: Overriding | null;
}

/**
 * Accepts a call. When it returns, the call is durable and will be dialled once, or ended. With an `Idempotency-Key` the
 * response is stored with the call, in one transaction.
 */
export async function placeCall(
  db: Database,
  routing: RouteChoice,
  acting: Acting,
  request: PlaceCall,
  { idempotencyKey, overriding = null }: PlacingOptions = {},
): Promise<PlacedResult> {
  const { accountId } = acting;
  if (idempotencyKey === undefined) {
    const call = await placeAudited(db, acting, (tx) => accept(tx, routing, accountId, request, overriding));
    return { call, replayed: false };
  }
  return db.transaction(async (tx) => {
    const record = new IdempotencyRecord<PlacedCall>(tx, accountId, idempotencyKey, hashOf(request));
    const stored = await record.read();
    if (stored) return { call: stored, replayed: true };
    const placed = await accept(tx, routing, accountId, request, overriding);
    await auditPlaced(tx, acting, placed);
    await record.write(placed);
    return { call: placed, replayed: false };
  });
}

/** Accepts a call that tries settings which are not published; the agent may be inactive. 404 when there is none. */
export async function placeTestCall(
  db: Database,
  routing: RouteChoice,
  acting: Acting,
  request: PlaceCall,
  draft: AgentSettings,
): Promise<PlacedCall> {
  const { accountId } = acting;
  const agent = await findAgent(db, accountId, request.agent_id);
  if (!agent) throw noSuchAgent(request.agent_id);
  const tested = { agent: { ...agent, ...draft }, overrides: overridesOf(draft, agent) };
  return placeAudited(db, acting, (tx) => acceptFor(tx, routing, accountId, request, tested));
}
