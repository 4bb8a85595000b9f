import type { Phase } from './phase.ts';

/** How long a farewell waits for what is being said by either side. */
const LEAVE_WITHIN_MS = 4000;

const isSpoken = ({ name }: Phase): boolean => name === 'speaking' || name === 'overlapped' || name === 'user_speaking';

/** The agent has to go, and does so when neither side speaks. */
export class LeaveTaking {
  #sinceMs: number | null;

  /** @param sinceMs media time since which it has to; null: it need not */
  constructor(sinceMs: number | null = null) {
    this.#sinceMs = sinceMs;
  }

  begin(nowMs: number): void {
    this.#sinceMs ??= nowMs;
  }

  /** Whether it goes now; true once. */
  isDue(phase: Phase, nowMs: number): boolean {
    if (this.#sinceMs === null) return false;
    if (isSpoken(phase) && nowMs - this.#sinceMs < LEAVE_WITHIN_MS) return false;
    this.#sinceMs = null;
    return true;
  }
}
