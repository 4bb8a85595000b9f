import type { TranscriptTurn } from '../conversation-event.ts';

/** The turns of a call in the order in which they began, though they become known in the order in which they ended. */
export class Transcript {
  readonly #turns: TranscriptTurn[] = [];
  readonly #onTurn: (turn: TranscriptTurn) => void;

  constructor(onTurn: (turn: TranscriptTurn) => void) {
    this.#onTurn = onTurn;
  }

  add(turn: TranscriptTurn): void {
    const next = this.#turns.findIndex(({ startMs }) => startMs > turn.startMs);
    this.#turns.splice(next < 0 ? this.#turns.length : next, 0, turn);
    this.#onTurn(turn);
  }

  get turns(): TranscriptTurn[] {
    return [...this.#turns];
  }
}
