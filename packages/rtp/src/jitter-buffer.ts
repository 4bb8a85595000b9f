import { type AudioRateHz, FRAME_MS } from '@parley/audio';
import type { RtpPacket } from './packet.ts';
import { type PayloadSound, POSITIONS_PER_MS } from './payload-sound.ts';
import { MAXIMUM_DELAY_FRAMES, PlayoutDelay } from './playout-delay.ts';
import { type Chunk, FRAME_POSITIONS, PlayoutQueue } from './playout-queue.ts';
import { SeenSequences } from './serial-number.ts';
import { type Placement, StreamTimeline, type TimedSound } from './stream-timeline.ts';

/** Longest run that is reported as lost when nothing arrives: concealment has faded to silence by then. */
const CONCEALABLE_FRAMES = 3;
/** Pulls further apart, or closer, than this are a thread that catches up after it was blocked. */
const STEADY_PULL_MS = { least: FRAME_MS / 2, most: 1.5 * FRAME_MS };
/** Packets in a row after which a sender has really gone back to its SSRC before the last. */
const PACKETS_TO_RETURN = 2;

export type Playout =
  /** 20 ms at the buffer's rate, valid until the next pull. `isRecovered`: of a packet that did not come, from the one behind it. */
  | { type: 'frame'; samples: Int16Array; isRecovered: boolean }
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
 * packet of four seconds came more than a frame early, a frame of silence is dropped.
 *
 * A packet that is lost is played from the packet behind it, where that carries its audio once more and is there in time. Where
 * it comes too late for that, it counts as a late packet does, so that the delay grows by what it takes.
 */
export class JitterBuffer {
  private readonly isQuiet: (frame: Int16Array) => boolean;
  private readonly timeline = new StreamTimeline();
  private readonly queue: PlayoutQueue;
  private readonly delay = new PlayoutDelay();
  /** Packets that have no audio in them: not missing where it is their turn. */
  private readonly soundless = new SeenSequences();
  private readonly frame: Extract<Playout, { type: 'frame' }> = {
    type: 'frame',
    samples: new Int16Array(0),
    isRecovered: false,
  };
  private ssrc: number | null = null;
  /** The SSRC before this one, and how many packets in a row still come from it. */
  private retired: { ssrc: number; packets: number } | null = null;

  /** What is to be played next; everything before it is history. */
  private cursor = Number.NEGATIVE_INFINITY;
  private playing = false;
  private playedSequence = Number.NaN;
  /** Whether the frame before is known to have been quiet; looked at only when more delay is wanted. */
  private playedQuiet = false;
  /** Pulls that a talkspurt's first packets have waited. */
  private waitedFrames = 0;
  /** Pulls answered without moving on, because nothing had arrived. */
  private heldFrames = 0;
  private lastPullMs = Number.NEGATIVE_INFINITY;

  /**
   * `isQuiet` tells whether a frame may be dropped, or repeated by concealment, without being missed. `rateHz`: what packets
   * are decoded to.
   */
  constructor(options: { rateHz: AudioRateHz; isQuiet?: (frame: Int16Array) => boolean }) {
    this.isQuiet = options.isQuiet ?? (() => false);
    this.queue = new PlayoutQueue(options.rateHz);
  }

  /** Sound at hand that has not been played, in milliseconds. */
  get bufferedMs(): number {
    return this.queue.soundFrom(this.cursor) / POSITIONS_PER_MS;
  }

  /** The delay that is aimed at, in milliseconds. */
  get targetMs(): number {
    return this.delay.targetFrames * FRAME_MS;
  }

  /** Of the packet whose audio was played last, 16 bits. */
  get playedSequenceNumber(): number {
    return this.playedSequence & 0xffff;
  }

  /** A packet of audio, of any length; in any order. Keeps its payload until it is played. */
  push(packet: RtpPacket, sound: PayloadSound, arrivalMs: number): Arrival {
    const durationMs = sound.durationMs(packet.payload);
    const placement = this.place(packet, { clockRateHz: sound.clockRateHz, durationMs });
    if (typeof placement === 'string') return placement;
    const { sequence, start } = placement;
    const end = start + durationMs * POSITIONS_PER_MS;
    if (end <= this.cursor) {
      this.delay.noteLate(arrivalMs, Math.ceil((this.cursor - start) / FRAME_POSITIONS));
      return 'late';
    }
    const { payload } = packet;
    const chunk: Chunk = {
      ...{ sequence, start, end, payload, sound, arrivalMs },
      ...{ samples: null, started: false, isRecovered: false },
    };
    if (this.queue.insert(chunk)) return 'queued';
    if (!this.queue.isRecoveredAt(start)) return 'duplicate';
    this.delay.noteLate(arrivalMs, 1);
    return 'late';
  }

