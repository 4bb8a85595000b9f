import type { FallbackRoute, Route } from '../carriers/carrier.ts';
import type { Queryable } from '../db/index.ts';
import { isOfSimulatedPhone } from '../kernel/fictional-numbers.ts';
import { RequestError } from '../kernel/request-error.ts';
import { carrierRoute, type RoutedCarrier } from './carrier-route.ts';
import { fallbackRoutes } from './fallback-trunks.ts';
import { trunkRoute } from './trunk-route.ts';

/** Whose number a call comes from. */
export interface CallingNumber {
  accountId: string;
  from: string;
}

interface Ways {
  /** What the calling number is of. */
  from_source: string | null;
  /** The carrier account that it was bought through. */
  from_carrier_id: string | null;
  from_carrier_kind: RoutedCarrier['kind'] | null;
  /** The first carrier account of the account, and its first number. */
  default_carrier_id: string | null;
  default_carrier_kind: RoutedCarrier['kind'] | null;
  carrier_caller_id: string | null;
  /** Of the numbers that are called. */
  own_phones: string[];
  /** The trunk that the calling number is connected from. */
  trunk_id: string | null;
  is_disabled: boolean | null;
  fallback_trunk_id: string | null;
  /** The first active trunk of the account. */
  default_trunk_id: string | null;
  default_caller_id: string | null;
  default_fallback_trunk_id: string | null;
}

/**
 * Decides the ways of calls to the network, from the tables as they are: a trunk is in use as soon as it is made, and on
 * every node. docs/calls.md has the rule in words.
 */
export class RouteChoice {
  readonly #operatorRoute: string | null;

  /** `operatorRoute`: of accounts that have no way of their own; null: such accounts call the simulated phone. */
  constructor({ operatorRoute }: { operatorRoute: 'sip' | 'twilio' | null }) {
    this.#operatorRoute = operatorRoute;
  }

  /** In the order of `phones`. @throws RequestError `unprocessable` when the trunk of the calling number is disabled. */
  async routesTo(tx: Queryable, calling: CallingNumber, phones: readonly string[]): Promise<Route[]> {
    const ways = await readWays(tx, calling, phones);
    const own = new Set(ways.own_phones);
    const fallbacks = await fallbacksOf(tx, calling, ways);
    return phones.map((phone) => {
      if (own.has(phone)) return { name: 'own', simulated: true, callerId: null };
      if (isOfSimulatedPhone(phone)) return { name: 'simulated', simulated: true, callerId: null };
      const route = this.#wayOut(calling, ways);
      return fallbacks.length > 0 ? { ...route, fallbacks } : route;
    });
  }

  #wayOut({ from }: CallingNumber, ways: Ways): Route {
    const own = routedCarrier(ways.from_carrier_kind, ways.from_carrier_id);
    if (own) return carrierRoute(own, null);
    if (ways.from_source === 'twilio') return { name: 'twilio', simulated: false, callerId: null };
    if (ways.trunk_id !== null) {
      if (ways.is_disabled) throw disabled(from, ways.trunk_id);
      return trunkRoute(ways.trunk_id, null);
    }
    if (ways.default_trunk_id !== null) return trunkRoute(ways.default_trunk_id, ways.default_caller_id);
    const usual = routedCarrier(ways.default_carrier_kind, ways.default_carrier_id);
    if (usual) return carrierRoute(usual, ways.carrier_caller_id);
    if (this.#operatorRoute !== null) return { name: this.#operatorRoute, simulated: false, callerId: null };
    return { name: 'simulated', simulated: true, callerId: null };
  }
}

/** Only ways through a trunk have any. */
async function fallbacksOf(tx: Queryable, { from }: CallingNumber, ways: Ways): Promise<readonly FallbackRoute[]> {
  if (ways.from_carrier_id !== null || ways.from_source === 'twilio') return [];
  const isOwn = ways.trunk_id !== null;
  const trunkId = isOwn ? ways.trunk_id : ways.default_trunk_id;
  const fallbackId = isOwn ? ways.fallback_trunk_id : ways.default_fallback_trunk_id;
  return trunkId === null || fallbackId === null ? [] : fallbackRoutes(tx, trunkId, from);
}

function routedCarrier(kind: RoutedCarrier['kind'] | null, carrierId: string | null): RoutedCarrier | null {
  return kind === null || carrierId === null ? null : { kind, carrierId };
}

function disabled(from: string, trunkId: string): RequestError {
  const message = `${from} is connected from trunk ${trunkId}, which is disabled. Activate it with PATCH /v1/trunks/${trunkId} {"status": "active"}.`;
  return new RequestError('unprocessable', message, { param: 'from_number' });
}

/** A number of another account is ours to ring only when the simulated carrier sold it: what a trunk calls its own proves nothing. */
async function readWays(tx: Queryable, { accountId, from }: CallingNumber, phones: readonly string[]): Promise<Ways> {
  const rows = await tx.query<Ways>({
    name: 'choose-routes',
    text: `select array(select phone from numbers where phone = any($3) and (account_id = $1 or source = 'simulated')) as own_phones,
             (select source from numbers where phone = $2 and account_id = $1) as from_source,
             bought.carrier_id as from_carrier_id, bought.kind as from_carrier_kind,
             offered.carrier_id as default_carrier_id, offered.kind as default_carrier_kind, offered.phone as carrier_caller_id,
             line.trunk_id, line.disabled as is_disabled, line.fallback_trunk_id,
             usual.trunk_id as default_trunk_id, usual.caller_id as default_caller_id,
             usual.fallback_trunk_id as default_fallback_trunk_id
           from (select) as one
           left join (select trunk_id, disabled, fallback_trunk_id from numbers join trunks using (trunk_id)
                      where phone = $2 and numbers.account_id = $1) as line on true
           left join (select trunk_id, caller_id, fallback_trunk_id from trunks where account_id = $1 and not disabled
                      order by trunk_id limit 1) as usual on true
           left join (select carrier_id, kind from numbers join carriers using (carrier_id)
                      where phone = $2 and numbers.account_id = $1) as bought on true
           left join (select carrier_id, kind, phone from carriers left join numbers using (carrier_id)
                      where carriers.account_id = $1 order by carrier_id, number_id limit 1) as offered on true`,
    values: [accountId, from, phones],
  });
  return rows[0]!;
}
