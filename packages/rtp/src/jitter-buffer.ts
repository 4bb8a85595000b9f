import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { RtpPacket } from './packet.ts';
import { type Chunk, PlayoutQueue } from './playout-queue.ts';
import { SlackWindow } from './slack-window.ts';
import { StreamTimeline } from './stream-timeline.ts';

/** No packet is kept longer than this; what piles up beyond it is dropped. */
const MAXIMUM_DELAY_FRAMES = 200 / FRAME_MS;
/** Longest run that is reported as lost when nothing arrives: concealment has faded to silence by then. */
const CONCEALABLE_FRAMES = 3;
/** A packet that waited less than this was nearly late: timers and the scheduler alone are off by a millisecond. */
const NEARLY_LATE_MS = 1.5;
/** One more frame of delay is taken back only when every packet would still have been this early. */
const SPARE_MS = FRAME_MS + 2 * NEARLY_LATE_MS;
/** Frames of silence that are dropped stand at least this far apart. */
const SHRINK_INTERVAL_MS = 100;
/** Late packets within the window before delay is added for them: one alone may be a freak. */
const LATE_PACKETS_TO_GROW = 2;
/** Pulls further apart, or closer, than this are a thread that catches up after it was blocked. */
const STEADY_PULL_MS = { least: FRAME_MS / 2, most: 1.5 * FRAME_MS };

export type Playout =
  /** 160 bytes, valid until the next pull. */
  | { type: 'frame'; payload: Uint8Array }
  /** A frame is missing, or held back to let the delay grow: conceal it. */
  | { type: 'lost' }
  /** Nothing arrives: the call has not begun, or the sender pauses. */
  | { type: 'empty' };

export type Arrival = 'queued' | 'duplicate' | 'late' | 'implausible';

const LOST: Playout = { type: 'lost' };
const EMPTY: Playout = { type: 'empty' };

/**
 * Orders packets for playout, one frame of 20 ms for each pull, and finds the delay by itself.
 *
 * It begins with one frame. When nothing has arrived in time it waits for it, which adds a frame of delay; when every
 * packet of four seconds came more than a frame early, a frame of silence is dropped. The slack of every packet (how
 * long it lay waiting) is all that is needed for this, so that jitter, an unlucky phase between both clocks and
 * their drift are one thing.
 */
export class JitterBuffer {
  private readonly isQuiet: (payload: Uint8Array) => boolean;
  private readonly timeline = new StreamTimeline();
  private readonly queue = new PlayoutQueue(FRAME_SAMPLES);
  private readonly slack = new SlackWindow();
  private readonly frame: { type: 'frame'; payload: Uint8Array } = { type: 'frame', payload: new Uint8Array(0) };
  private ssrc: number | null = null;
  /** The SSRC before this one, and how many packets in a row still come from it. */
  private retired: { ssrc: number; packets: number } | null = null;

  /** The next sample to be played; everything before it is history. */
  private cursor = Number.NEGATIVE_INFINITY;
  private playing = false;
  private playedSequence = Number.NaN;
  private targetFrames = 1;
  /** Pulls that a talkspurt's first packets have waited. */
  private waitedFrames = 0;
  /** Pulls answered without moving on, because nothing had arrived. */
  private heldFrames = 0;
  private lateTimesMs: number[] = [];
  /** Frames of delay that late packets have shown to be missing. */
  private wantedFrames = 0;
  /** Whether the frame before is known to have been quiet; looked at only when more delay is wanted. */
  private playedQuiet = false;
  private lastPullMs = Number.NEGATIVE_INFINITY;
  private lastShrinkMs = Number.NEGATIVE_INFINITY;

  /** `isQuiet` tells whether a frame's payload may be dropped, or repeated by concealment, without being missed. */
  constructor(options: { isQuiet?: (payload: Uint8Array) => boolean } = {}) {
    this.isQuiet = options.isQuiet ?? (() => false);
  }

  /** The delay that is aimed at, in milliseconds. */
  get targetMs(): number {
    return this.targetFrames * FRAME_MS;
  }

  /** Sound at hand that has not been played, in milliseconds. */
  get bufferedMs(): number {
    return (this.queue.samplesFrom(this.cursor) * FRAME_MS) / FRAME_SAMPLES;
  }

