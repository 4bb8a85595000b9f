import { levelDbfs } from '@parley/audio';

/** Softer than this a line carries no voice. */
const QUIET_DBFS = -45;
const FRAME_MS = 20;

interface Span {
  startMs: number;
  endMs: number;
}

/** Who of several was the loudest, and when: the recognizer hears all of them at once. One for each call. */
export class SpeakerTimes {
  /** In order, by the clock of the conversation. */
  readonly #spans: (Span & { leg: number })[] = [];

  /** One frame of each, by the number of its leg. */
  note(atMs: number, frames: Iterable<[leg: number, frame: Int16Array | null]>): void {
    let [loudest, levelDb] = [-1, QUIET_DBFS];
    for (const [leg, frame] of frames) {
      const dbfs = frame ? levelDbfs(frame) : Number.NEGATIVE_INFINITY;
      if (dbfs > levelDb) [loudest, levelDb] = [leg, dbfs];
    }
    if (loudest < 0) return;
    const last = this.#spans.at(-1);
    if (last?.leg === loudest && last.endMs === atMs) last.endMs += FRAME_MS;
    else this.#spans.push({ leg: loudest, startMs: atMs, endMs: atMs + FRAME_MS });
  }

  /** The leg that spoke longest in this time; 0, the caller's, where no other did. */
  legOf({ startMs, endMs }: Span): number {
    const heardMs = new Map<number, number>();
    for (const span of this.#spans) {
      const ms = Math.min(span.endMs, endMs) - Math.max(span.startMs, startMs);
      if (ms > 0) heardMs.set(span.leg, (heardMs.get(span.leg) ?? 0) + ms);
    }
    return [...heardMs].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
  }
}
