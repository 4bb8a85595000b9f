import type { TranscriptTurn } from '@parley/contract';

const seconds = (milliseconds: number) => Math.round(milliseconds) / 1000;

/** The times in which a person at the live desk has the caller wait: turns of their own in the transcript. */
export class DeskHold {
  readonly #turns: TranscriptTurn[] = [];
  #current: { by: string; sinceMs: number } | null = null;

  get lasts(): boolean {
    return this.#current !== null;
  }

  /** `atMs`: in the call. */
  begin(by: string, atMs: number): void {
    this.#current = { by, sinceMs: atMs };
  }

  /** Its turn; null: no call is held. */
  end(atMs: number): TranscriptTurn | null {
    if (!this.#current) return null;
    const { by, sinceMs } = this.#current;
    this.#current = null;
    const turn: TranscriptTurn = {
      ...{ role: 'tool', text: '', start: seconds(sinceMs), end: seconds(atMs), interrupted: false },
      tool: { name: 'put_on_hold', arguments: { by } },
    };
    this.#turns.push(turn);
    return turn;
  }

  /** The turns of the conversation, and these where they belong. */
  among(turns: readonly TranscriptTurn[]): TranscriptTurn[] {
    return [...turns, ...this.#turns].sort((one, other) => one.start - other.start);
  }
}
