import type { AgentPatch, Variables } from '@parley/contract';
import type { InboundLeg } from '../carriers/carrier.ts';
import type { Queryable } from '../db/index.ts';
import { lockedTrunkSlot } from '../trunks/trunk-slots.ts';
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
}

/**
 * Admits a call that the other side begins: slots, row and lease in one statement. Null when the account or the trunk has
 * no free slot.
 * Doing it twice does nothing.
 */
export async function storeInbound(db: Queryable, leg: InboundLeg, call: NewInboundCall): Promise<LiveCall | null> {
  const rows = await db.query<LiveCall>({
    name: 'insert-inbound-call',
    text: `with slot as (
             select slot_no from call_slots where account_id = $2 and call_id is null and not retired
               and not exists (select from calls where call_id = $1)
             order by slot_no limit 1 for update skip locked), ${lockedTrunkSlot('$15')},
           placed as (
             insert into calls (call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number,
               max_duration_s, ring_timeout_s, simulated, state, status, owner, channel, overrides, variables, caller_identity)
             select $1, $2, $3, $4, 'inbound', $5, $6, $7, $8, $10, 'ringing', 'initiated', $9, $12, $13, $14, $16
             from slot, trunk_open
             returning ${LIVE_CALL_COLUMNS}),
           noted as (
             insert into call_events (account_id, call_id, to_state, event)
             select $2, call_id, 'ringing', 'accepted' from placed),
           taken as (
             update call_slots set call_id = placed.call_id, owner = $9,
               lease_until = clock_timestamp() + make_interval(secs => $11)
             from slot, placed where call_slots.account_id = $2 and call_slots.slot_no = slot.slot_no),
           taken_of_trunk as (
             update trunk_slots set call_id = placed.call_id from trunk_slot, placed
             where trunk_slots.trunk_id = trunk_slot.trunk_id and trunk_slots.slot_no = trunk_slot.slot_no)
           select * from placed
           union all select ${LIVE_CALL_COLUMNS} from calls where call_id = $1`,
    values: [
      call.callId,
      call.accountId,
      call.agentId,
      call.version,
      leg.to,
      leg.from,
      call.maxDurationS,
      call.ringTimeoutS,
      call.nodeId,
      leg.simulated,
      LEASE_S,
      call.channel,
      call.overrides && JSON.stringify(call.overrides),
      JSON.stringify(call.variables),
      call.trunkId,
      leg.identity && JSON.stringify(leg.identity),
    ],
  });
  hintEvents(db, call.accountId);
  return rows[0] ?? null;
}