  /** A packet of audio, one byte for each sample, of any length; in any order. Keeps its payload until it is played. */
  push(packet: RtpPacket, arrivalMs: number): Arrival {
    if (packet.ssrc !== this.ssrc && !this.adopt(packet.ssrc)) return 'implausible';
    const placement = this.timeline.place(packet);
    if (typeof placement === 'string') return placement;
    const { sequence, start } = placement;
    const end = start + packet.payload.length;
    if (end <= this.cursor) {
      this.noteLate(start, arrivalMs);
      return 'late';
    }
    const chunk: Chunk = { sequence, start, end, payload: packet.payload, arrivalMs, started: false };
    return this.queue.insert(chunk) ? 'queued' : 'duplicate';
  }

  /** What to play for the next 20 ms. Call it once for each; `nowMs` is on the clock of `arrivalMs`. */
  pull(nowMs: number): Playout {
    const sincePullMs = nowMs - this.lastPullMs;
    this.lastPullMs = nowMs;
    if (!this.playing && !this.begin(nowMs)) return EMPTY;
    if (sincePullMs >= STEADY_PULL_MS.least && sincePullMs <= STEADY_PULL_MS.most) this.limitDelay();
    this.queue.discardBefore(this.cursor);
    return this.play(nowMs);
  }

  reset(): void {
    this.timeline.reset();
    this.queue.clear();
    this.slack.reset();
    this.cursor = Number.NEGATIVE_INFINITY;
    this.playing = false;
    this.playedSequence = Number.NaN;
    this.targetFrames = 1;
    this.waitedFrames = 0;
    this.heldFrames = 0;
    this.lateTimesMs = [];
    this.wantedFrames = 0;
  }

  /** Another SSRC is another stream, from now on; stragglers of the old one may not bring it back. */
  private adopt(ssrc: number): boolean {
    if (this.retired?.ssrc === ssrc) {
      this.retired.packets += 1;
      if (this.retired.packets < 3) return false;
    }
    this.retired = this.ssrc === null ? null : { ssrc: this.ssrc, packets: 0 };
    this.ssrc = ssrc;
    this.reset();
    return true;
  }

  private begin(nowMs: number): boolean {
    const { first } = this.queue;
    if (!first) return false;
    // A pause is the time to take back delay that was not needed.
    while (this.targetFrames > 1 && this.hasDelayToSpare(nowMs)) this.reduce();
    this.waitedFrames += 1;
    const enough = this.queue.samplesFrom(this.cursor) >= this.targetFrames * FRAME_SAMPLES;
    if (!enough && this.waitedFrames <= this.targetFrames) return false;
    const isFirst = this.cursor === Number.NEGATIVE_INFINITY;
    this.cursor = Math.max(this.cursor, first.start);
    if (isFirst) this.skipStale();
    this.playing = true;
    this.waitedFrames = 0;
    this.heldFrames = 0;
    return true;
  }

  /** What came before anybody listened is skipped, unless it is speech, and not too old. */
  private skipStale(): void {
    this.cursor = Math.max(this.cursor, this.queue.positionLeaving(MAXIMUM_DELAY_FRAMES * FRAME_SAMPLES));
    while (
      this.queue.samplesFrom(this.cursor) > this.targetFrames * FRAME_SAMPLES &&
      this.hasFrame(this.cursor) &&
      this.isQuiet(this.queue.frameAt(this.cursor))
    )
      this.cursor += FRAME_SAMPLES;
  }

  private limitDelay(): void {
    if (this.queue.samplesFrom(this.cursor) <= (MAXIMUM_DELAY_FRAMES + 1) * FRAME_SAMPLES) return;
    this.cursor = Math.max(this.cursor, this.queue.positionLeaving(this.targetFrames * FRAME_SAMPLES));
    this.heldFrames = 0;
    this.slack.reset();
  }

  private hasFrame(position: number): boolean {
    return this.queue.reachFrom(position).end >= position + FRAME_SAMPLES;
  }

  private play(nowMs: number): Playout {
    if (this.hasFrame(this.cursor)) return this.playFrame(nowMs);
    const { before, after } = this.queue.reachFrom(this.cursor);
    if (!after) return this.hold();
    if (this.heldFrames > 0) {
      // The pulls that were held have already stood in for the gap.
      this.cursor = Math.min(this.cursor + this.heldFrames * FRAME_SAMPLES, after.start);
      this.heldFrames = 0;
      this.queue.discardBefore(this.cursor);
      return this.play(nowMs);
    }
    return this.crossGap(nowMs, before?.sequence ?? this.playedSequence, after);
  }

