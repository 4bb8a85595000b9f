import type { Scheduler } from '../scheduler.ts';

const WINDOW_MS = 1000;

export interface Rate {
  readonly each: number; // a second, for one name
  readonly all: number; // a second, for all names together
}

/** Permits so many in each second. Only names that were permitted are kept, and only for that second: at most `all` of them. */
export class RateBudget {
  readonly #scheduler: Scheduler;
  readonly #rate: Rate;
  readonly #permitted = new Map<string, number>();
  #inAll = 0;
  #cancelWindow: () => void = () => {};

  constructor(scheduler: Scheduler, rate: Rate) {
    this.#scheduler = scheduler;
    this.#rate = rate;
  }

  take(name: string): boolean {
    const before = this.#permitted.get(name) ?? 0;
    if (this.#inAll >= this.#rate.all || before >= this.#rate.each) return false;
    if (this.#inAll === 0) this.#cancelWindow = this.#scheduler.schedule(WINDOW_MS, () => this.#reset());
    this.#inAll += 1;
    this.#permitted.set(name, before + 1);
    return true;
  }

  /** Leaves no timer. */
  close(): void {
    this.#cancelWindow();
  }

  #reset(): void {
    this.#inAll = 0;
    this.#permitted.clear();
  }
}
