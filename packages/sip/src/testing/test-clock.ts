import type { Scheduler } from '../scheduler.ts';

interface Appointment {
  readonly atMs: number;
  readonly run: () => void;
}

/** Time that does not pass until a test advances it. */
export class TestClock implements Scheduler {
  readonly #appointments = new Set<Appointment>();
  nowMs = 0;

  get pending(): number {
    return this.#appointments.size;
  }

  schedule(delayMs: number, run: () => void): () => void {
    const appointment = { atMs: this.nowMs + delayMs, run };
    this.#appointments.add(appointment);
    return () => this.#appointments.delete(appointment);
  }

  /** Runs what falls due, in order, also what is scheduled on the way. */
  advance(durationMs: number): void {
    const untilMs = this.nowMs + durationMs;
    for (let next = this.#earliest(); next && next.atMs <= untilMs; next = this.#earliest()) {
      this.#appointments.delete(next);
      this.nowMs = next.atMs;
      next.run();
    }
    this.nowMs = untilMs;
  }

  #earliest(): Appointment | null {
    let earliest: Appointment | null = null;
    for (const appointment of this.#appointments) {
      if (!earliest || appointment.atMs < earliest.atMs) earliest = appointment;
    }
    return earliest;
  }
}
