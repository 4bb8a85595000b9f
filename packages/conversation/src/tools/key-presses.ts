/** A key as it is sent: 100 ms of tone and 60 ms of gap. */
const KEY_MS = 160;
/** As on modems and at carriers: "w" waits for half a second, "W" for a whole one. */
const PAUSES_MS: Record<string, number> = { w: 500, W: 1000 };
const KEYS = /^[0-9A-D*#wW]{1,64}$/;

/** Keys that follow each other without a pause. */
export interface KeyRun {
  digits: string;
  /** From the beginning of the sequence. */
  afterMs: number;
}

/** A sequence as a model writes it, without spaces and hyphens; null when it is none, or presses no key. */
export function readKeys(written: string): string | null {
  const keys = written.replace(/[\s-]/g, '').replace(/[a-d]/g, (key) => key.toUpperCase());
  return KEYS.test(keys) && /[^wW]/.test(keys) ? keys : null;
}

/** When the keys of a sequence are to be pressed. */
export function keyRuns(keys: string): KeyRun[] {
  const runs: KeyRun[] = [];
  let atMs = 0;
  for (const [part] of keys.matchAll(/[wW]|[^wW]+/g)) {
    const pauseMs = PAUSES_MS[part];
    if (pauseMs === undefined) runs.push({ digits: part, afterMs: atMs });
    atMs += pauseMs ?? part.length * KEY_MS;
  }
  return runs;
}
