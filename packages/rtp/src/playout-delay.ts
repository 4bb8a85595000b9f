import { FRAME_MS } from '@parley/audio';
import { SlackWindow } from './slack-window.ts';

/**
 * No packet is kept longer than this; what piles up beyond it is dropped. Radio links stand still for 200 to 400 ms: a
 * recognizer misses a word that is dropped more than a listener minds one that comes late.
 */
export const MAXIMUM_DELAY_FRAMES = 400 / FRAME_MS;
/** A packet that waited less than this was nearly late: timers and the scheduler alone are off by a millisecond. */
const NEARLY_LATE_MS = 1.5;
/** One frame of delay is taken back only when every packet would still have been this early. */
const SPARE_MS = FRAME_MS + 2 * NEARLY_LATE_MS;
/** What has been seen of a stream before delay is added for packets that were nearly late. */
const SETTLED_MS = 1000;
/** Frames of silence that are dropped stand at least this far apart. */
const SHRINK_INTERVAL_MS = 100;
/** Late packets within the window before delay is added for them: one alone may be a freak. */
const LATE_PACKETS_TO_GROW = 2;

/**
 * How many frames sound should wait before it is played. The slack of every packet (how long it lay waiting) is
 * all that is needed to know, so that jitter, an unlucky phase between both clocks and their drift are one thing.
 */
export class PlayoutDelay {
  private readonly slack = new SlackWindow();
  private target = 1;
  private lateTimesMs: number[] = [];
  /** Frames that late packets have shown to be missing. */
  private missing = 0;
  private lastShrinkMs = Number.NEGATIVE_INFINITY;

  get targetFrames(): number {
    return this.target;
  }

  /** A packet is played that arrived in time. */
  noteInTime(nowMs: number, slackMs: number): void {
    this.slack.record(nowMs, slackMs);
  }

  /** A packet came when playout was already `framesPast` it. */
  noteLate(nowMs: number, framesPast: number): void {
    this.lateTimesMs = this.lateTimesMs.filter((timeMs) => nowMs - timeMs < this.slack.spanMs);
    this.lateTimesMs.push(nowMs);
    if (this.lateTimesMs.length < LATE_PACKETS_TO_GROW) return;
    this.lateTimesMs = [];
    this.missing = Math.min(MAXIMUM_DELAY_FRAMES - this.target, Math.max(this.missing, framesPast));
  }

  /** Whether late packets ask for more. */
  get isMissed(): boolean {
    return this.missing > 0;
  }

  /** Whether packets were late, or nearly so. */
  isScarce(nowMs: number): boolean {
    if (this.target >= MAXIMUM_DELAY_FRAMES) return false;
    return this.isMissed || (this.slack.covers(SETTLED_MS, nowMs) && this.slack.minimumMs < NEARLY_LATE_MS);
  }

  /** Whether every packet of the last seconds would have been in time with one frame less. */
  isAmple(nowMs: number): boolean {
    return this.slack.covers(this.slack.spanMs, nowMs) && this.slack.minimumMs >= SPARE_MS;
  }

  /** Whether a frame may be dropped now. */
  mayShrink(nowMs: number): boolean {
    return nowMs - this.lastShrinkMs >= SHRINK_INTERVAL_MS && this.isAmple(nowMs);
  }

  /** Playout fell back by this many frames. */
  grow(frames: number): void {
    this.target = Math.min(MAXIMUM_DELAY_FRAMES, this.target + frames);
    this.missing = Math.max(0, this.missing - frames);
    this.slack.shift(frames * FRAME_MS);
  }

  /** Playout moved ahead by one frame. */
  shrink(nowMs: number): void {
    this.target = Math.max(1, this.target - 1);
    this.lastShrinkMs = nowMs;
    this.slack.shift(-FRAME_MS);
  }

  /** Playout jumped: what is known of slack says nothing any more. */
  forgetSlack(): void {
    this.slack.reset();
  }

  reset(): void {
    this.slack.reset();
    this.target = 1;
    this.lateTimesMs = [];
    this.missing = 0;
  }
}
