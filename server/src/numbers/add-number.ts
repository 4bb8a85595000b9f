import type { AddNumber, OwnedNumber } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { isOfSimulatedPhone } from '../kernel/fictional-numbers.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { lockTrunk } from '../trunks/trunks.ts';
import type { NumberSeller, NumberSellers } from './number-seller.ts';
import { lockSimulatedNumbers } from './numbers.ts';
import { asOnlyBuyer } from './one-buyer.ts';
import { lockDefaultNumber, NUMBER_COLUMNS, type NumberRow, toOwnedNumber } from './owned-numbers.ts';
import { requireAgent } from './require-agent.ts';
import { isSimulatedNumber } from './simulated-carrier.ts';

export function taken(phone: string, param = 'phone_number'): RequestError {
  return new RequestError('conflict', `${phone} is taken.`, { param });
}

function soldAlready(phone: string): RequestError {
  const message = `${phone} is taken. GET /v1/numbers/available offers numbers that are free.`;
  return new RequestError('conflict', message, { param: 'phone_number' });
}

function refuseUnsold(phone: string): void {
  if (isSimulatedNumber(phone)) return;
  const message = `${phone} is not for sale. GET /v1/numbers/available offers numbers; one of your own carrier is connected with its trunk_id.`;
  throw new RequestError('unprocessable', message, { param: 'phone_number' });
}

/** A call to one of them would ring an agent, where users expect the simulated phone. */
export function refuseOfSimulatedPhone(phone: string, param = 'phone_number'): void {
  if (!isOfSimulatedPhone(phone)) return;
  throw new RequestError('unprocessable', `${phone} belongs to the simulated phone and is on no trunk.`, {
    param,
  });
}

/**
 * Buys a number of the account's carrier or of the simulated one, or connects one of a trunk. One account has it: of two that come at once, the
 * second is refused.
 * @throws RequestError
 */
export async function addNumber(
  db: Database,
  acting: Acting,
  sellers: NumberSellers | null,
  request: AddNumber,
): Promise<OwnedNumber> {
  const { phone_number: phone, trunk_id: trunkId, agent_id: agentId = null } = request;
  if (trunkId === undefined && !isSimulatedNumber(phone)) {
    const seller = await sellers?.toBuy(acting.accountId);
    if (seller) {
      const { accountId } = acting;
      return asOnlyBuyer(db, { accountId, phone }, () => buyNumber(db, acting, seller, { phone, agentId }));
    }
  }
  return db.transaction(async (tx) => {
    if (trunkId !== undefined) await lockTrunk(tx, acting.accountId, trunkId);
    if (agentId !== null) await requireAgent(tx, acting.accountId, agentId);
    if (trunkId === undefined) {
      refuseUnsold(phone);
      await lockSimulatedNumbers(tx);
    } else refuseOfSimulatedPhone(phone);
    await lockDefaultNumber(tx, acting.accountId);
    const source = trunkId === undefined ? 'simulated' : 'trunk';
    const number = await insertNumber(tx, acting.accountId, {
      ...{ phone, source, trunkId: trunkId ?? null, agentId, sellerId: null, carrierId: null },
    });
    if (!number) throw trunkId === undefined ? soldAlready(phone) : taken(phone);
    const action = trunkId === undefined ? 'number.bought' : 'number.connected';
    await audit(tx, acting, { action, target: number.number_id, after: number });
    return number;
  });
}

/**
 * The seller is asked when everything else is found to be in order; a number that it has sold just now and that cannot be kept
 * is given back. One that it had sold before stays: it may be in use. @throws RequestError
 */
async function buyNumber(
  db: Database,
  acting: Acting,
  seller: NumberSeller,
  { phone, agentId }: { phone: string; agentId: string | null },
): Promise<OwnedNumber> {
  const { accountId } = acting;
  if (agentId !== null) await requireAgent(db, accountId, agentId);
  const known = await db.query('select from numbers where phone = $1', [phone]);
  if (known.length > 0) throw soldAlready(phone);
  const { sellerId, isNew } = await seller.buy(phone);
  try {
    return await db.transaction(async (tx) => {
      if (agentId !== null) await requireAgent(tx, accountId, agentId);
      await lockDefaultNumber(tx, accountId);
      const { source, carrierId } = seller;
      const bought = { phone, source, trunkId: null, agentId, sellerId, carrierId };
      const number = await insertNumber(tx, accountId, bought);
      if (!number) throw soldAlready(phone);
      await audit(tx, acting, { action: 'number.bought', target: number.number_id, after: number });
      return number;
    });
  } catch (error) {
    // A commit whose answer was lost has kept it.
    const kept = await db.query('select from numbers where seller_id = $1', [sellerId]);
    if (isNew && kept.length === 0) await seller.release(sellerId);
    throw error;
  }
}

interface NewNumber {
  phone: string;
  source: OwnedNumber['source'];
  trunkId: string | null;
  agentId: string | null;
  sellerId: string | null;
  carrierId: string | null;
}

/** An account's first number is its default: its calls need one to come from. */
async function insertNumber(
  tx: Queryable,
  accountId: string,
  { phone, source, trunkId, agentId, sellerId, carrierId }: NewNumber,
): Promise<OwnedNumber | undefined> {
  const rows = await tx.query<NumberRow>(
    `insert into numbers (number_id, account_id, phone, source, trunk_id, agent_id, seller_id, carrier_id, is_default)
     values ($1, $2, $3, $4, $5, $6, $7, $8, not exists (select from numbers where account_id = $2 and is_default))
     on conflict (phone) do nothing returning ${NUMBER_COLUMNS}`,
    [newId('num'), accountId, phone, source, trunkId, agentId, sellerId, carrierId],
  );
  return rows[0] && toOwnedNumber(rows[0]);
}
