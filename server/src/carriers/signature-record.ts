import type { TestStep } from './account-test.ts';

interface LastTimes {
  signedMs: number;
  forgedMs: number;
}

/** What came here for the accounts with a carrier, by its signature: what is refused for it leaves no call, and no other trace. */
export class SignatureRecord {
  /** By the names of accounts. */
  readonly #lastTimes = new Map<string, LastTimes>();

  /** Gives `isSigned` back. */
  note(name: string, isSigned: boolean): boolean {
    const { signedMs = 0, forgedMs = 0 } = this.#lastTimes.get(name) ?? {};
    const nowMs = Date.now();
    this.#lastTimes.set(name, isSigned ? { signedMs: nowMs, forgedMs } : { signedMs, forgedMs: nowMs });
    return isSigned;
  }

  /** None while the last that came was signed, or nothing came since this process started. */
  stepsOf(name: string, { carrier, remedy }: { carrier: string; remedy: string }): TestStep[] {
    const { signedMs = 0, forgedMs = 0 } = this.#lastTimes.get(name) ?? {};
    if (forgedMs <= signedMs) return [];
    const when = new Date(forgedMs).toISOString().slice(0, 19).replace('T', ' ');
    const detail = `What came last for this account, at ${when} UTC, was refused: it was not signed by ${carrier} for it.`;
    return [
      { name: 'signature', ok: false, detail, remedy: `${remedy} If it was not ${carrier} that sent it, all is well.` },
    ];
  }
}
