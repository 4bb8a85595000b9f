import type { CallPhase, EndReason, TranscriptTurn } from '@parley/contract';

/** What those who follow a live call in its own process hear of it, at once and without the database. */
export type LiveEvent =
  | { type: 'phase'; phase: CallPhase }
  | { type: 'turn'; turn: TranscriptTurn }
  /** The agent uses a tool; its turn follows. */
  | { type: 'tool'; tool: { name: string; arguments: Record<string, unknown> }; start: number }
  /** What the caller is saying, as far as it is understood. */
  | { type: 'hearing'; text: string }
  /** The supervisor who talks with the caller; null: the agent does. */
  | { type: 'floor'; supervisorId: string | null }
  | { type: 'ended'; endReason: EndReason };

type Watcher = (event: LiveEvent) => void;

/** One call's events, and what somebody has to know who begins to follow it now. */
export class LiveFeed {
  readonly #turns: TranscriptTurn[] = [];
  readonly #watchers = new Set<Watcher>();
  #phase: CallPhase;
  #floor: string | null = null;
  #ended: LiveEvent | null = null;

  constructor(phase: CallPhase) {
    this.#phase = phase;
  }

  get phase(): CallPhase {
    return this.#phase;
  }

  /** The supervisor who talks with the caller; null: the agent does. */
  get floor(): string | null {
    return this.#floor;
  }

  push(event: LiveEvent): void {
    if (event.type === 'phase') this.#phase = event.phase;
    if (event.type === 'turn') this.#turns.push(event.turn);
    if (event.type === 'floor') this.#floor = event.supervisorId;
    if (event.type === 'ended') this.#ended = event;
    for (const watcher of this.#watchers) watcher(event);
  }

  /** What has happened so far comes first. Returns what ends it. */
  watch(watcher: Watcher): () => void {
    watcher({ type: 'phase', phase: this.#phase });
    for (const turn of this.#turns) watcher({ type: 'turn', turn });
    if (this.#floor !== null) watcher({ type: 'floor', supervisorId: this.#floor });
    if (this.#ended) watcher(this.#ended);
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
