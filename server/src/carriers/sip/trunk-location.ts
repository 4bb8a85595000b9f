import { type Hop, type Location, orderHops, ownHops, type RedirectTo } from '@parley/sip';
import type { TrunkTarget } from '../../trunks/trunk-target.ts';
import type { Place } from '../trunk-holders.ts';
import { locationTarget } from './locate-trunk.ts';

/** Where one trunk is reached. */
export class TrunkLocation {
  readonly #target: TrunkTarget;
  readonly #location: Location;

  constructor(target: TrunkTarget, location: Location) {
    this.#target = target;
    this.#location = location;
  }

  /** All of its servers. */
  get places(): readonly Hop[] {
    return this.#location.servers.flatMap(({ hops }) => hops);
  }

  /** What is left of it at these places. */
  at(isThere: (place: Place) => boolean): TrunkLocation {
    const servers = this.#location.servers.map((server) => ({ ...server, hops: server.hops.filter(isThere) }));
    return new TrunkLocation(this.#target, { ...this.#location, servers });
  }

  /** In the order in which one call tries them: another may have another. */
  hops(): Hop[] {
    return orderHops(this.#location, Math.random);
  }

  /** The hops of its own that a 3xx names. */
  readonly redirectTo: RedirectTo = (contact) =>
    ownHops(this.#location, locationTarget(this.#target), contact, Math.random);
}
