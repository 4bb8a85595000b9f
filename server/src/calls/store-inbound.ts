import type { AgentPatch, Variables } from '@parley/contract';
import type { InboundLeg } from '../carriers/carrier.ts';
import type { Queryable } from '../db/index.ts';
import { storableJsonText } from '../kernel/storable-text.ts';
import { hintEvents } from './call-events.ts';
import { LIVE_CALL_COLUMNS, type LiveCall } from './call-record.ts';
import { LEASE_S } from './leases.ts';

export interface NewInboundCall {
  callId: string;
  accountId: string;
  /** The trunk that it came through. */
  trunkId: string | null;
  agentId: string;
  version: number;
  maxDurationS: number;
  ringTimeoutS: number;
  nodeId: string;
  channel: 'phone' | 'browser';
  /** What is different from the agent's version; null: nothing. */
  overrides: AgentPatch | null;
  variables: Variables;
  /** The number called was looked up for an earlier call: without one more look, the call is admitted only if it is as then. */
  remembered?: RememberedNumber;
}

/** What the way to a number depends on, beside its account, agent and trunk. */
interface RememberedNumber {
  trunkIds: readonly string[] | null;
  carrierId: string | null;
}

/** A call that waits for its admission. */
export interface InboundToStore {
  leg: Pick<InboundLeg, 'to' | 'from' | 'simulated' | 'identity'>;
  call: NewInboundCall;
}

/**
 * Admits a call that the other side begins: slots, row and lease in one statement. Null when the account or the trunk has
 * no free slot, or when a number that was remembered is not as it was.
 * Doing it twice does nothing.
 */
export async function storeInbound(
  db: Queryable,
  leg: InboundToStore['leg'],
  call: NewInboundCall,
): Promise<LiveCall | null> {
  return (await storeInbounds(db, [{ leg, call }]))[0]!;
}

/** The same for several, those of one account and one trunk in one statement. The first are admitted first. */
export async function storeInbounds(db: Queryable, calls: readonly InboundToStore[]): Promise<(LiveCall | null)[]> {
  const ofAccounts = Map.groupBy(calls, ({ call }) => call.accountId);
  const stored = await Promise.all([...ofAccounts.values()].map((share) => storeOfAccount(db, share)));
  const byId = new Map(stored.flat().map((call) => [call.call_id, call]));
  return calls.map(({ call }) => byId.get(call.callId) ?? null);
}

/** One trunk after the other: a slot of the account that one of them has locked would be none for the others. */
async function storeOfAccount(db: Queryable, calls: readonly InboundToStore[]): Promise<LiveCall[]> {
  const stored: LiveCall[] = [];
  for (const share of Map.groupBy(calls, ({ call }) => call.trunkId).values()) {
    stored.push(...(await storeOfTrunk(db, share)));
  }
  return stored;
}

/** `findInboundNumber` would say the same of this number. */
const AS_REMEMBERED = `exists (
  select from numbers join agents on agents.agent_id = numbers.agent_id and agents.account_id = numbers.account_id
  where numbers.phone = given.recipient_phone and numbers.account_id = $2 and numbers.agent_id = given.agent_id
    and agents.version = given.agent_version and agents.deleted_at is null
    and numbers.carrier_id is not distinct from given.carrier_id
    and $3 is not distinct from (
      select trunk_id from trunks where trunk_id = any(given.trunk_ids) and trunks.account_id = numbers.account_id
      order by (trunk_id = numbers.trunk_id) desc nulls last, trunk_id limit 1))`;

/** Of one account and trunk, on one node. */
async function storeOfTrunk(db: Queryable, calls: readonly InboundToStore[]): Promise<LiveCall[]> {
  const { accountId, trunkId, nodeId } = calls[0]!.call;
  const given = calls.map(({ leg, call }) => ({
    call_id: call.callId,
    agent_id: call.agentId,
    agent_version: call.version,
    recipient_phone: leg.to,
    from_number: leg.from,
    max_duration_s: call.maxDurationS,
    ring_timeout_s: call.ringTimeoutS,
    simulated: leg.simulated,
    channel: call.channel,
    overrides: call.overrides,
    variables: call.variables,
    caller_identity: leg.identity,
    is_remembered: call.remembered !== undefined,
    trunk_ids: call.remembered?.trunkIds,
    carrier_id: call.remembered?.carrierId,
  }));
  const rows = await db.query<LiveCall>({
    name: 'insert-inbound-calls',
    text: `with given as materialized (
             select given.*, row_number() over () as place
             from json_to_recordset($1::json) as given (call_id text, agent_id text, agent_version int, recipient_phone text,
               from_number text, max_duration_s int, ring_timeout_s int, simulated boolean, channel text, overrides json,
               variables json, caller_identity json, is_remembered boolean, trunk_ids text[], carrier_id text)
             where not exists (select from calls where calls.call_id = given.call_id)
               and (not is_remembered or ${AS_REMEMBERED})),
           slot as (
             select slot_no, row_number() over (order by slot_no) as place from (
               select slot_no from call_slots where account_id = $2 and call_id is null and not retired
               order by slot_no limit (select count(*) from given) for update skip locked) as free),
           trunk_slot as (
             select slot_no as trunk_slot_no, row_number() over (order by slot_no) as place from (
               select slot_no from trunk_slots where trunk_id = $3 and call_id is null and not retired
               order by slot_no limit (select count(*) from given) for update skip locked) as free),
           admitted as (
             select * from given join slot using (place) left join trunk_slot using (place)
             where trunk_slot_no is not null
               or not exists (select from trunks where trunk_id = $3 and max_calls is not null)),
           placed as (
             insert into calls (call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number,
               max_duration_s, ring_timeout_s, simulated, state, status, owner, channel, overrides, variables, caller_identity)
             select call_id, $2, agent_id, agent_version, 'inbound', recipient_phone, from_number,
               max_duration_s, ring_timeout_s, simulated, 'ringing', 'initiated', $4, channel, overrides, variables,
               caller_identity
             from admitted
             returning ${LIVE_CALL_COLUMNS}),
           noted as (
             insert into call_events (account_id, call_id, to_state, event)
             select $2, call_id, 'ringing', 'accepted' from placed),
           taken as (
             update call_slots set call_id = admitted.call_id, owner = $4,
               lease_until = clock_timestamp() + make_interval(secs => $5)
             from admitted where call_slots.account_id = $2 and call_slots.slot_no = admitted.slot_no),
           taken_of_trunk as (
             update trunk_slots set call_id = admitted.call_id from admitted
             where trunk_slots.trunk_id = $3 and trunk_slots.slot_no = admitted.trunk_slot_no)
           select * from placed
           union all select ${LIVE_CALL_COLUMNS} from calls where call_id = any($6)`,
    values: [storableJsonText(given), accountId, trunkId, nodeId, LEASE_S, given.map(({ call_id }) => call_id)],
  });
  hintEvents(db, accountId);
  return rows;
}
