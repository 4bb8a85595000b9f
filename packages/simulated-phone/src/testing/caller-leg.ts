import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import type { createVoiceActivityDetector } from '@parley/providers';
import type { Pacer, RtpSession } from '@parley/rtp';
import type { CallEvent, MediaNegotiation, OutgoingCall } from '@parley/sip';
import { Playout } from '../playout.ts';

const PATIENCE_MS = 12_000;

interface Run {
  startMs: number;
  endMs: number;
}

interface LegParts {
  call: OutgoingCall;
  rtp: RtpSession;
  negotiation: MediaNegotiation;
  pacer: Pacer;
  detector: ReturnType<Awaited<ReturnType<typeof createVoiceActivityDetector>>>;
}

/** One call, as its caller lives through it. Times count from its own answer, in frames. */
export class CallerLeg {
  readonly call: OutgoingCall;
  readonly rtp: RtpSession;
  readonly negotiation: MediaNegotiation;
  readonly events: CallEvent[] = [];
  /** Since the answer; silence where nothing came in. */
  readonly heard: Int16Array[] = [];
  /** Early media. */
  readonly heardBefore: Int16Array[] = [];
  private readonly speech: boolean[] = [];
  private readonly detector: LegParts['detector'];
  private readonly ticking: { remove(): void };
  private readonly mouth = new Playout();
  private readonly waiting = new Set<() => void>();
  private answered = false;
  private over = false;

  constructor({ call, rtp, negotiation, pacer, detector }: LegParts) {
    this.call = call;
    this.rtp = rtp;
    this.negotiation = negotiation;
    this.detector = detector;
    this.ticking = pacer.add(() => this.tick());
    call.on((event) => this.receive(event));
  }

  get statuses(): number[] {
    return this.events.flatMap((event) => (event.type === 'ringing' ? [event.status] : []));
  }

  get end(): Extract<CallEvent, { type: 'ended' }> | undefined {
    return this.events.find((event) => event.type === 'ended');
  }

  get nowMs(): number {
    return this.heard.length * FRAME_MS;
  }

  get isSpeaking(): boolean {
    return this.mouth.isPlaying;
  }

  /** When the other side's voice was heard, gaps under 300 ms closed. */
  get voiced(): Run[] {
    const runs: Run[] = [];
    this.speech.forEach((isSpeech, frame) => {
      if (!isSpeech) return;
      const startMs = frame * FRAME_MS;
      const last = runs.at(-1);
      if (last && startMs - last.endMs < 300) last.endMs = startMs + FRAME_MS;
      else runs.push({ startMs, endMs: startMs + FRAME_MS });
    });
    return runs;
  }

  speak(samples: Int16Array): void {
    this.mouth.play(samples);
  }

  /** Looks after every frame and every event. */
  async until(what: string, condition: () => boolean): Promise<void> {
    if (condition()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error(`${what} did not come within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    const look = () => condition() && resolve();
    this.waiting.add(look);
    await promise.finally(() => {
      clearTimeout(timer);
      this.waiting.delete(look);
    });
  }

  untilAnswered(): Promise<void> {
    return this.until('the answer', () => this.answered);
  }

  untilOver(): Promise<void> {
    return this.until('the end', () => this.over);
  }

  async hangUp(): Promise<void> {
    await this.call.hangUp();
  }

  private tick(): void {
    const frame = this.rtp.pull()?.frame.slice() ?? new Int16Array(FRAME_SAMPLES);
    if (this.answered) {
      this.heard.push(frame);
      this.speech.push(this.detector.isSpeech(frame));
      this.rtp.send(this.mouth.nextFrame());
    } else {
      this.heardBefore.push(frame);
    }
    this.look();
  }

  private receive(event: CallEvent): void {
    this.events.push(event);
    if (event.type === 'ringing' && event.sdp !== null) this.configure(event.sdp);
    if (event.type === 'answered') {
      this.configure(event.sdp);
      this.answered = true;
    }
    if (event.type === 'ended') {
      this.over = true;
      this.ticking.remove();
      this.rtp.close();
      this.detector.close();
    }
    this.look();
  }

  private look(): void {
    for (const look of this.waiting) look();
  }

  private configure(sdp: string): void {
    this.rtp.configure(this.negotiation.answeredBy(sdp));
  }
}
