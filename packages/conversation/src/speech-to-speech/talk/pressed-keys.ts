import { KEY_PAUSE_MS } from '../../turns/end-of-turn.ts';

/** Keys that the caller presses one after the other; media time. */
export interface PressedKeys {
  digits: string;
  firstMs: number;
  lastMs: number;
}

export const withKey = (keys: PressedKeys | null, digit: string, atMs: number): PressedKeys => ({
  digits: (keys?.digits ?? '') + digit,
  firstMs: keys?.firstMs ?? atMs,
  lastMs: atMs,
});

/** Whether no more are coming. */
export const areComplete = ({ digits, lastMs }: PressedKeys, atMs: number): boolean =>
  digits.endsWith('#') || atMs - lastMs >= KEY_PAUSE_MS;
