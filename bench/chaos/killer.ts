import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import type { Random } from './random.ts';
import type { Violation } from './violation.ts';

/** `service`, `postmaster` …: kill -9 of it. `freeze` and `restart` kill nobody, and are not counted as kills. */
export type Disturbance =
  | 'service'
  | 'postmaster'
  | 'whole database'
  | 'both at once'
  | 'service while it starts'
  | 'service beside a frozen database'
  | 'freeze'
  | 'restart';

const MIXED: readonly (readonly [weight: number, choice: Disturbance])[] = [
  [34, 'service'],
  [16, 'postmaster'],
  [8, 'whole database'],
  [18, 'both at once'],
  [8, 'service while it starts'],
  [4, 'service beside a frozen database'],
  [6, 'freeze'],
  [6, 'restart'],
];

const PAUSE_MS = [50, 2500] as const;
const FREEZE_MS = [100, 3000] as const;
/** A start on two cores that several installations share. */
const STARTING_MS = [50, 1800] as const;
const START_LIMIT_MS = 60_000;
const READY_LIMIT_MS = 60_000;
const READY_POLL_MS = 100;
/** A start that failed is a finding; the run goes on when a later one succeeds. */
const START_ATTEMPTS = 8;
const RETRY_MS = 1000;

interface KillerFindings {
  disturbances: Map<Disturbance, number>;
  startsMs: number[];
  failedStarts: string[];
  /** It ended although nobody had ended it. */
  crashes: string[];
  /** The service lived, and did not come back to /readyz after its database did. */
  notReady: string[];
}

/** How many kills are left for all installations together. */
export interface KillBudget {
  left: number;
  done: number;
}

/** Kills one installation again and again at random moments, and starts it again at once. */
export class Killer {
  readonly findings: KillerFindings = {
    disturbances: new Map(),
    startsMs: [],
    failedStarts: [],
    crashes: [],
    notReady: [],
  };
  readonly #installation: Installation;
  readonly #random: Random;
  readonly #budget: KillBudget;

  constructor(installation: Installation, random: Random, budget: KillBudget) {
    this.#installation = installation;
    this.#random = random;
    this.#budget = budget;
  }

  /** Until the budget is used up, or `isEnough` says so. The service runs and is ready afterwards. */
  async run(isEnough: () => boolean): Promise<void> {
    while (this.#budget.left > 0 && !isEnough()) {
      const disturbance = this.#random.weighted(MIXED);
      const isKill = disturbance !== 'freeze' && disturbance !== 'restart';
      if (isKill) this.#budget.left -= 1;
      await delay(this.#random.between(...PAUSE_MS));
      await this.#reviveCrashed();
      await this.#disturb(disturbance);
      if (isKill) this.#budget.done += 1;
      const { disturbances } = this.findings;
      disturbances.set(disturbance, (disturbances.get(disturbance) ?? 0) + 1);
    }
    await this.#untilReady();
  }

  get violations(): Violation[] {
    const { failedStarts, crashes, notReady } = this.findings;
    return [
      ...failedStarts.map((detail): Violation => ({ fault: 'start failed', detail })),
      ...crashes.map((detail): Violation => ({ fault: 'ended by itself', detail })),
      ...notReady.map((detail): Violation => ({ fault: 'not ready again', detail })),
    ];
  }

  async #reviveCrashed(): Promise<void> {
    const { service } = this.#installation;
    if (service.isRunning) return;
    this.findings.crashes.push(service.output.slice(-2000));
    await this.#start();
  }

  async #disturb(disturbance: Disturbance): Promise<void> {
    const { service, database } = this.#installation;
    switch (disturbance) {
      case 'service':
        await service.stop('SIGKILL');
        return this.#start();
      case 'postmaster':
      case 'whole database':
        database.kill(disturbance === 'whole database');
        // Half of the time the next blow comes while it recovers.
        return this.#random.chance(0.5) ? this.#untilReady() : undefined;
      case 'both at once':
        database.kill(this.#random.chance(0.5));
        await service.stop('SIGKILL');
        return this.#start();
      case 'service while it starts':
        await service.stop('SIGKILL');
        await this.#startAndKill();
        return this.#start();
      case 'service beside a frozen database':
        return this.#killBesideFrozen();
      case 'freeze':
        return this.#freeze();
      case 'restart':
        await service.stop('SIGTERM');
        return this.#start();
    }
  }

  async #freeze(): Promise<void> {
    const { database } = this.#installation;
    database.freeze();
    await delay(this.#random.between(...FREEZE_MS));
    database.thaw();
  }

  async #killBesideFrozen(): Promise<void> {
    const frozen = this.#freeze();
    await delay(this.#random.between(50, 500));
    await this.#installation.service.stop('SIGKILL');
    const started = this.#start();
    await Promise.all([frozen, started]);
  }

  async #startAndKill(): Promise<void> {
    const { service } = this.#installation;
    // That it ends before it is ready is what is wanted here.
    const starting = service.start().catch(() => {});
    await delay(this.#random.between(...STARTING_MS));
    await service.stop('SIGKILL');
    await starting;
  }

  async #start(): Promise<void> {
    const { service } = this.#installation;
    for (let attempt = 1; ; attempt += 1) {
      this.#installation.collectErrors();
      const begunMs = performance.now();
      const failure = await this.#startOnce();
      if (failure === null) {
        this.findings.startsMs.push(performance.now() - begunMs);
        return;
      }
      this.findings.failedStarts.push(failure);
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
    return failure;
  }

  async #untilReady(): Promise<void> {
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
    if (!service.isRunning) return this.#reviveCrashed();
    this.findings.notReady.push(`not ready ${READY_LIMIT_MS / 1000} s after its database was killed`);
    await service.stop('SIGKILL');
    await this.#start();
  }
}
