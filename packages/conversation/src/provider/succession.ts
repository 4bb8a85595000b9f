import type { CircuitBreaker } from './circuit-breaker.ts';
import type { ProviderError, ProviderRole } from './provider-error.ts';

export interface SuccessionOptions<T> {
  role: ProviderRole;
  /** At least one, in the order of preference. */
  candidates: readonly T[];
  /** The name by which the breaker knows the vendor. */
  nameOf: (candidate: T) => string;
  /** The name by which the operator knows it; `nameOf` where there is none. */
  labelOf?: (candidate: T) => string;
  breaker: CircuitBreaker;
  onWarning: (code: string, message: string) => void;
}

const WORK: Record<ProviderRole, string> = { stt: 'listens', llm: 'answers', tts: 'speaks' };

/** Vendors of one kind over the whole call: one works until it fails for good, then the next one for the rest of the call. */
export class Succession<T> {
  readonly #options: SuccessionOptions<T>;
  #index = 0;

  constructor(options: SuccessionOptions<T>) {
    this.#options = options;
  }

  /** The one to ask now. One that is known to be down is passed over, unless all that are left are. */
  get current(): T {
    const { role, candidates, nameOf, breaker } = this.#options;
    const current = candidates[this.#index]!;
    if (!breaker.isOpen(role, nameOf(current))) return current;
    const next = this.#nextClosed();
    if (next < 0) return current;
    this.#moveTo(next, `${nameOf(current)}: is down for now`);
    return candidates[next]!;
  }

  /** There is another one to fall back to. */
  get hasNext(): boolean {
    return this.#index + 1 < this.#options.candidates.length;
  }

  /** The one to fall back to; null when there is none. */
  get next(): T | null {
    const closed = this.#nextClosed();
    return this.#options.candidates[closed < 0 ? this.#index + 1 : closed] ?? null;
  }

  get all(): readonly T[] {
    return this.#options.candidates;
  }

  nameOf(candidate: T): string {
    return this.#options.nameOf(candidate);
  }

  noteFailure(failed: T, error: ProviderError): void {
    this.#options.breaker.failed(this.nameOf(failed), error);
  }

  noteSuccess(worked: T): void {
    this.#options.breaker.succeeded(this.#options.role, this.nameOf(worked));
  }

  /** `failed` has failed for good. False: there is no other. */
  fallBack(failed: T, error: ProviderError): boolean {
    // Another request may have noticed it before.
    if (this.#options.candidates[this.#index] !== failed) return true;
    if (!this.hasNext) return false;
    const closed = this.#nextClosed();
    this.#moveTo(closed < 0 ? this.#index + 1 : closed, error.message);
    return true;
  }

  #nextClosed(): number {
    const { role, candidates, nameOf, breaker } = this.#options;
    return candidates.findIndex((candidate, index) => index > this.#index && !breaker.isOpen(role, nameOf(candidate)));
  }

  #moveTo(index: number, reason: string): void {
    const { role, candidates, nameOf, labelOf = nameOf, onWarning } = this.#options;
    this.#index = index;
    onWarning(`${role}_fallback`, `${reason}; ${labelOf(candidates[index]!)} ${WORK[role]} from here on`);
  }
}
