import type { TransferWay } from '@parley/contract';
import type { DialRequest, Leg, Route } from '../carriers/carrier.ts';
import { isSuppressed } from '../compliance/suppressions.ts';
import type { Database } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { softphoneNamed, softphoneOfRoute, softphoneRoute } from '../softphones/softphone-route.ts';
import { softphoneIdOf } from '../softphones/softphones.ts';
import { trunkOfRoute } from '../trunks/trunk-route.ts';
import type { LiveCall } from './call-record.ts';
import { Limits } from './limits.ts';
import type { RouteChoice } from './place-call.ts';

/** A number that a call may be handed over to, and the way there. */
export interface TransferTarget {
  to: string;
  way: TransferWay;
  route: Route;
  /** Left out: `to` is called. Else it is who talks with the other side of this leg, which ours takes the place of. */
  inPlaceOf?: Leg | undefined;
}

/** What is to be let through. */
export interface WantedTransfer extends Pick<TransferTarget, 'to' | 'way'> {
  /** A leg that is there already; nothing leaves the installation for it. */
  inPlaceOf?: { leg: Leg; route: Route };
}

/** A call of the simulated phone rings no other telephone. */
const SIMULATED: Route = { name: 'simulated', simulated: true, callerId: null };

/**
 * Lets a call be handed over to a number as any call to it would be let through: the suppression list first, then the way
 * there, then the calls that the plan permits in a minute, of which it takes one.
 * @throws RequestError
 */
export async function admitTransfer(
  db: Database,
  routes: RouteChoice,
  call: LiveCall,
  { to, way, inPlaceOf }: WantedTransfer,
): Promise<TransferTarget> {
  if (inPlaceOf) return { to, way: bridged(way), route: inPlaceOf.route, inPlaceOf: inPlaceOf.leg };
  const { account_id: accountId } = call;
  const softphone = softphoneNamed(to);
  if (softphone !== null) return { to, way: bridged(way), route: await routeToSoftphone(db, accountId, softphone) };
  return db.transaction(async (tx) => {
    if (await isSuppressed(tx, accountId, to)) {
      throw unprocessable(`${to} is on the suppression list: it is not called any more.`);
    }
    const [route] = await routes.routesTo(tx, { accountId, from: ownNumber(call) }, [to]);
    if (!call.simulated && route!.name === 'simulated') {
      throw unprocessable(`${to} is a number of the simulated phone: the carrier of this call does not know it.`);
    }
    const limits = new Limits(tx, accountId);
    if (!(await limits.takeRateSlot())) throw await limits.rateExceeded();
    return { to, way, route: call.simulated && !route!.simulated ? SIMULATED : route! };
  });
}

/** No line can connect the person with a telephone that registers here. */
const bridged = (way: TransferWay): TransferWay => ({ ...way, method: 'bridge' });

/** No call of the minute: nothing leaves the installation. */
async function routeToSoftphone(db: Database, accountId: string, name: string): Promise<Route> {
  const softphoneId = await softphoneIdOf(db, accountId, name);
  if (softphoneId === null) throw unprocessable(`There is no softphone ${name}. GET /v1/softphones lists yours.`);
  return softphoneRoute(softphoneId);
}

/** The number of the account that the call is from, or came to. */
function ownNumber({ direction, from_number, recipient_phone }: LiveCall): string {
  return (direction === 'outbound' ? from_number : recipient_phone) ?? '';
}

/** The number of the person; null where it is not known. */
function personNumber({ direction, from_number, recipient_phone }: LiveCall): string | null {
  return direction === 'outbound' ? recipient_phone : from_number;
}

/** Carriers other than SIP call from numbers that they sold alone. */
function mayShowAnyNumber({ name, simulated }: Route): boolean {
  return simulated || name === 'sip' || trunkOfRoute(name) !== null || softphoneOfRoute(name) !== null;
}

/** Who the caller of one call is to that of another; the number of the account where theirs is not known. */
export function shownAs(call: LiveCall): string {
  return personNumber(call) ?? ownNumber(call);
}

/** What a target that Parley calls is shown. */
export function shownNumber(call: LiveCall, { way, route }: TransferTarget): Pick<DialRequest, 'from' | 'isOwnNumber'> {
  const person = personNumber(call);
  if (way.caller_id === 'caller' && person !== null && mayShowAnyNumber(route)) {
    return { from: person, isOwnNumber: false };
  }
  return { from: route.callerId ?? ownNumber(call), isOwnNumber: route.callerId === null };
}

const unprocessable = (message: string) => new RequestError('unprocessable', message, { param: 'to' });
