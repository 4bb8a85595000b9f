import type { Agent, PlaceCall, PlacedCall, Variables } from '@parley/contract';
import { findAgent } from '../agents/agents.ts';
import { builtinVariables, placeholders } from '../agents/template.ts';
import { refuseSuppressed } from '../compliance/suppressions.ts';
import type { Database, Queryable } from '../db/index.ts';
import { StoredAnswer } from '../idempotency/stored-answer.ts';
import { newId } from '../kernel/ids.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import { callerIdOf, ownsNumber } from '../numbers/numbers.ts';
import { Limits } from './limits.ts';

export interface PlacedResult {
  call: PlacedCall;
  rate: RateState;
  /** True when the answer was stored by an earlier request with the same Idempotency-Key, and nobody was dialled. */
  replayed: boolean;
}

/** Why a number of the account's may not call with this agent and these variables; checked in the order of the decisions. */
export async function checkedAgent(db: Queryable, accountId: string, agentId: string): Promise<Agent> {
  const agent = await findAgent(db, accountId, agentId);
  if (!agent) {
    throw new RequestError('not_found', `There is no agent ${agentId}. GET /v1/agents lists yours.`, {
      param: 'agent_id',
    });
  }
  if (agent.status !== 'active') {
    throw new RequestError(
      'unprocessable',
      `Agent ${agentId} is not active. Activate it with PATCH /v1/agents/${agentId} {"status": "active"}.`,
      { param: 'agent_id' },
    );
  }
  return agent;
}

/** Every text of an agent that may be spoken or that steers what is spoken. */
function templatesOf(agent: Agent): string[] {
  return [agent.prompt, agent.first_message, agent.disclosure, agent.voicemail.message].filter((text) => text !== null);
}

/** Nobody ever hears a placeholder: a name without a value is an error before anybody is dialled. */
export function checkVariables(agent: Agent, given: Variables, param = 'variables'): void {
  const known = new Set<string>([...builtinVariables, ...Object.keys(agent.variables), ...Object.keys(given)]);
  for (const name of templatesOf(agent).flatMap(placeholders)) {
    if (known.has(name)) continue;
    throw new RequestError(
      'unprocessable',
      `The agent's texts ask for {{${name}}}, and neither the request nor the agent's own variables give it a value.`,
      { param: `${param}.${name}` },
    );
  }
}

async function callerId(db: Queryable, accountId: string, request: PlaceCall): Promise<string> {
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
  return defaultCallerId(db, accountId, request.agent_id);
}

/** The agent's number, then the account's default. */
export async function defaultCallerId(db: Queryable, accountId: string, agentId: string): Promise<string> {
  const phone = await callerIdOf(db, accountId, agentId);
  if (phone !== undefined) return phone;
  throw new RequestError('unprocessable', 'Neither the agent nor the account has a number to call from.', {
    param: 'from_number',
  });
}

/**
 * Accepts a call: duplicate check, a place in the minute, a free line and the row `queued`, all in one transaction.
 * When it returns, the call is durable and will be dialled once, or ended.
 */
export async function placeCall(
  db: Database,
  routing: { isSimulated(phone: string): boolean },
  accountId: string,
  request: PlaceCall,
  idempotencyKey?: string,
): Promise<PlacedResult> {
  return db.transaction(async (tx) => {
    const limits = new Limits(tx, accountId);
    const answer =
      idempotencyKey === undefined ? null : new StoredAnswer<PlacedCall>(tx, accountId, idempotencyKey, request);
    const stored = await answer?.read();
    if (stored) return { call: stored, replayed: true, rate: await limits.rateState() };
    const agent = await checkedAgent(tx, accountId, request.agent_id);
    const given = request.variables ?? {};
    checkVariables(agent, given);
    const from = await callerId(tx, accountId, request);
    await refuseSuppressed(tx, accountId, request.recipient_phone);

    await limits.refuseDuplicate(request.agent_id, request.recipient_phone);
    const permit = await limits.claimPlace();

    const callId = newId('call');
    const rows = await tx.query<{ created_at: Date }>({
      name: 'insert-call',
      text: `insert into calls (call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number,
               variables, max_duration_s, ring_timeout_s, simulated, state, status)
             values ($1, $2, $3, $4, 'outbound', $5, $6, $7, $8, $9, $10, 'queued', 'initiated')
             returning created_at, pg_notify('dispatch', '')`,
      values: [
        callId,
        accountId,
        agent.agent_id,
        agent.version,
        request.recipient_phone,
        from,
        JSON.stringify(given),
        request.max_duration ?? agent.max_duration,
        agent.ring_timeout,
        routing.isSimulated(request.recipient_phone),
      ],
    });
    await limits.use(permit, callId);
    const call: PlacedCall = {
      call_id: callId,
      status: 'initiated',
      agent_id: agent.agent_id,
      recipient_phone: request.recipient_phone,
      created_at: Math.floor(rows[0]!.created_at.getTime() / 1000),
    };
    await answer?.write(call);
    return { call, replayed: false, rate: await limits.rateState() };
  });
}
