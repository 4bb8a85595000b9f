import { createHash } from 'node:crypto';
import type { CircuitBreaker, ProviderError } from '@parley/conversation';
import type { ProviderConnection } from '../../kernel/provider-connection.ts';

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

/** What a thread knows of its vendors over all its calls. A refused key is no outage: it fails for its own account alone. */
export class VendorBreaker implements CircuitBreaker {
  readonly #records = new Map<string, Outage>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The same for those alone who reach their vendors in the same way: what is down for one account may be its own server. */
  of(connections: readonly ProviderConnection[]): CircuitBreaker {
    const scope = createHash('sha256').update(JSON.stringify(connections)).digest('base64');
    return {
      isOpen: (name) => this.isOpen(`${scope} ${name}`),
      failed: (name, error) => this.failed(`${scope} ${name}`, error),
      succeeded: (name) => this.succeeded(`${scope} ${name}`),
    };
  }

  isOpen(name: string): boolean {
    const record = this.#records.get(name);
    if (!record || record.openedMs === null) return false;
    if (this.#nowMs() - record.openedMs < OPEN_MS) return true;
    // This call tries it; those that come meanwhile do not.
    record.openedMs = this.#nowMs();
    return false;
  }

  failed(name: string, error: ProviderError): void {
    if (!error.retryable) return;
    const nowMs = this.#nowMs();
    const known = this.#records.get(name);
    const failures = known && nowMs - known.lastMs < MEMORY_MS ? known.failures + 1 : 1;
    this.#records.set(name, { failures, lastMs: nowMs, openedMs: failures >= FAILURES ? nowMs : null });
  }

  succeeded(name: string): void {
    this.#records.delete(name);
  }
}
