import type { CircuitBreaker, ProviderError, ProviderRole } from '@parley/conversation';
import { connectionsDigest, type ProviderConnection } from '../../kernel/provider-connection.ts';
import type { VendorOutage } from '../vendor-outages.ts';

/** So many failures in a row are no accident. */
const FAILURES = 3;
/** A vendor that is down is tried again after it, by one call; the others wait for how that goes. */
const OPEN_MS = 30_000;
/** A failure of longer ago says nothing about now. */
const MEMORY_MS = 60_000;

interface Outage {
  failures: number;
  lastMs: number;
  /** Since when nothing is asked of it; null while something is. */
  openedMs: number | null;
}

interface Options {
  nowMs?: () => number;
  /** What is new of a vendor; a null outage: it works again. */
  onChange?: (vendor: VendorOutage['vendor'], outage: VendorOutage['outage']) => void;
}

/** What a thread knows of its vendors over all its calls. A refused key is no outage: it fails for its own account alone. */
export class VendorBreaker {
  readonly #records = new Map<string, Outage>();
  readonly #nowMs: () => number;
  readonly #onChange: NonNullable<Options['onChange']>;

  constructor({ nowMs = () => performance.now(), onChange = () => {} }: Options = {}) {
    this.#nowMs = nowMs;
    this.#onChange = onChange;
  }

  /** The same for those alone who reach their vendors in the same way: what is down for one account may be its own server. */
  of(connections: readonly ProviderConnection[]): CircuitBreaker {
    const digest = connectionsDigest(connections);
    const vendor = (role: ProviderRole, name: string) => ({ connections: digest, role, name });
    return {
      isOpen: (role, name) => this.#isOpen(vendor(role, name)),
      failed: (name, error) => this.#failed(vendor(error.role, name), error),
      succeeded: (role, name) => this.#succeeded(vendor(role, name)),
    };
  }

  #isOpen(vendor: VendorOutage['vendor']): boolean {
    const record = this.#records.get(keyOf(vendor));
    if (!record || record.openedMs === null) return false;
    if (this.#nowMs() - record.openedMs < OPEN_MS) return true;
    // This call tries it; those that come meanwhile do not.
    record.openedMs = this.#nowMs();
    return false;
  }

  #failed(vendor: VendorOutage['vendor'], error: ProviderError): void {
    if (!error.retryable) return;
    const nowMs = this.#nowMs();
    const known = this.#records.get(keyOf(vendor));
    const failures = known && nowMs - known.lastMs < MEMORY_MS ? known.failures + 1 : 1;
    const isOpen = failures >= FAILURES;
    this.#records.set(keyOf(vendor), { failures, lastMs: nowMs, openedMs: isOpen ? nowMs : null });
    this.#onChange(vendor, { failures, message: error.message, forMs: isOpen ? OPEN_MS : null });
  }

  #succeeded(vendor: VendorOutage['vendor']): void {
    if (this.#records.delete(keyOf(vendor))) this.#onChange(vendor, null);
  }
}

const keyOf = ({ connections, role, name }: VendorOutage['vendor']) => `${connections} ${role} ${name}`;
