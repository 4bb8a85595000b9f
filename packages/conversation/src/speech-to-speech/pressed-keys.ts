import { KEY_PAUSE_MS } from '../turns/end-of-turn.ts';

/** Keys that the caller presses one after the other. Pure: it is given the time. */
export class PressedKeys {
  #digits = '';
  #firstMs = 0;
  #lastMs = 0;

  get isEmpty(): boolean {
    return this.#digits === '';
  }

  press(digit: string, nowMs: number): void {
    if (this.isEmpty) this.#firstMs = nowMs;
    this.#digits += digit;
    this.#lastMs = nowMs;
  }

  /** What was pressed, once no more is coming; null before, and when nothing was. */
  take(nowMs: number): { digits: string; startMs: number; endMs: number } | null {
    if (this.isEmpty || (!this.#digits.endsWith('#') && nowMs - this.#lastMs < KEY_PAUSE_MS)) return null;
    const pressed = { digits: this.#digits, startMs: this.#firstMs, endMs: this.#lastMs };
    this.#digits = '';
    return pressed;
  }
}
