import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import type { Violation } from './violation.ts';

const START_LIMIT_MS = 60_000;
const READY_LIMIT_MS = 60_000;
const READY_POLL_MS = 100;
/** A start that failed is a finding; the run goes on when a later one succeeds. */
const START_ATTEMPTS = 8;
const RETRY_MS = 1000;

/** Starts the service of an installation, and notes what went wrong with that. */
export class Starter {
  readonly startsMs: number[] = [];
  readonly #failedStarts: string[] = [];
  /** It ended although nothing had ended it. */
  readonly #crashes: string[] = [];
  /** The service lived, and did not come back to /readyz after its database did. */
  readonly #notReady: string[] = [];
  readonly #installation: Installation;

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  get violations(): Violation[] {
    return [
      ...this.#failedStarts.map((detail): Violation => ({ fault: 'start failed', detail })),
      ...this.#crashes.map((detail): Violation => ({ fault: 'ended by itself', detail })),
      ...this.#notReady.map((detail): Violation => ({ fault: 'not ready again', detail })),
    ];
  }

  async reviveCrashed(): Promise<void> {
    const { service } = this.#installation;
    if (service.isRunning) return;
    this.#crashes.push(service.output.slice(-2000));
    await this.start();
  }

  /** Again after its end; a failure is a finding, and tried once more. */
  async start(): Promise<void> {
    const { service } = this.#installation;
    for (let attempt = 1; ; attempt += 1) {
      this.#installation.collectErrors();
      const begunMs = performance.now();
      const failure = await this.#startOnce();
      if (failure === null) {
        this.startsMs.push(performance.now() - begunMs);
        return;
      }
      this.#failedStarts.push(failure);
      await service.stop('SIGKILL');
      if (attempt === START_ATTEMPTS) throw new Error(`the service does not start any more: ${failure}`);
      await delay(RETRY_MS);
    }
  }

  /** Why it did not start; null: it did. */
  async #startOnce(): Promise<string | null> {
    const { service } = this.#installation;
    const limit = new AbortController();
    const tooLate = delay(START_LIMIT_MS, 'not ready after a minute', { signal: limit.signal }).catch(() => null);
    const started = service.start().then(
      () => null,
      (error: Error) => error.message,
    );
    const failure = await Promise.race([started, tooLate]);
    limit.abort();
    return failure && `${failure}\n${service.output.slice(-1500)}`;
  }

  /** The service lives, and its database comes back. */
  async untilReady(): Promise<void> {
    const { service } = this.#installation;
    const url = new URL('/readyz', service.baseUrl);
    const deadlineMs = performance.now() + READY_LIMIT_MS;
    while (performance.now() < deadlineMs && service.isRunning) {
      const isReady = await fetch(url, { signal: AbortSignal.timeout(5000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await delay(READY_POLL_MS);
    }
    if (!service.isRunning) return this.reviveCrashed();
    this.#notReady.push(`not ready ${READY_LIMIT_MS / 1000} s after its database was killed`);
    await service.stop('SIGKILL');
    await this.start();
  }
}
