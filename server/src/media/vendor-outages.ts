import type { ProviderRole } from '@parley/conversation';
import type { FailingVendor, FailingVendors } from './vendor-desk.ts';

/** What a media thread has noticed of a vendor. */
export interface VendorOutage {
  vendor: {
    /** Those through whom it is reached: `connectionsDigest`. */
    connections: string;
    role: ProviderRole;
    name: string;
  };
  /** Null: it works again. */
  outage: {
    /** In a row. */
    failures: number;
    message: string;
    /** How long it is not asked from now on; null: it is asked. */
    forMs: number | null;
  } | null;
}

/** Three failures in a row are forgotten after a minute (vendor-breaker.ts), and so is the report of them. */
const MEMORY_MS = 60_000;

interface Noticed extends FailingVendor {
  thread: number;
  connections: string;
}

/** Which vendors fail, as the media threads see it. Each thread judges by itself: the worst state is reported. */
export class VendorOutages implements FailingVendors {
  readonly #noticed = new Map<string, Noticed>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  note(thread: number, { vendor, outage }: VendorOutage): void {
    const { connections, role, name } = vendor;
    const key = `${thread} ${connections} ${role} ${name}`;
    this.#forgetOld();
    if (outage === null) {
      this.#noticed.delete(key);
      return;
    }
    const { failures, message, forMs } = outage;
    const failedAtMs = this.#nowMs();
    const openUntilMs = forMs === null ? null : failedAtMs + forMs;
    this.#noticed.set(key, { thread, connections, role, name, failures, message, failedAtMs, openUntilMs });
  }

  /** A thread that has died knows nothing any more. */
  forget(thread: number): void {
    for (const [key, noticed] of this.#noticed) if (noticed.thread === thread) this.#noticed.delete(key);
  }

  of(connectionsDigest: string): FailingVendor[] {
    this.#forgetOld();
    const worst = new Map<string, FailingVendor>();
    for (const { thread: _, connections, ...failing } of this.#noticed.values()) {
      if (connections !== connectionsDigest) continue;
      const key = `${failing.role} ${failing.name}`;
      const known = worst.get(key);
      if (!known || known.failures < failing.failures) worst.set(key, failing);
    }
    return [...worst.values()];
  }

  #forgetOld(): void {
    const beforeMs = this.#nowMs() - MEMORY_MS;
    for (const [key, { failedAtMs }] of this.#noticed) if (failedAtMs < beforeMs) this.#noticed.delete(key);
  }
}
