import { isIP } from 'node:net';
import { type Trunk, trunkDefaults } from '@parley/contract';
import type { Database, Queryable, Subscription } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { within } from '../kernel/within.ts';
import type { SealedCredentials, TrunkCredentials, TrunkPasswords } from '../trunks/trunk-credentials.ts';
import { OF_OTHERS, type TrunkPlace, type TrunkPlaces } from '../trunks/trunk-places.ts';
import { serverOf, type TrunkTarget } from '../trunks/trunk-target.ts';
import { TRUNKS_CHANNEL } from '../trunks/trunks.ts';
import type { MediaPolicy } from './media-policy.ts';
import type { LocateTrunk } from './sip/locate-trunk.ts';
import type { TrunkLocation } from './sip/trunk-location.ts';
import { TrunkLocations } from './sip/trunk-locations.ts';
import { type Place, trunkHolders } from './trunk-holders.ts';
import { type MessageSource, TrunkSources } from './trunk-sources.ts';

/** For notifications that were lost. */
const POLL_MS = 10_000;
/** A call does not wait longer for the address of its trunk. */
const PREPARE_MS = 4000;
/** Who connects a trunk waits no longer for its address. */
const LOOK_UP_MS = 3000;

interface KnownTrunk extends TrunkTarget, SealedCredentials {
  account_id: string;
  inbound_addresses: string[];
  disabled: boolean;
  srtp: Trunk['srtp'];
  codecs: Trunk['codecs'];
  authentication: Trunk['authentication'];
  registration_mode: Trunk['registration_mode'];
}

/** Where a trunk is reached at this moment. */
export interface TrunkPeer {
  target: TrunkTarget;
  /** At least one place. */
  location: TrunkLocation;
  /** Whether it learns our address from registrations. */
  isRegistrar: boolean;
  /** Whether these are of all its numbers at once (RFC 6140). */
  isBulk: boolean;
  /** Where its media may come from. */
  networks: readonly string[];
}

/** The trunks of all accounts, in memory: read at each call and for each datagram. It follows the table. */
export class TrunkRegistry implements TrunkPlaces {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #locations: TrunkLocations;
  readonly #locate: LocateTrunk;
  readonly #whyReserved: WhyReserved;
  readonly #passwords: TrunkPasswords;
  readonly #poll: NodeJS.Timeout;
  #subscription: Subscription | null = null;
  #trunks = new Map<string, KnownTrunk>();
  #sources = new TrunkSources([]);
  /** The account of each address and port. */
  #holders = new Map<string, string>();
  /** The reading that is under way, and the one after it, for what changes meanwhile. */
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  private constructor({ db, log, passwords, locate, whyReserved }: TrunkRegistryOptions) {
    this.#db = db;
    this.#log = log;
    this.#passwords = passwords;
    this.#locate = locate;
    this.#whyReserved = whyReserved;
    this.#locations = new TrunkLocations({ locate, onChange: () => this.#assign() });
    this.#poll = setInterval(() => void this.refresh(), POLL_MS);
  }

  static async start(options: TrunkRegistryOptions): Promise<TrunkRegistry> {
    const registry = new TrunkRegistry(options);
    registry.#subscription = await options.db.listen(TRUNKS_CHANNEL, () => void registry.refresh());
    await registry.#read();
    return registry;
  }

