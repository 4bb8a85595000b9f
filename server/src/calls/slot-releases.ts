import { within } from '../kernel/within.ts';

/**
 * A slot of a call that is over is free once its end is stored: after the last words were recognized (0.7 s), the recording was
 * closed and the database has committed. A caller who waits for it has 100 Trying; the database may take the rest of the 4 s that
 * an admission may take.
 */
const WAIT_MS = 2000;

/** The slot of a call that is over on the network, until the database has it back. */
interface Release {
  readonly stored: Promise<unknown>;
  /** By a caller who waits for it: each slot serves one. */
  isClaimed: boolean;
}

/**
 * Slots of this process's calls that the network knows to be over, while their ends are being stored. A client that
 * uses all slots begins its next call when its BYE is answered: that call waits for the slot of the last. The lease of
 * a call is in its slot, so the slot cannot be given back before the end is stored.
 */
export class SlotReleases {
  readonly #ofAccounts = new Map<string, Set<Release>>();

  /** A call or a leg of the account is over; its slot is free when `stored` is settled. */
  expect(accountId: string, stored: Promise<unknown>): void {
    const releases = this.#ofAccounts.get(accountId) ?? new Set();
    this.#ofAccounts.set(accountId, releases);
    const release = { stored, isClaimed: false };
    releases.add(release);
    const forget = () => {
      releases.delete(release);
      if (releases.size === 0 && this.#ofAccounts.get(accountId) === releases) this.#ofAccounts.delete(accountId);
    };
    stored.then(forget, forget);
  }

  /**
   * Tries to take a slot of the account, again when one that is about to be free is. Null, like `attempt`, when there is none:
   * at once where none is about to be.
   */
  async take<Taken>(accountId: string, attempt: () => Promise<Taken | null>): Promise<Taken | null> {
    const deadlineMs = performance.now() + WAIT_MS;
    for (;;) {
      // One that is stored while the attempt is under way may have been stored too late for it.
      const before = this.#of(accountId);
      const taken = await attempt();
      if (taken !== null) return taken;
      const release = [...before, ...this.#of(accountId)].find(({ isClaimed }) => !isClaimed);
      const leftMs = deadlineMs - performance.now();
      if (!release || leftMs <= 0) return null;
      release.isClaimed = true;
      await within(leftMs, release.stored);
    }
  }

  #of(accountId: string): readonly Release[] {
    return [...(this.#ofAccounts.get(accountId) ?? [])];
  }
}
