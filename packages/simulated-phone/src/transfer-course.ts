import { FRAME_MS } from '@parley/audio';
import type { Ringing } from './persona.ts';

/** How long the target of a transfer is rung. */
const RING_AT_MOST_MS = 20_000;
const NO_ANSWER_STATUS = 480;

/** What becomes of a transfer, by the persona whom the target's number reaches: statuses, each at its time. Time passes by `tick`. */
export class TransferCourse {
  private readonly due: { atMs: number; status: number }[];
  private elapsedMs = 0;

  constructor(ringing: Ringing) {
    const ringMs = ringing.outcome === 'noAnswer' ? RING_AT_MOST_MS : ringing.ringMs;
    this.due = [
      ...(ringMs === 0 ? [] : [{ atMs: FRAME_MS, status: 180 }]),
      { atMs: FRAME_MS + ringMs, status: statusOf(ringing) },
    ];
  }

  /** 20 ms have passed: the status that is due now, if one is. */
  tick(): number | null {
    this.elapsedMs += FRAME_MS;
    const [next] = this.due;
    if (!next || next.atMs > this.elapsedMs) return null;
    this.due.shift();
    return next.status;
  }
}

function statusOf(ringing: Ringing): number {
  switch (ringing.outcome) {
    case 'answer':
      return 200;
    case 'noAnswer':
      return NO_ANSWER_STATUS;
    case 'reject':
      return ringing.status;
  }
}
