import type { MessagePort } from 'node:worker_threads';
import type { AnsweredBy, TranscriptTurn } from '@parley/contract';
import type { NegotiatedMedia } from '@parley/rtp';
import type { LegSound } from '../carriers/carrier.ts';
import { EventQueue } from '../kernel/event-queue.ts';
import type { Connection, JoiningRole, WaitingSound } from './audibility.ts';
import type { FoundPassage, MediaAgent, MediaEvent, MediaResult, MediaSession, MediaToolResult } from './media.ts';
import type { MediaCommand } from './protocol.ts';
import { findRecording } from './recording-file.ts';

/** A disk that stalls may not keep the end of a call waiting. */
const FILE_CHECK_MS = 1000;

export interface RemoteSessionOptions {
  callId: string;
  port: number;
  /** Null: the call is not recorded. */
  recordingsDir: string | null;
  /** A thread that takes longer to close is not waited for. */
  closeMs: number;
  send(command: MediaCommand, transfer?: MessagePort[]): void;
  /** It is over for this side; maybe more than once. */
  onSettled(): void;
}

/** A call's media in another thread. It keeps the turns, so that they outlive the thread. */
export class RemoteSession implements MediaSession {
  readonly port: number;
  readonly #options: RemoteSessionOptions;
  readonly #queue = new EventQueue<MediaEvent>();
  readonly #closed = Promise.withResolvers<MediaResult>();
  readonly #turns: TranscriptTurn[] = [];
  readonly #joining = new Map<string, PromiseWithResolvers<number>>();
  #answeredBy: AnsweredBy = 'unknown';
  #answered = false;
  #isSettled = false;
  #deadline: NodeJS.Timeout | null = null;

  constructor(options: RemoteSessionOptions) {
    this.port = options.port;
    this.#options = options;
  }

  get events(): AsyncIterable<MediaEvent> {
    return this.#queue;
  }

  answer(remote: NegotiatedMedia | null): void {
    this.#answered = true;
    this.#send({ type: 'answer', callId: this.#options.callId, remote });
  }

  redirect(remote: NegotiatedMedia): void {
    this.#send({ type: 'redirect', callId: this.#options.callId, remote });
  }

  dtmf(digit: string): void {
    this.#send({ type: 'dtmf', callId: this.#options.callId, digit });
  }

  join(legId: string, role: JoiningRole, { frames, isOverIpv6 = false }: LegSound, legNo = 0): Promise<number> {
    const { callId, send } = this.#options;
    if (this.#isSettled) {
      // No thread would take it.
      frames?.port.close();
      return Promise.reject(new Error('the call is over'));
    }
    const joining = Promise.withResolvers<number>();
    this.#joining.set(legId, joining);
    send({ type: 'join', callId, legId, role, frames, isOverIpv6, legNo }, frames ? [frames.port] : []);
    return joining.promise;
  }

  redirectLeg(legId: string, remote: NegotiatedMedia): void {
    this.#send({ type: 'redirect_leg', callId: this.#options.callId, legId, remote });
  }

  dtmfOf(legId: string, digit: string): void {
    this.#send({ type: 'dtmf_of', callId: this.#options.callId, legId, digit });
  }

  brief(legId: string, briefing: string | null): void {
    this.#send({ type: 'brief', callId: this.#options.callId, legId, briefing });
  }

  connect(connection: Connection, waiting: WaitingSound | null): void {
    this.#send({ type: 'connect', callId: this.#options.callId, connection, waiting });
  }

  leave(legId: string): void {
    this.#send({ type: 'leave', callId: this.#options.callId, legId });
  }

  takeOver(legId: string, by: string): void {
    this.#send({ type: 'take_over', callId: this.#options.callId, legId, by });
  }

  giveBack(legId: string): void {
    this.#send({ type: 'give_back', callId: this.#options.callId, legId });
  }

  whisper(text: string): void {
    this.#send({ type: 'whisper', callId: this.#options.callId, text });
  }

  tellPassages(searchId: number, passages: FoundPassage[] | null): void {
    this.#send({ type: 'passages', callId: this.#options.callId, searchId, passages });
  }

  settleTool(id: number, result: MediaToolResult): void {
    this.#send({ type: 'settle_tool', callId: this.#options.callId, id, result });
  }

  useTools(tools: MediaAgent['tools']): void {
    this.#send({ type: 'use_tools', callId: this.#options.callId, tools });
  }

  hold(by: string, waiting: WaitingSound): void {
    this.#send({ type: 'hold', callId: this.#options.callId, by, waiting });
  }

  resume(): void {
    this.#send({ type: 'resume', callId: this.#options.callId });
  }

  transferring(by: string): void {
    this.#send({ type: 'transferring', callId: this.#options.callId, by });
  }

  handOn(by: string, to: string): void {
    this.#send({ type: 'hand_on', callId: this.#options.callId, by, to });
  }

  transferFailed(reason: string): void {
    this.#send({ type: 'transfer_failed', callId: this.#options.callId, reason });
  }

  transferred(): void {
    this.#send({ type: 'transferred', callId: this.#options.callId });
  }

  personJoined(): void {
    this.#send({ type: 'person_joined', callId: this.#options.callId });
  }

  personLeft(): void {
    this.#send({ type: 'person_left', callId: this.#options.callId });
  }

  sayFarewell(): void {
    this.#send({ type: 'farewell', callId: this.#options.callId });
  }

  close(): Promise<MediaResult> {
    if (!this.#isSettled && this.#deadline === null) {
      this.#send({ type: 'close', callId: this.#options.callId });
      this.#deadline = setTimeout(
        () => void this.lose('The media thread of this call did not reply.'),
        this.#options.closeMs,
      );
    }
    return this.#closed.promise;
  }

  /** From the thread. */
  push(event: MediaEvent): void {
    if (event.type === 'turn') this.#turns.push(event.turn);
    if (event.type === 'answered_by') this.#answeredBy = event.who;
    this.#queue.push(event);
  }

  /** A further leg is in the call, or why it is not. */
  settleJoin(legId: string, result: { port: number } | Error): void {
    const joining = this.#joining.get(legId);
    this.#joining.delete(legId);
    if (result instanceof Error) joining?.reject(result);
    else joining?.resolve(result.port);
  }

  /** What the thread says there was; idempotent. */
  settle(result: MediaResult): void {
    this.#isSettled = true;
    if (this.#deadline) clearTimeout(this.#deadline);
    for (const legId of [...this.#joining.keys()]) this.settleJoin(legId, new Error('the call is over'));
    this.#queue.close();
    this.#closed.resolve(result);
    this.#options.onSettled();
  }

  /** The thread is gone: what is known here is all there is. */
  async lose(warning: string): Promise<void> {
    this.push({ type: 'failed', endReason: 'internal_error', message: warning });
    this.settle({
      turns: this.#turns,
      answeredBy: this.#answeredBy,
      responseMs: [],
      usage: [],
      outcomeHint: null,
      warnings: [warning],
      recording: await this.#keptRecording(),
      stats: null,
    });
  }

  /** Recordings have no header: what reached the disk is whole. */
  async #keptRecording(): Promise<string | null> {
    const { recordingsDir, callId } = this.#options;
    if (recordingsDir === null || !this.#answered) return null;
    const { promise: timeout, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), FILE_CHECK_MS);
    const written = await Promise.race([findRecording(recordingsDir, callId), timeout]);
    clearTimeout(timer);
    return written !== null && written.size > 0 ? written.file : null;
  }

  #send(command: MediaCommand): void {
    this.#options.send(command);
  }
}
