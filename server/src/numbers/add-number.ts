import type { AddNumber, OwnedNumber } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import { isOfSimulatedPhone } from '../kernel/fictional-numbers.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { lockTrunk } from '../trunks/trunks.ts';
import { addSellersNumber, boughtFrom, connectedTo } from './add-sellers-number.ts';
import { insertNumber } from './insert-number.ts';
import type { NumberSellers } from './number-seller.ts';
import { lockSimulatedNumbers } from './numbers.ts';
import { lockDefaultNumber } from './owned-numbers.ts';
import { requireAgent } from './require-agent.ts';
import { isSimulatedNumber } from './simulated-carrier.ts';
import { soldAlready, taken } from './taken.ts';

function refuseUnsold(phone: string): void {
  if (isSimulatedNumber(phone)) return;
  const message = `${phone} is not for sale. GET /v1/numbers/available offers numbers; one of your own carrier is connected with its trunk_id or carrier_id.`;
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
 * Buys a number of the account's carrier or of the simulated one, or connects one of a trunk or of a carrier account. One account has it:
 * of two that come at once, the second is refused.
 * @throws RequestError
 */
export async function addNumber(
  db: Database,
  acting: Acting,
  sellers: NumberSellers | null,
  request: AddNumber,
): Promise<OwnedNumber> {
  const { phone_number: phone, trunk_id: trunkId, carrier_id: carrierId, agent_id: agentId = null } = request;
  if (carrierId !== undefined) {
    if (trunkId !== undefined) throw twoWays();
    return addSellersNumber(db, acting, await connectedTo(db, acting, sellers, carrierId), { phone, agentId });
  }
  if (trunkId === undefined && !isSimulatedNumber(phone)) {
    const seller = await sellers?.toBuy(acting.accountId);
    if (seller) return addSellersNumber(db, acting, boughtFrom(seller), { phone, agentId });
  }
  return db.transaction(async (tx) => {
    if (trunkId !== undefined) await lockTrunk(tx, acting.accountId, trunkId);
    if (agentId !== null) await requireAgent(tx, acting.accountId, agentId);
    if (trunkId === undefined) {
      refuseUnsold(phone);
      await lockSimulatedNumbers(tx);
    } else refuseOfSimulatedPhone(phone);
    await lockDefaultNumber(tx, acting.accountId);
    const isBought = trunkId === undefined;
    const number = await insertNumber(tx, acting.accountId, {
      ...{ phone, source: isBought ? 'simulated' : 'trunk', trunkId: trunkId ?? null, agentId },
      ...{ sellerId: null, carrierId: null, isBought },
    });
    if (!number) throw isBought ? soldAlready(phone) : taken(phone);
    const action = isBought ? 'number.bought' : 'number.connected';
    await audit(tx, acting, { action, target: number.number_id, after: number });
    return number;
  });
}

function twoWays(): RequestError {
  const message = 'A number comes through a trunk or a carrier account: give trunk_id or carrier_id.';
  return new RequestError('unprocessable', message, { param: 'carrier_id' });
}
