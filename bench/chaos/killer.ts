import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import type { Random } from './random.ts';
import { Starter } from './starter.ts';
import type { Violation } from './violation.ts';

/** `service`, `postmaster` …: kill -9 of it. `freeze` and `restart` kill nothing, and are not counted as kills. */
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

/** How many kills are left for all installations together. */
export interface KillBudget {
  left: number;
  done: number;
}

/** Kills one installation again and again at random moments, and starts it again at once. */
export class Killer {
  readonly disturbances = new Map<Disturbance, number>();
  readonly #starter: Starter;
  readonly #installation: Installation;
  readonly #random: Random;
  readonly #budget: KillBudget;

  constructor(installation: Installation, random: Random, budget: KillBudget) {
    this.#installation = installation;
    this.#starter = new Starter(installation);
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
      await this.#starter.reviveCrashed();
      await this.#disturb(disturbance);
      if (isKill) this.#budget.done += 1;
      this.disturbances.set(disturbance, (this.disturbances.get(disturbance) ?? 0) + 1);
    }
    await this.#starter.untilReady();
  }

  get startsMs(): number[] {
    return this.#starter.startsMs;
  }

  get violations(): Violation[] {
    return this.#starter.violations;
  }

  async #disturb(disturbance: Disturbance): Promise<void> {
    const { service, database } = this.#installation;
    switch (disturbance) {
      case 'service':
        await service.stop('SIGKILL');
        return this.#starter.start();
      case 'postmaster':
      case 'whole database':
        database.kill(disturbance === 'whole database');
        // Half of the time the next blow comes while it recovers.
        return this.#random.chance(0.5) ? this.#starter.untilReady() : undefined;
      case 'both at once':
        database.kill(this.#random.chance(0.5));
        await service.stop('SIGKILL');
        return this.#starter.start();
      case 'service while it starts':
        await service.stop('SIGKILL');
        await this.#startAndKill();
        return this.#starter.start();
      case 'service beside a frozen database':
        return this.#killBesideFrozen();
      case 'freeze':
        return this.#freeze();
      case 'restart':
        await service.stop('SIGTERM');
        return this.#starter.start();
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
    const started = this.#starter.start();
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
}