  /** Reads the table after this moment. Does not throw: what was known stays. */
  refresh(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#readCalmly().finally(() => {
        this.#reading = null;
      });
      return this.#reading;
    }
    this.#next ??= this.#reading.then(() => {
      this.#next = null;
      return this.refresh();
    });
    return this.#next;
  }

  /** Waits a while for trunks that are new to this process, and for their addresses. */
  async prepare(trunkIds: readonly string[]): Promise<void> {
    if (trunkIds.every((trunkId) => this.whyUnusable(trunkId) === null)) return;
    await within(PREPARE_MS, this.#learn(trunkIds));
  }

  /** Those that are not disabled. */
  get activeCount(): number {
    return [...this.#trunks.values()].filter(({ disabled }) => !disabled).length;
  }

  hasActiveTrunk(accountId: string): boolean {
    return [...this.#trunks.values()].some((trunk) => trunk.account_id === accountId && !trunk.disabled);
  }

  /** Undefined while calls cannot go through it. */
  peerOf(trunkId: string): TrunkPeer | undefined {
    const trunk = this.#trunks.get(trunkId);
    if (!trunk || trunk.disabled) return undefined;
    const location = this.#locationOf(trunk);
    const addresses = new Set(location.places.map(({ host }) => host));
    if (addresses.size === 0) return undefined;
    return {
      ...{ target: trunk, location },
      ...{ isRegistrar: trunk.authentication === 'register', isBulk: trunk.registration_mode === 'bulk' },
      networks: [...addresses, ...trunk.inbound_addresses],
    };
  }

  /** Of a disabled trunk too: calls through it may be under way. Null: it knows us by our address. */
  credentialsOf(trunkId: string): TrunkCredentials | null {
    const trunk = this.#trunks.get(trunkId);
    return trunk ? this.#passwords.open(trunk) : null;
  }

  /** Of the first trunk that is there and has some. */
  credentialsAt(source: MessageSource): TrunkCredentials | null {
    for (const trunkId of this.trunksAt(source)) {
      const credentials = this.credentialsOf(trunkId);
      if (credentials) return credentials;
    }
    return null;
  }

  /** In words; null: calls can go through it. */
  whyUnusable(trunkId: string): string | null {
    const trunk = this.#trunks.get(trunkId);
    if (!trunk) return `The trunk ${trunkId} of this call was removed.`;
    if (trunk.disabled) return `The trunk ${trunkId} of this call is disabled.`;
    const [first, ...others] = this.#locations.of(trunk).places;
    if (!first) {
      const role = trunk.outbound_proxy == null ? 'host' : 'outbound proxy';
      return `${serverOf(trunk).host}, the ${role} of the trunk ${trunkId} of this call, has no address in DNS.`;
    }
    const whys = [first, ...others].map((place) => this.#whyNotAt(trunk.account_id, place));
    if (whys.includes(null)) return null;
    return `The trunk ${trunkId} of this call is not used: ${first.host}:${first.port} ${whys[0]}`;
  }

  async whyTaken(accountId: string, place: TrunkPlace): Promise<string | null> {
    let places: readonly Place[] = [];
    const looking = this.#locate(place).then(({ servers }) => {
      places = servers.flatMap(({ hops }) => hops);
    });
    // A trunk that was removed a moment ago has no place any more. What has no address now is looked at again before each call.
    await within(LOOK_UP_MS, Promise.allSettled([looking, this.refresh()]));
    return places.map((found) => this.#whyNotAt(accountId, found)).find((why) => why !== null) ?? null;
  }

  /** The trunks that a message from there may be of; those that are disabled are not trusted. */
  trunksAt(source: MessageSource): readonly string[] {
    return this.#sources.trunksAt(source);
  }

  /** Whether some trunk sends from both. */
  isOneTrunk(one: MessageSource, other: MessageSource): boolean {
    const there = new Set(this.trunksAt(one));
    return this.trunksAt(other).some((trunkId) => there.has(trunkId));
  }

  /**
   * Those of these trunks that we registered with by this user part: the one that we gave, or the one of our address there. Null, no user, is what we
   * gave for all numbers at once: a registrar that follows RFC 6140 puts the number there.
   */
  registeredAs(user: string | null, trunkIds: readonly string[]): readonly string[] {
    return trunkIds.filter((trunkId) => {
      const trunk = this.#trunks.get(trunkId);
      if (trunk?.authentication !== 'register') return false;
      if (trunk.registration_mode === 'bulk') return user === null;
      return user !== null && (user === contactUserOf(trunkId) || user === trunk.username);
    });
  }

  /**
   * The name that the certificate there is for, of a peer whose trunk is not known; undefined: its address. At one port is one
   * server, of one account; trunks at other ports are none of its, and count only where they agree. A trunk that is connected by its
   * address has a certificate for that, whatever names lead there too.
   */
  tlsNameAt({ host, port }: Place): string | undefined {
    const there = [...this.#trunks.values()].flatMap((trunk) => {
      if (trunk.transport !== 'tls' && trunk.transport !== 'auto') return [];
      const places = this.#locationOf(trunk).places.filter((place) => place.protocol === 'tls' && place.host === host);
      return places.map((place) => ({ name: serverOf(trunk).host, port: place.port }));
    });
    const atPort = there.filter((place) => place.port === port);
    const [name, ...others] = new Set((atPort.length > 0 ? atPort : there).map((place) => place.name));
    if (name === host || others.includes(host)) return undefined;
    return atPort.length > 0 || others.length === 0 ? name : undefined;
  }

  /** Of a call through this trunk. */
  mediaOf(trunkId: string): MediaPolicy {
    const { srtp, codecs } = this.#trunks.get(trunkId) ?? trunkDefaults;
    return { networks: this.peerOf(trunkId)?.networks ?? [], srtp, codecs };
  }

  /** Idempotent. */
  async close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#subscription?.close();
    this.#locations.close();
  }

  /** What of its location is no one else's. */
  #locationOf(trunk: KnownTrunk): TrunkLocation {
    return this.#locations.of(trunk).at((place) => this.#whyNotAt(trunk.account_id, place) === null);
  }

  #whyNotAt(accountId: string, { host, port }: Place): string | null {
    const holder = this.#holders.get(`${host}:${port}`) ?? accountId;
    return this.#whyReserved({ host, port }) ?? (holder === accountId ? null : OF_OTHERS);
  }

  async #learn(trunkIds: readonly string[]): Promise<void> {
    await this.refresh();
    const trunks = trunkIds.flatMap((trunkId) => this.#trunks.get(trunkId) ?? []);
    await Promise.all(trunks.map((trunk) => this.#locations.lookedUp(trunk)));
  }

  async #readCalmly(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      this.#log.error({ err: error }, 'the trunks could not be read; the known ones stay, and it is tried again');
    }
  }

  async #read(): Promise<void> {
    const rows = await knownTrunks(this.#db);
    this.#trunks = new Map(rows.map((row) => [row.trunk_id, row]));
    this.#locations.follow(rows.filter(({ disabled }) => !disabled));
    this.#assign();
  }

  /** Which trunk is where, and which messages are of it. */
  #assign(): void {
    const trunks = [...this.#trunks.values()];
    // A trunk that is disabled keeps its address.
    const placed = trunks.map((trunk) => ({ trunk, ...trunk, ...serverOf(trunk) }));
    this.#holders = trunkHolders(placed, (place) =>
      isIP(place.host) !== 0 ? [place] : this.#locations.of(place.trunk).places,
    );
    const active = trunks.filter(({ disabled }) => !disabled);
    this.#sources = new TrunkSources(
      active.map((trunk) => ({
        ...{ trunkId: trunk.trunk_id, transport: trunk.transport },
        ...{ places: this.#locationOf(trunk).places, networks: trunk.inbound_addresses },
      })),
    );
  }
}

/** What our Contact has at this registrar: calls that come to it are those of this trunk. */
export const contactUserOf = (trunkId: string) => trunkId;

/** Why no account has a trunk at this address, in words; null: one may. */
type WhyReserved = (place: Place) => string | null;

interface TrunkRegistryOptions {
  db: Database;
  log: Logger;
  passwords: TrunkPasswords;
  whyReserved: WhyReserved;
  locate: LocateTrunk;
}

function knownTrunks(db: Queryable): Promise<KnownTrunk[]> {
  return db.query<KnownTrunk>(
    `select trunk_id, account_id, host, port, transport, outbound_proxy, authentication, registration_mode, username, password,
       inbound_addresses, srtp, codecs, disabled
     from trunks order by trunk_id`,
  );
}
