import type { AddNumber, OwnedNumber } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { isOfSimulatedPhone } from '../kernel/fictional-numbers.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { lockTrunk } from '../trunks/trunks.ts';
import { lockSimulatedNumbers } from './numbers.ts';
import { lockDefaultNumber, NUMBER_COLUMNS, type NumberRow, toOwnedNumber } from './owned-numbers.ts';
import { requireAgent } from './require-agent.ts';
import { isSimulatedNumber } from './simulated-carrier.ts';

function taken(phone: string, isBought: boolean): RequestError {
  const remedy = isBought ? ' GET /v1/numbers/available offers numbers that nobody has.' : '';
  return new RequestError('conflict', `${phone} is taken.${remedy}`, { param: 'phone_number' });
}

function refuseUnsold(phone: string): void {
  if (isSimulatedNumber(phone)) return;
  const message = `${phone} is not for sale. GET /v1/numbers/available offers numbers; one of your own carrier is connected with its trunk_id.`;
  throw new RequestError('unprocessable', message, { param: 'phone_number' });
}

/** A call to one of them would ring an agent, where everybody expects the simulated phone. */
function refuseOfSimulatedPhone(phone: string): void {
  if (!isOfSimulatedPhone(phone)) return;
  throw new RequestError('unprocessable', `${phone} belongs to the simulated phone and is on no trunk.`, {
    param: 'phone_number',
  });
}

/**
 * Buys a number of the simulated carrier, or connects one of a trunk. One account has it: of two that come at once, the
 * second is refused.
 * @throws RequestError
 */
export async function addNumber(db: Database, acting: Acting, request: AddNumber): Promise<OwnedNumber> {
  const { phone_number: phone, trunk_id: trunkId, agent_id: agentId = null } = request;
  return db.transaction(async (tx) => {
    if (trunkId !== undefined) await lockTrunk(tx, acting.accountId, trunkId);
    if (agentId !== null) await requireAgent(tx, acting.accountId, agentId);
    if (trunkId === undefined) {
      refuseUnsold(phone);
      await lockSimulatedNumbers(tx);
    } else refuseOfSimulatedPhone(phone);
    await lockDefaultNumber(tx, acting.accountId);
    const number = await insertNumber(tx, acting.accountId, { phone, trunkId: trunkId ?? null, agentId });
    if (!number) throw taken(phone, trunkId === undefined);
    const action = trunkId === undefined ? 'number.bought' : 'number.connected';
    await audit(tx, acting, { action, target: number.number_id, after: number });
    return number;
  });
}

/** An account's first number is its default: its calls need one to come from. */
async function insertNumber(
  tx: Queryable,
  accountId: string,
  { phone, trunkId, agentId }: { phone: string; trunkId: string | null; agentId: string | null },
): Promise<OwnedNumber | undefined> {
  const rows = await tx.query<NumberRow>(
    `insert into numbers (number_id, account_id, phone, source, trunk_id, agent_id, is_default)
     values ($1, $2, $3, $4, $5, $6, not exists (select from numbers where account_id = $2 and is_default))
     on conflict (phone) do nothing returning ${NUMBER_COLUMNS}`,
    [newId('num'), accountId, phone, trunkId === null ? 'simulated' : 'trunk', trunkId, agentId],
  );
  return rows[0] && toOwnedNumber(rows[0]);
}
