import { isIP } from 'node:net';
import { type Location, locationOfAddress } from '@parley/sip';
import { Lane } from '../../kernel/lane.ts';
import { serverOf, type TrunkTarget } from '../../trunks/trunk-target.ts';
import { type LocateTrunk, locationTarget } from './locate-trunk.ts';
import { TrunkLocation } from './trunk-location.ts';

/** What DNS says is kept as long as it says, within reason. */
const SHORTEST_S = 5;
const LONGEST_S = 300;
/** After a failure, and for a name that is not there. */
const RETRY_S = 10;
const AT_ONCE = 8;
const NOWHERE: Location = { by: 'addresses', servers: [], ttlS: 0 };

interface Known {
  location: Location;
  timer: NodeJS.Timeout | null;
  /** The first answer, or failure. */
  first: Promise<void>;
}

function keyOf(target: TrunkTarget): string {
  const { host, port } = serverOf(target);
  return `${target.transport} ${host}:${port}`;
}

/** Where some trunks are. While DNS is away the last is kept. */
export class TrunkLocations {
  readonly #locate: LocateTrunk;
  readonly #onChange: () => void;
  readonly #known = new Map<string, Known>();
  readonly #lane = new Lane(AT_ONCE);

  constructor({ locate, onChange }: { locate: LocateTrunk; onChange: () => void }) {
    this.#locate = locate;
    this.#onChange = onChange;
  }

  /** Keeps these up to date, and forgets all others. */
  follow(targets: readonly TrunkTarget[]): void {
    const wanted = new Map(targets.map((target) => [keyOf(target), target]));
    for (const [key, { timer }] of this.#known) {
      if (wanted.has(key)) continue;
      if (timer) clearTimeout(timer);
      this.#known.delete(key);
    }
    for (const [key, target] of wanted) if (!this.#known.has(key)) this.#add(key, target);
  }

  /** At no place while none is known. */
  of(target: TrunkTarget): TrunkLocation {
    return new TrunkLocation(target, this.#known.get(keyOf(target))?.location ?? NOWHERE);
  }

  /** Resolves when the trunk was looked up once, well or not. */
  async lookedUp(target: TrunkTarget): Promise<void> {
    await this.#known.get(keyOf(target))?.first;
  }

  close(): void {
    this.follow([]);
  }

  #add(key: string, target: TrunkTarget): void {
    const known: Known = { location: NOWHERE, timer: null, first: Promise.resolve() };
    this.#known.set(key, known);
    if (isIP(serverOf(target).host) !== 0) known.location = locationOfAddress(locationTarget(target));
    else known.first = this.#lookUp(key, target, known);
  }

  async #lookUp(key: string, target: TrunkTarget, known: Known): Promise<void> {
    let againS = RETRY_S;
    try {
      const location = await this.#lane.run(() => this.#locate(target));
      if (this.#known.get(key) !== known) return;
      if (location.servers.length > 0) againS = Math.min(Math.max(location.ttlS, SHORTEST_S), LONGEST_S);
      const isNews = placesOf(location) !== placesOf(known.location);
      known.location = location;
      if (isNews) this.#onChange();
    } catch {
      if (this.#known.get(key) !== known) return;
    }
    known.timer = setTimeout(() => void this.#lookUp(key, target, known), againS * 1000);
    known.timer.unref();
  }
}

/** Whom messages belong to follows from these; order, priority and weight do not matter. */
function placesOf({ servers }: Location): string {
  const places = servers.flatMap(({ hops }) => hops.map(({ protocol, host, port }) => `${protocol} ${host}:${port}`));
  return [...new Set(places)].sort().join();
}