  /** A packet of the stream that has no audio to be played, such as comfort noise: the sender pauses, and nothing is lost. */
  pushSoundless(packet: RtpPacket, clockRateHz: number): void {
    const placement = this.place(packet, { clockRateHz, durationMs: 0 });
    if (typeof placement !== 'string') this.soundless.add(placement.sequence);
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

  /** Forgets the stream: the next packet is the first of another. */
  reset(): void {
    this.timeline.reset();
    this.soundless.clear();
    this.queue.clear();
    this.delay.reset();
    this.cursor = Number.NEGATIVE_INFINITY;
    this.playing = false;
    this.playedSequence = Number.NaN;
    this.playedQuiet = false;
    this.waitedFrames = 0;
    this.heldFrames = 0;
  }

  private place(packet: RtpPacket, sound: TimedSound): Placement | 'duplicate' | 'implausible' {
    if (packet.ssrc === this.ssrc) {
      if (this.retired) this.retired.packets = 0;
    } else if (!this.adopt(packet.ssrc)) return 'implausible';
    return this.timeline.place(packet, sound);
  }

  /** Another SSRC is another stream, from now on; stragglers of the old one may not bring it back. */
  private adopt(ssrc: number): boolean {
    if (this.retired?.ssrc === ssrc) {
      this.retired.packets += 1;
      if (this.retired.packets < PACKETS_TO_RETURN) return false;
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
    while (this.delay.targetFrames > 1 && this.delay.isAmple(nowMs)) this.delay.shrink(nowMs);
    this.waitedFrames += 1;
    const hasEnough = this.queue.soundFrom(this.cursor) >= this.delay.targetFrames * FRAME_POSITIONS;
    if (!hasEnough && this.waitedFrames <= this.delay.targetFrames) return false;
    const isFirst = this.cursor === Number.NEGATIVE_INFINITY;
    this.cursor = Math.max(this.cursor, first.start);
    if (isFirst) this.skipStale();
    this.playing = true;
    this.waitedFrames = 0;
    this.heldFrames = 0;
    return true;
  }

  /** What came before the first pull is skipped, unless it is speech, and not too old. */
  private skipStale(): void {
    this.cursor = Math.max(this.cursor, this.queue.positionLeaving(MAXIMUM_DELAY_FRAMES * FRAME_POSITIONS));
    while (
      this.queue.soundFrom(this.cursor) > this.delay.targetFrames * FRAME_POSITIONS &&
      this.hasFrame(this.cursor) &&
      this.isQuiet(this.queue.frameAt(this.cursor))
    )
      this.cursor += FRAME_POSITIONS;
  }

  private limitDelay(): void {
    if (this.queue.soundFrom(this.cursor) <= (MAXIMUM_DELAY_FRAMES + 1) * FRAME_POSITIONS) return;
    this.cursor = Math.max(this.cursor, this.queue.positionLeaving(this.delay.targetFrames * FRAME_POSITIONS));
    this.heldFrames = 0;
    this.delay.forgetSlack();
  }

  private hasFrame(position: number): boolean {
    return this.queue.reachFrom(position).end >= position + FRAME_POSITIONS;
  }

  private play(nowMs: number): Playout {
    const { end, before, after } = this.queue.reachFrom(this.cursor);
    if (end >= this.cursor + FRAME_POSITIONS) return this.playFrame(nowMs);
    if (!after) return this.hold();
    if (this.recover(nowMs, before?.sequence ?? this.playedSequence, after)) return this.play(nowMs);
    // When packets have been late, this one may be on its way: waiting for it is how the delay grows.
    if (this.delay.isMissed) return this.waitForMissing();
    if (this.heldFrames > 0) {
      // The pulls that were held have already stood in for the gap.
      this.cursor = Math.min(this.cursor + this.heldFrames * FRAME_POSITIONS, after.start);
      this.heldFrames = 0;
      this.queue.discardBefore(this.cursor);
      return this.play(nowMs);
    }
    return this.crossGap(nowMs, before?.sequence ?? this.playedSequence, after);
  }

  private playFrame(nowMs: number): Playout {
    if (this.heldFrames > 0) this.delay.grow(this.heldFrames);
    this.heldFrames = 0;
    if (this.mayInsertFrame(nowMs)) {
      this.delay.grow(1);
      return LOST;
    }
    if (this.mayDropFrame(nowMs)) {
      this.delay.shrink(nowMs);
      this.cursor += FRAME_POSITIONS;
      this.queue.discardBefore(this.cursor);
    }
    this.frame.samples = this.queue.frameAt(this.cursor, (chunk) => {
      this.delay.noteInTime(nowMs, nowMs - chunk.arrivalMs);
      this.playedSequence = chunk.sequence;
      this.frame.isRecovered = chunk.isRecovered;
    });
    this.cursor += FRAME_POSITIONS;
    return this.frame;
  }

  /** Nothing more is at hand: it may be late, or the sender may pause. The place is kept, so that nothing gets lost. */
  private hold(): Playout {
    this.heldFrames += 1;
    if (this.heldFrames > MAXIMUM_DELAY_FRAMES) {
      this.playing = false;
      this.queue.clear();
    }
    return this.heldFrames <= CONCEALABLE_FRAMES ? LOST : EMPTY;
  }

  /** Puts the audio that `after` carries of the packet before it in its place, when it is its turn. */
  private recover(nowMs: number, beforeSequence: number, after: Chunk): boolean {
    const { sequence, start: end, payload, sound, arrivalMs } = after;
    const start = end - sound.redundantMs(payload) * POSITIONS_PER_MS;
    // What is carried is the audio before it in the stream: after a pause, or a packet without audio, that is of earlier.
    const isLost = beforeSequence < sequence - 1 && !this.soundless.has(sequence - 1);
    if (after.isRecovered || start === end || !isLost || !this.mayRecover(nowMs, start)) return false;
    const chunk = { sequence: sequence - 1, start, end, payload, sound, arrivalMs };
    return this.queue.insert({ ...chunk, samples: null, started: false, isRecovered: true });
  }

  /** Whether it is the turn of what begins there: it came in time, or the delay is to grow by the pulls that were held for it. */
  private mayRecover(nowMs: number, start: number): boolean {
    const framesPast = Math.ceil((this.cursor - start) / FRAME_POSITIONS) + this.heldFrames;
    if (this.heldFrames === 0 || framesPast <= 0) return start < this.cursor + FRAME_POSITIONS;
    if (!this.delay.isMissed) this.delay.noteLate(nowMs, framesPast);
    if (!this.delay.isMissed) return false;
    // Those before it have stood in for what nothing brings back.
    const framesBefore = Math.max(0, Math.floor((start - this.cursor) / FRAME_POSITIONS));
    this.cursor += framesBefore * FRAME_POSITIONS;
    this.heldFrames -= framesBefore;
    return true;
  }

  private crossGap(nowMs: number, beforeSequence: number, after: Chunk): Playout {
    if (after.start - this.cursor > MAXIMUM_DELAY_FRAMES * FRAME_POSITIONS) {
      this.cursor = after.start;
      return this.play(nowMs);
    }
    if (this.follows(beforeSequence, after.sequence)) {
      // No packet is missing: the sender paused, and the pause is played out.
      this.cursor = Math.min(this.cursor + FRAME_POSITIONS, after.start);
      return EMPTY;
    }
    this.cursor += FRAME_POSITIONS;
    return LOST;
  }

  /** Whether all packets between the two are known to have no audio. */
  private follows(before: number, after: number): boolean {
    let next = before + 1;
    while (next < after && this.soundless.has(next)) next += 1;
    return next === after;
  }

  private waitForMissing(): Playout {
    this.delay.grow(this.heldFrames + 1);
    this.heldFrames = 0;
    return LOST;
  }

  /** Within quiet alone: concealment repeats the frame before, which must not be the end of a word. */
  private mayInsertFrame(nowMs: number): boolean {
    const followsQuiet = this.playedQuiet;
    this.playedQuiet = this.delay.isScarce(nowMs) && this.isQuiet(this.queue.frameAt(this.cursor));
    return followsQuiet && this.playedQuiet;
  }

  private mayDropFrame(nowMs: number): boolean {
    return (
      this.delay.mayShrink(nowMs) &&
      this.hasFrame(this.cursor + FRAME_POSITIONS) &&
      this.isQuiet(this.queue.frameAt(this.cursor))
    );
  }
}
