import type { KeepAliveOptions, KeptConnection } from './transport.ts';

interface KeepAliveMeans extends KeepAliveOptions {
  readonly pongMs: number;
  ping(): void;
  /** No pong came. */
  onSilence(): void;
  onReleased(): void;
}

/** Pings over one connection, each of which wants its pong: RFC 5626 section 4.4.1. */
export class KeepAlive implements KeptConnection {
  readonly #means: KeepAliveMeans;
  /** Until the next ping, or until its pong is late. */
  #timer: NodeJS.Timeout;
  #awaitsPong = false;
  #isOver = false;

  constructor(means: KeepAliveMeans) {
    this.#means = means;
    this.#timer = this.#pingLater();
  }

  /** Whether it waited for one. */
  takePong(): boolean {
    if (!this.#awaitsPong || this.#isOver) return false;
    this.#awaitsPong = false;
    clearTimeout(this.#timer);
    this.#timer = this.#pingLater();
    return true;
  }

  /** The connection has ended. Idempotent. */
  break(): void {
    if (this.#isOver) return;
    this.release();
    this.#means.onBroken();
  }

  release(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#means.onReleased();
  }

  #pingLater(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#awaitsPong = true;
      this.#timer = setTimeout(() => this.#means.onSilence(), this.#means.pongMs);
      this.#means.ping();
    }, this.#means.intervalMs());
  }
}
