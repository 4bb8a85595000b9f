import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';

export interface InboundNumber {
  accountId: string;
  phone: string;
  /** The agent that answers it, and its version; null: none. */
  agent: { agentId: string; version: number } | null;
  /** The trunk that the call came through. */
  trunkId: string | null;
  /** The carrier account that the number was bought through. */
  carrierId: string | null;
}

/** Until the end of the transaction, no other transaction takes a number of the simulated carrier. */
export async function lockSimulatedNumbers(tx: Queryable): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtext('parley.simulated-numbers'))");
}

const FIRST_SIMULATED = 150;
/** As far as the exchange goes. Only the first fifty are fictional for sure (+1 202-555-0100 to 0199). */
const LAST_SIMULATED = 9999;

/** The next number that no account has: +1 202-555-0150 for the first one, then upwards. */
export async function addSimulatedNumber(
  tx: Queryable,
  options: { accountId: string; agentId: string | null },
): Promise<string | null> {
  // Accounts made at the same time must not be given the same number.
  await lockSimulatedNumbers(tx);
  const taken = await tx.query<{ phone: string }>("select phone from numbers where phone like '+1202555%'");
  const phones = new Set(taken.map((row) => row.phone));
  for (let line = FIRST_SIMULATED; line <= LAST_SIMULATED; line += 1) {
    const phone = `+1202555${String(line).padStart(4, '0')}`;
    if (phones.has(phone)) continue;
    await tx.query(
      `insert into numbers (number_id, account_id, phone, agent_id, is_default, source)
       values ($1, $2, $3, $4, true, 'simulated')`,
      [newId('num'), options.accountId, phone, options.agentId],
    );
    return phone;
  }
  return null;
}

interface InboundNumberRow {
  account_id: string;
  phone: string;
  agent_id: string | null;
  agent_version: number | null;
  through: string | null;
  carrier_id: string | null;
}

/**
 * Whose number was called. `trunkIds`: the trunks that the call may have come through, of which the number's own, or one of
 * its account must be; null: it may ring every number.
 */
export async function findInboundNumber(
  db: Queryable,
  phone: string,
  trunkIds: readonly string[] | null,
): Promise<InboundNumber | undefined> {
  const rows = await db.query<InboundNumberRow>({
    name: 'find-inbound-number',
    text: `select account_id, phone, agent_id, carrier_id, (
               select version from agents
               where agents.agent_id = numbers.agent_id and agents.account_id = numbers.account_id and deleted_at is null
             ) as agent_version, (
               select trunk_id from trunks where trunk_id = any($2) and trunks.account_id = numbers.account_id
               order by (trunk_id = numbers.trunk_id) desc nulls last, trunk_id limit 1) as through
             from numbers where phone = $1`,
    values: [phone, trunkIds],
  });
  const row = rows[0];
  if (!row || (trunkIds !== null && row.through === null)) return undefined;
  const { account_id: accountId, phone: called, through: trunkId, carrier_id: carrierId } = row;
  const { agent_id: agentId, agent_version: version } = row;
  const agent = agentId === null || version === null ? null : { agentId, version };
  return { accountId, phone: called, agent, trunkId, carrierId };
}

export async function ownsNumber(db: Queryable, accountId: string, phone: string): Promise<boolean> {
  const rows = await db.query('select 1 from numbers where account_id = $1 and phone = $2', [accountId, phone]);
  return rows.length > 0;
}

/** The number stays until the transaction is over. False when the account has it no more. */
export async function keepNumber(tx: Queryable, accountId: string, phone: string): Promise<boolean> {
  const rows = await tx.query('select from numbers where account_id = $1 and phone = $2 for key share', [
    accountId,
    phone,
  ]);
  return rows.length > 0;
}

/** The caller id when a call names none: the agent's number, a real one before a simulated one, then the account's default. */
export async function callerIdOf(db: Queryable, accountId: string, agentId: string): Promise<string | undefined> {
  const rows = await db.query<{ phone: string }>({
    name: 'caller-id-of',
    text: `select phone from numbers where account_id = $1 and (agent_id = $2 or is_default)
           order by (agent_id = $2) desc nulls last, source = 'simulated', number_id limit 1`,
    values: [accountId, agentId],
  });
  return rows[0]?.phone;
}
