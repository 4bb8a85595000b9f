import type { CallEvent, CallListener } from './call.ts';
import type { CallEnd } from './end-cause.ts';

/** The events of one call: kept until the first listener comes, closed by `ended`. Its BYE may still wait for an answer. */
export class CallEvents {
  readonly #listeners: CallListener[] = [];
  readonly #over = Promise.withResolvers<void>();
  #waiting: CallEvent[] = [];
  #ended = false;

  /** Resolves when nothing more is awaited of the peer. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  on(listener: CallListener): void {
    this.#listeners.push(listener);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const event of waiting) listener(event);
  }

  emit(event: CallEvent): void {
    if (this.#ended) return;
    this.#deliver(event);
  }

  /** Idempotent: the first end stays. */
  end({ by, cause }: CallEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#deliver({ type: 'ended', by, cause });
  }

  settle(): void {
    this.#over.resolve();
  }

  #deliver(event: CallEvent): void {
    if (this.#listeners.length === 0) this.#waiting.push(event);
    for (const listener of this.#listeners) listener(event);
  }
}
