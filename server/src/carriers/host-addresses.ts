import { lookup, Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { Lane } from '../kernel/lane.ts';

/** Names are looked up again this often: trunks move. */
const AGAIN_MS = 60_000;
/** After a failure. */
const RETRY_MS = 10_000;
const AT_ONCE = 8;
const NOT_FOUND: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EREFUSED', 'ENOTIMP']);

export type ResolveHost = (host: string) => Promise<string[]>;

const resolver = new Resolver({ timeout: 2000, tries: 2 });

/**
 * The IPv4 addresses of a name. Asks DNS itself, on a socket; the system's own way, which knows the hosts file, takes one of
 * the few threads that files need as well, so only names that DNS does not know go there.
 */
export async function resolveHost(host: string): Promise<string[]> {
  if (isIPv4(host)) return [host];
  try {
    return await resolver.resolve4(host);
  } catch (error) {
    if (!NOT_FOUND.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return (await lookup(host, { family: 4, all: true })).map(({ address }) => address);
  }
}

interface Known {
  addresses: readonly string[];
  timer: NodeJS.Timeout | null;
  /** The first answer, or failure. */
  first: Promise<void>;
}

/** The addresses of some hosts. While DNS is away the last ones stay. */
export class HostAddresses {
  readonly #resolve: ResolveHost;
  readonly #onChange: () => void;
  readonly #hosts = new Map<string, Known>();
  readonly #lane = new Lane(AT_ONCE);

  constructor({ resolve = resolveHost, onChange }: { resolve?: ResolveHost | undefined; onChange: () => void }) {
    this.#resolve = resolve;
    this.#onChange = onChange;
  }

  /** Keeps these up to date, and forgets all others. */
  follow(hosts: ReadonlySet<string>): void {
    for (const [host, { timer }] of this.#hosts) {
      if (hosts.has(host)) continue;
      if (timer) clearTimeout(timer);
      this.#hosts.delete(host);
    }
    for (const host of hosts) if (!this.#hosts.has(host)) this.#add(host);
  }

  /** Empty while none is known. */
  of(host: string): readonly string[] {
    return this.#hosts.get(host)?.addresses ?? [];
  }

  /** Resolves when the host was looked up once, well or not. */
  async lookedUp(host: string): Promise<void> {
    await this.#hosts.get(host)?.first;
  }

  close(): void {
    this.follow(new Set());
  }

  #add(host: string): void {
    const known: Known = { addresses: isIPv4(host) ? [host] : [], timer: null, first: Promise.resolve() };
    this.#hosts.set(host, known);
    if (!isIPv4(host)) known.first = this.#lookUp(host, known);
  }

  async #lookUp(host: string, known: Known): Promise<void> {
    let againMs = AGAIN_MS;
    try {
      const addresses = await this.#lane.run(() => this.#resolve(host));
      const isNews = [...addresses].sort().join() !== [...known.addresses].sort().join();
      if (this.#hosts.get(host) !== known) return;
      known.addresses = addresses;
      if (isNews) this.#onChange();
    } catch {
      againMs = RETRY_MS;
    }
    if (this.#hosts.get(host) !== known) return;
    known.timer = setTimeout(() => void this.#lookUp(host, known), againMs);
    known.timer.unref();
  }
}
