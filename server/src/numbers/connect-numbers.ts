import type { ConnectNumbers, OwnedNumber } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { lockTrunk } from '../trunks/trunks.ts';
import { refuseOfSimulatedPhone } from './add-number.ts';
import { numbersBetween } from './number-range.ts';
import { lockDefaultNumber, NUMBER_COLUMNS, type NumberRow, toOwnedNumber } from './owned-numbers.ts';
import { requireAgent } from './require-agent.ts';
import { taken } from './taken.ts';

/** Connects a block of numbers of a trunk: all of them, or none. @throws RequestError */
export async function connectNumbers(
  db: Database,
  acting: Acting,
  { first_number: first, last_number: last, trunk_id: trunkId, agent_id: agentId = null }: ConnectNumbers,
): Promise<OwnedNumber[]> {
  const { accountId } = acting;
  const phones = numbersBetween(first, last);
  for (const phone of phones) refuseOfSimulatedPhone(phone, 'first_number');
  return db.transaction(async (tx) => {
    await lockTrunk(tx, accountId, trunkId);
    if (agentId !== null) await requireAgent(tx, accountId, agentId);
    await lockDefaultNumber(tx, accountId);
    const rows = await tx.query<NumberRow>(
      `insert into numbers (number_id, account_id, phone, source, trunk_id, agent_id, is_bought, is_default)
       select number_id, $1, phone, 'trunk', $2, $3, false,
         place = 1 and not exists (select from numbers where account_id = $1 and is_default)
       from unnest($4::text[], $5::text[]) with ordinality as wanted (number_id, phone, place) order by place
       on conflict (phone) do nothing returning ${NUMBER_COLUMNS}`,
      [accountId, trunkId, agentId, phones.map(() => newId('num')), phones],
    );
    const connected = new Map(rows.map((row) => [row.phone, toOwnedNumber(row)]));
    const numbers = phones.map((phone) => {
      const number = connected.get(phone);
      if (!number) throw taken(phone, 'first_number');
      return number;
    });
    const after = { first_number: first, last_number: last, numbers: numbers.length, agent_id: agentId };
    await audit(tx, acting, { action: 'number.connected', target: trunkId, after });
    return numbers;
  });
}
