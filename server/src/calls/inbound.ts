import { findAgent } from '../agents/agents.ts';
import { builtinVariables, placeholders } from '../agents/template.ts';
import type { InboundLeg } from '../carriers/carrier.ts';
import { newId } from '../kernel/ids.ts';
import { findInboundNumber } from '../numbers/numbers.ts';
import { LIVE_CALL_COLUMNS, type LiveCall } from './call-record.ts';
import { LEASE_S } from './leases.ts';
import type { LiveCalls } from './live-calls.ts';
import { CallRun, type CallSurroundings } from './run-call.ts';

/** Brings calls from outside to the agent whose number was called. */
export class InboundCalls {
  readonly #surroundings: CallSurroundings;
  readonly #live: LiveCalls;
  readonly #nodeId: string;

  constructor(options: { surroundings: CallSurroundings; live: LiveCalls; nodeId: string }) {
    this.#surroundings = options.surroundings;
    this.#live = options.live;
    this.#nodeId = options.nodeId;
  }

  async accept(leg: InboundLeg): Promise<void> {
    try {
      const call = await this.#admit(leg);
      if (typeof call === 'number') {
        leg.reject(call);
        return;
      }
      const run = new CallRun(this.#surroundings, call);
      this.#live.add(run, run.answer(leg));
    } catch (error) {
      this.#surroundings.log.error({ err: error }, 'an inbound call could not be taken');
      leg.reject(503);
    }
  }

  /** The call, stored and with a line of its own, or the SIP status that refuses it. */
  async #admit(leg: InboundLeg): Promise<LiveCall | 404 | 480 | 486> {
    const { db, log } = this.#surroundings;
    const number = await findInboundNumber(db, leg.to);
    if (!number) return 404;
    const agent = number.agentId ? await findAgent(db, number.accountId, number.agentId) : undefined;
    if (agent?.status !== 'active') return 480;
    const texts = [agent.prompt, agent.first_message, agent.disclosure].filter((text) => text !== null);
    const known = new Set<string>([...builtinVariables, ...Object.keys(agent.variables)]);
    const missing = texts.flatMap(placeholders).filter((name) => !known.has(name));
    if (missing.length > 0) {
      log.error({ agent_id: agent.agent_id, missing }, 'an inbound call was refused: variables without a default');
      return 480;
    }
    return db.transaction(async (tx) => {
      const line = await tx.query<{ slot_no: number }>(
        `select slot_no from call_slots where account_id = $1 and call_id is null and not retired
         order by slot_no limit 1 for update skip locked`,
        [number.accountId],
      );
      if (!line[0]) return 486;
      const rows = await tx.query<LiveCall>(
        `insert into calls (call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number,
           variables, max_duration_s, ring_timeout_s, simulated, state, status, owner)
         values ($1, $2, $3, $4, 'inbound', $5, $6, '{}', $7, $8, $10, 'ringing', 'initiated', $9)
         returning ${LIVE_CALL_COLUMNS}`,
        [
          newId('call'),
          number.accountId,
          agent.agent_id,
          agent.version,
          leg.to,
          leg.from,
          agent.max_duration,
          agent.ring_timeout,
          this.#nodeId,
          leg.simulated,
        ],
      );
      const call = rows[0]!;
      await tx.query(
        `update call_slots set call_id = $3, owner = $4, lease_until = clock_timestamp() + make_interval(secs => $5)
         where account_id = $1 and slot_no = $2`,
        [number.accountId, line[0].slot_no, call.call_id, this.#nodeId, LEASE_S],
      );
      return call;
    });
  }
}
