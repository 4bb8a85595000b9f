import { EventQueue } from '../../kernel/event-queue.ts';
import type { MediaEvent, MediaHost, MediaResult, MediaSession } from '../../media/media.ts';

/** One call's audio, as a test tells it. */
class ScriptedSession implements MediaSession {
  readonly port = 30_000;
  readonly queue = new EventQueue<MediaEvent>();
  readonly answered = Promise.withResolvers<void>();
  readonly saidFarewell = Promise.withResolvers<void>();
  result: MediaResult = {
    turns: [],
    answeredBy: 'human',
    responseMs: [],
    usage: [],
    outcomeHint: null,
    warnings: [],
    recording: null,
    stats: null,
  };

  get events(): AsyncIterable<MediaEvent> {
    return this.queue;
  }

  answer(): void {
    this.answered.resolve();
  }

  redirect(): void {}

  dtmf(): void {}

  /** What supervisors did, in order. */
  readonly supervised: string[] = [];

  async join(legId: string, role: string): Promise<number> {
    this.supervised.push(role === 'supervisor' ? `join ${legId}` : `join ${role}`);
    return 30_002;
  }

  redirectLeg(): void {}

  /** Keys of further legs. */
  readonly digits: string[] = [];

  dtmfOf(_legId: string, digit: string): void {
    this.digits.push(digit);
  }

  brief(_legId: string, briefing: string | null): void {
    this.supervised.push(`brief ${briefing}`);
  }

  connect(connection: string): void {
    this.supervised.push(`connect ${connection}`);
  }

  leave(legId: string): void {
    this.supervised.push(`leave ${legId}`);
  }

  takeOver(legId: string): void {
    this.supervised.push(`take over ${legId}`);
  }

  giveBack(legId: string): void {
    this.supervised.push(`give back ${legId}`);
  }

  whisper(text: string): void {
    this.supervised.push(`whisper ${text}`);
  }

  tellPassages(): void {}

  settleTool(): void {}

  useTools(): void {}

  hold(by: string, waiting: string): void {
    this.supervised.push(`hold ${by} ${waiting}`);
  }

  resume(): void {
    this.supervised.push('resume');
  }

  transferring(by: string): void {
    this.supervised.push(`transferring ${by}`);
  }

  handOn(by: string, to: string): void {
    this.supervised.push(`hand on to ${to} by ${by}`);
  }

  transferFailed(reason: string): void {
    this.supervised.push(`transfer failed: ${reason}`);
  }

  transferred(): void {
    this.supervised.push('transferred');
  }

  personJoined(): void {
    this.supervised.push('person joined');
  }

  personLeft(): void {
    this.supervised.push('person left');
  }

  sayFarewell(): void {
    this.saidFarewell.resolve();
    this.queue.push({ type: 'hangup', endReason: 'interrupted_by_restart' });
  }

  /** What `close` waits for. */
  closes: Promise<void> = Promise.resolve();

  async close(): Promise<MediaResult> {
    await this.closes;
    this.queue.close();
    return this.result;
  }
}

export class ScriptedMedia implements MediaHost {
  /** How often it was asked whether it is ready. */
  asked = 0;
  #isReady = true;
  readonly sessions = new Map<string, ScriptedSession>();
  /** Thrown by the next `open`. */
  failure: Error | null = null;
  /** What `open` waits for. */
  opens: Promise<void> = Promise.resolve();

  get isReady(): boolean {
    this.asked += 1;
    return this.#isReady;
  }

  set isReady(isReady: boolean) {
    this.#isReady = isReady;
  }

  async open({ callId }: { callId: string }): Promise<MediaSession> {
    await this.opens;
    if (this.failure) throw this.failure;
    const session = new ScriptedSession();
    this.sessions.set(callId, session);
    return session;
  }
}