  private playFrame(nowMs: number): Playout {
    if (this.heldFrames > 0) this.grow(this.heldFrames);
    this.heldFrames = 0;
    if (this.mayInsertFrame(nowMs)) {
      this.growBeforeNext();
      return LOST;
    }
    if (this.mayDropFrame(nowMs) && this.isQuiet(this.queue.frameAt(this.cursor))) this.shrink(nowMs);
    this.frame.payload = this.queue.frameAt(this.cursor, (chunk) => {
      this.slack.record(nowMs, nowMs - chunk.arrivalMs);
      this.playedSequence = chunk.sequence;
    });
    this.cursor += FRAME_SAMPLES;
    return this.frame;
  }

  /** Nothing more is at hand: it may be late, or the sender may pause. The place is kept, so that nothing gets lost. */
  private hold(): Playout {
    this.heldFrames += 1;
    if (this.heldFrames > MAXIMUM_DELAY_FRAMES) {
      this.playing = false;
      this.queue.discardBefore(Number.POSITIVE_INFINITY);
    }
    return this.heldFrames <= CONCEALABLE_FRAMES ? LOST : EMPTY;
  }

  private crossGap(nowMs: number, beforeSequence: number, after: Chunk): Playout {
    if (after.start - this.cursor > MAXIMUM_DELAY_FRAMES * FRAME_SAMPLES) {
      this.cursor = after.start;
      return this.play(nowMs);
    }
    if (after.sequence === beforeSequence + 1) {
      // No packet is missing: the sender paused, and the pause is played out.
      this.cursor = Math.min(this.cursor + FRAME_SAMPLES, after.start);
      return EMPTY;
    }
    if (this.wantedFrames > 0) this.growBeforeNext();
    else this.cursor += FRAME_SAMPLES;
    return LOST;
  }

  private wantsMoreDelay(nowMs: number): boolean {
    if (this.targetFrames >= MAXIMUM_DELAY_FRAMES) return false;
    if (this.wantedFrames > 0) return true;
    return this.slack.covers(1000, nowMs) && this.slack.minimumMs < NEARLY_LATE_MS;
  }

  /** Within quiet alone: concealment repeats the frame before, which must not be the end of a word. */
  private mayInsertFrame(nowMs: number): boolean {
    const followsQuiet = this.playedQuiet;
    this.playedQuiet = this.wantsMoreDelay(nowMs) && this.isQuiet(this.queue.frameAt(this.cursor));
    return followsQuiet && this.playedQuiet;
  }

  private growBeforeNext(): void {
    this.wantedFrames = Math.max(0, this.wantedFrames - 1);
    this.grow(1);
  }

  private grow(frames: number): void {
    this.targetFrames = Math.min(MAXIMUM_DELAY_FRAMES, this.targetFrames + frames);
    this.slack.shift(frames * FRAME_MS);
  }

  private mayDropFrame(nowMs: number): boolean {
    return (
      nowMs - this.lastShrinkMs >= SHRINK_INTERVAL_MS &&
      this.hasDelayToSpare(nowMs) &&
      this.hasFrame(this.cursor + FRAME_SAMPLES)
    );
  }

  private hasDelayToSpare(nowMs: number): boolean {
    return this.slack.covers(this.slack.spanMs, nowMs) && this.slack.minimumMs >= SPARE_MS;
  }

  private shrink(nowMs: number): void {
    this.cursor += FRAME_SAMPLES;
    this.queue.discardBefore(this.cursor);
    this.lastShrinkMs = nowMs;
    this.reduce();
  }

  private reduce(): void {
    this.targetFrames = Math.max(1, this.targetFrames - 1);
    this.slack.shift(-FRAME_MS);
  }

  private noteLate(start: number, nowMs: number): void {
    this.lateTimesMs = this.lateTimesMs.filter((timeMs) => nowMs - timeMs < this.slack.spanMs);
    this.lateTimesMs.push(nowMs);
    if (this.lateTimesMs.length < LATE_PACKETS_TO_GROW) return;
    const missingFrames = Math.ceil((this.cursor - start) / FRAME_SAMPLES);
    this.wantedFrames = Math.min(MAXIMUM_DELAY_FRAMES - this.targetFrames, Math.max(this.wantedFrames, missingFrames));
    this.lateTimesMs = [];
  }
}
