import { isSuppressed } from '../compliance/suppressions.ts';
import type { Database } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { LiveCall } from './call-record.ts';
import { Limits } from './limits.ts';
import type { RouteChoice } from './place-call.ts';

/**
 * Lets a call be handed over to a number as any call to it would be let through: the suppression list first, then the way
 * there, then the calls that the plan permits in a minute, of which it takes one. The call keeps its slot until it ends.
 * @throws RequestError
 */
export async function admitTransfer(db: Database, routes: RouteChoice, call: LiveCall, to: string): Promise<void> {
  const { account_id: accountId, direction } = call;
  const from = (direction === 'outbound' ? call.from_number : call.recipient_phone) ?? '';
  await db.transaction(async (tx) => {
    if (await isSuppressed(tx, accountId, to)) {
      throw unprocessable(`${to} is on the suppression list: it is not called any more.`);
    }
    const [route] = await routes.routesTo(tx, { accountId, from }, [to]);
    if (!call.simulated && route!.name === 'simulated') {
      throw unprocessable(`${to} is a number of the simulated phone: the carrier of this call does not know it.`);
    }
    const limits = new Limits(tx, accountId);
    if (!(await limits.takeRateSlot())) throw await limits.rateExceeded();
  });
}

const unprocessable = (message: string) => new RequestError('unprocessable', message, { param: 'to' });
