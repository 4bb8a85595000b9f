import type { TranscriptTurn } from '@parley/contract';
import type { TranscriptTurn as SpokenTurn } from '@parley/conversation';
import { DeskTurns } from './desk-turns.ts';
import { HoldTimes } from './hold-times.ts';
import type { SpeakerTimes } from './speaker-times.ts';
import { toTranscriptTurn } from './transcript-turn.ts';

/**
 * What was said in a call, and by whom, in the call's time: the conversation's own time stops while the call is on
 * hold.
 */
export class CallTranscript {
  readonly #speakers: Pick<SpeakerTimes, 'legOf'>;
  readonly #onTurn: (turn: TranscriptTurn) => void;
  /** What has been reported, for when the conversation itself can no longer tell. */
  readonly #turns: TranscriptTurn[] = [];
  readonly #holdTimes = new HoldTimes();
  readonly #desk = new DeskTurns();

  constructor(speakers: Pick<SpeakerTimes, 'legOf'>, onTurn: (turn: TranscriptTurn) => void) {
    this.#speakers = speakers;
    this.#onTurn = onTurn;
  }

  get turns(): TranscriptTurn[] {
    return this.#turns;
  }

  add(turn: SpokenTurn): void {
    this.#report(this.#inCall(turn));
  }

  /** The conversation stood still for so long, at `atMs` of its time. */
  noteWait(atMs: number, lengthMs: number): void {
    this.#holdTimes.lengthen(atMs, lengthMs);
  }

  /** A person at the live desk has the caller wait. */
  get isOnDeskHold(): boolean {
    return this.#desk.isOnHold;
  }

  /** `atMs`: of the call. */
  beginDeskHold(by: string, atMs: number): void {
    this.#desk.beginHold(by, atMs);
  }

  /** Does nothing where the caller is not on hold. */
  endDeskHold(atMs: number): void {
    const turn = this.#desk.endHold(atMs);
    if (turn) this.#report(turn);
  }

  /** `atMs`: of the call. */
  noteTransfer(by: string, to: string, atMs: number): void {
    this.#report(this.#desk.noteTransfer(by, to, atMs));
  }

  /** In seconds of the call, as in the turn that begins then. */
  startOf(conversationMs: number): number {
    const { startMs } = this.#holdTimes.spanInCall({ startMs: conversationMs, endMs: conversationMs });
    return Math.round(startMs) / 1000;
  }

  /** All of the conversation's turns, and those beside it where they belong. */
  whole(turns: readonly SpokenTurn[]): TranscriptTurn[] {
    return this.#desk.among(turns.map((turn) => this.#inCall(turn)));
  }

  #inCall(turn: SpokenTurn): TranscriptTurn {
    return toTranscriptTurn(turn, this.#holdTimes, this.#speakers);
  }

  #report(turn: TranscriptTurn): void {
    this.#turns.push(turn);
    this.#onTurn(turn);
  }
}
