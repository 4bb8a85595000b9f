import type { Database, Queryable, Subscription } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { within } from '../kernel/within.ts';
import { TRUNKS_CHANNEL } from '../trunks/trunks.ts';
import { HostAddresses, type ResolveHost } from './host-addresses.ts';
import { TrunkSources } from './trunk-sources.ts';

/** For notifications that were lost. */
const POLL_MS = 10_000;
/** A call does not wait longer for the address of its trunk. */
const PREPARE_MS = 4000;

interface KnownTrunk {
  trunk_id: string;
  account_id: string;
  host: string;
  port: number;
  inbound_addresses: string[];
  disabled: boolean;
}

/** Where a trunk is reached at this moment. */
export interface TrunkPeer {
  /** As it was written: what requests are addressed to. */
  host: string;
  address: string;
  port: number;
  /** Where its media may come from. */
  networks: readonly string[];
}

/** The trunks of all accounts, in memory: read at each call and for each datagram. It follows the table. */
export class TrunkRegistry {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #hosts: HostAddresses;
  readonly #poll: NodeJS.Timeout;
  #subscription: Subscription | null = null;
  #trunks = new Map<string, KnownTrunk>();
  #sources = new TrunkSources([]);
  /** The reading that is under way, and the one after it, for what changes meanwhile. */
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  private constructor({ db, log, resolve }: TrunkRegistryOptions) {
    this.#db = db;
    this.#log = log;
    this.#hosts = new HostAddresses({ resolve, onChange: () => this.#locate() });
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
    const addresses = trunk ? this.#hosts.of(trunk.host) : [];
    if (!trunk || trunk.disabled || addresses.length === 0) return undefined;
    const { host, port, inbound_addresses: inbound } = trunk;
    return { host, address: addresses[0]!, port, networks: [...addresses, ...inbound] };
  }

  /** In words; null: calls can go through it. */
  whyUnusable(trunkId: string): string | null {
    const trunk = this.#trunks.get(trunkId);
    if (!trunk) return `The trunk ${trunkId} of this call was removed.`;
    if (trunk.disabled) return `The trunk ${trunkId} of this call is disabled.`;
    if (this.#hosts.of(trunk.host).length > 0) return null;
    return `${trunk.host}, the host of the trunk ${trunkId} of this call, has no address in DNS.`;
  }

  /** The trunks that a datagram from there may be of; those that are disabled are not trusted. */
  trunksAt(source: { host: string; port: number }): readonly string[] {
    return this.#sources.trunksAt(source);
  }

  /** Where media of a call from one of these trunks may come from. */
  networksOf(trunkIds: readonly string[]): string[] {
    return trunkIds.flatMap((trunkId) => this.peerOf(trunkId)?.networks ?? []);
  }

  /** Idempotent. */
  async close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#subscription?.close();
    this.#hosts.close();
  }

  async #learn(trunkIds: readonly string[]): Promise<void> {
    await this.refresh();
    const hosts = trunkIds.flatMap((trunkId) => this.#trunks.get(trunkId)?.host ?? []);
    await Promise.all(hosts.map((host) => this.#hosts.lookedUp(host)));
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
    this.#hosts.follow(new Set(rows.filter(({ disabled }) => !disabled).map(({ host }) => host)));
    this.#locate();
  }

  #locate(): void {
    const active = [...this.#trunks.values()].filter(({ disabled }) => !disabled);
    this.#sources = new TrunkSources(
      active.map(({ trunk_id: trunkId, host, port, inbound_addresses: networks }) => ({
        ...{ trunkId, addresses: this.#hosts.of(host), port, networks },
      })),
    );
  }
}

interface TrunkRegistryOptions {
  db: Database;
  log: Logger;
  /** Left out: DNS. */
  resolve?: ResolveHost;
}

function knownTrunks(db: Queryable): Promise<KnownTrunk[]> {
  return db.query<KnownTrunk>(
    'select trunk_id, account_id, host, port, inbound_addresses, disabled from trunks order by trunk_id',
  );
}
