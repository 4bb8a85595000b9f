import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { serverOf, type TrunkTarget } from './trunk-target.ts';

/** Where a trunk is, or is to be. */
export type TrunkPlace = TrunkTarget;

/**
 * Knows which account uses which address: a far end cannot distinguish accounts, since all come from our one address.
 */
export interface TrunkPlaces {
  /** Looks the host up. In words; null: a trunk of the account may be there. */
  whyTaken(accountId: string, place: TrunkPlace): Promise<string | null>;
  /** Takes note of trunks as they are stored now: the next call of this process obeys them. Does not throw. */
  refresh(): Promise<void>;
}

export const OWN_DOOR = 'is where this Parley itself takes calls: a trunk leads to another server.';
export const OF_OPERATOR =
  'is the trunk of the operator, which carries the calls of all accounts. Nothing is to be connected.';
export const OF_OTHERS =
  'is in use by another account, and would take your calls for theirs. Ask the operator, who may connect it for all accounts.';

export const IS_PRIVATE =
  'is a private address, where the trunk of an account must not lead. The operator permits it with PARLEY_ALLOW_PRIVATE_TRUNKS=true.';

export const IS_IPV6 = 'is an address of IPv6, at which this Parley is not. The operator sets PARLEY_SIP_HOST_IPV6.';

function refusedPlace(place: TrunkPlace, why: string): RequestError {
  const { host, port } = serverOf(place);
  const param = place.outbound_proxy == null ? 'host' : 'outbound_proxy';
  return new RequestError('unprocessable', `${host}:${port} ${why}`, { param });
}

const nameOf = (host: string) => host.toLowerCase().replace(/\.$/, '');

/** Outside of a transaction: the host may have to be looked up. @throws RequestError `unprocessable` */
export async function refuseTaken(places: TrunkPlaces, accountId: string, place: TrunkPlace): Promise<void> {
  const why = await places.whyTaken(accountId, place);
  if (why !== null) throw refusedPlace(place, why);
}

/** Names differ by neither case nor a final dot. A disabled trunk keeps its place. @throws RequestError `unprocessable` */
export async function refuseForeignPlace(tx: Queryable, accountId: string, place: TrunkPlace): Promise<void> {
  // Of two accounts that connect the same place at once, one sees the other.
  await tx.query("select pg_advisory_xact_lock(hashtext('parley.trunk-places'))");
  const wanted = serverOf(place);
  const others = await tx.query<TrunkTarget>(
    `select host, port, transport, outbound_proxy from trunks
     where account_id <> $1 and (outbound_proxy is not null or (port = $3 and rtrim(lower(host), '.') = $2))`,
    [accountId, nameOf(wanted.host), wanted.port],
  );
  const isThere = ({ host, port }: { host: string; port: number }) =>
    port === wanted.port && nameOf(host) === nameOf(wanted.host);
  if (others.some((other) => isThere(serverOf(other)))) throw refusedPlace(place, OF_OTHERS);
}
