import type { TranscriptTurn } from '@parley/contract';

const seconds = (milliseconds: number) => Math.round(milliseconds) / 1000;

/** What people do with the caller, as turns of their own in the transcript: the times in which they have them wait, and whom they hand them on to. */
export class DeskTurns {
  readonly #turns: TranscriptTurn[] = [];
  #hold: { by: string; sinceMs: number } | null = null;

  get isOnHold(): boolean {
    return this.#hold !== null;
  }

  /** `atMs`: in the call. */
  beginHold(by: string, atMs: number): void {
    this.#hold = { by, sinceMs: atMs };
  }

  /** Its turn; null: no call is held. */
  endHold(atMs: number): TranscriptTurn | null {
    if (!this.#hold) return null;
    const { by, sinceMs } = this.#hold;
    this.#hold = null;
    return this.#note({ name: 'put_on_hold', arguments: { by } }, sinceMs, atMs);
  }

  /** Its turn. */
  noteTransfer(by: string, to: string, atMs: number): TranscriptTurn {
    return this.#note({ name: 'transfer_call', arguments: { to, by } }, atMs, atMs);
  }

  /** The turns of the conversation, and these where they belong. */
  among(turns: readonly TranscriptTurn[]): TranscriptTurn[] {
    return [...turns, ...this.#turns].sort((one, other) => one.start - other.start);
  }

  #note(tool: NonNullable<TranscriptTurn['tool']>, startMs: number, endMs: number): TranscriptTurn {
    const turn: TranscriptTurn = {
      ...{ role: 'tool', text: '', start: seconds(startMs), end: seconds(endMs), interrupted: false },
      tool,
    };
    this.#turns.push(turn);
    return turn;
  }
}
