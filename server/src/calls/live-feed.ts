import type { CallPhase, EndReason, LiveTool, TranscriptTurn } from '@parley/contract';

/** What those who follow a live call in its own process hear of it, at once and without the database. */
export type LiveEvent =
  | { type: 'phase'; phase: CallPhase }
  | { type: 'turn'; turn: TranscriptTurn }
  | LiveTool
  /** What the caller is saying, as far as it is understood. */
  | { type: 'hearing'; text: string }
  /** The supervisor who talks with the caller; null: the agent does. */
  | { type: 'floor'; supervisorId: string | null }
  /** A person has put the caller on hold, or talks again. */
  | { type: 'hold'; isOnHold: boolean }
  | { type: 'ended'; endReason: EndReason };

type Watcher = (event: LiveEvent) => void;

/** One call's events, and the state that a new follower gets first. */
export class LiveFeed {
  readonly #turns: TranscriptTurn[] = [];
  readonly #watchers = new Set<Watcher>();
  /** Tools that have no result yet. */
  #running: readonly LiveTool[] = [];
  #phase: CallPhase;
  #floor: string | null = null;
  #isOnHold = false;
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

  get isOnHold(): boolean {
    return this.#isOnHold;
  }

  push(event: LiveEvent): void {
    if (event.type === 'phase') this.#phase = event.phase;
    if (event.type === 'tool') this.#running = [...this.#running, event];
    if (event.type === 'turn') this.#addTurn(event.turn);
    if (event.type === 'floor') this.#floor = event.supervisorId;
    if (event.type === 'hold') this.#isOnHold = event.isOnHold;
    if (event.type === 'ended') this.#ended = event;
    this.#tell(event);
  }

  #addTurn(turn: TranscriptTurn): void {
    this.#turns.push(turn);
    const used = usedTool(turn);
    if (!used) return;
    this.#running = this.#running.filter(({ tool, start }) => tool.name !== used.tool.name || start !== used.start);
    this.#tell(used);
  }

  #tell(event: LiveEvent): void {
    for (const watcher of this.#watchers) watcher(event);
  }

  /** What has happened so far comes first. Returns what ends it. */
  watch(watcher: Watcher): () => void {
    watcher({ type: 'phase', phase: this.#phase });
    for (const turn of this.#turns) watcher({ type: 'turn', turn });
    for (const running of this.#running) watcher(running);
    if (this.#floor !== null) watcher({ type: 'floor', supervisorId: this.#floor });
    if (this.#isOnHold) watcher({ type: 'hold', isOnHold: true });
    if (this.#ended) watcher(this.#ended);
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** The use of a tool that has its result; null: the turn is not one. */
function usedTool({ tool, start, end }: TranscriptTurn): LiveTool | null {
  if (tool?.result === undefined) return null;
  const { name, arguments: given, result, error = false } = tool;
  return {
    type: 'tool',
    tool: { name, arguments: given, result, error },
    start,
    duration: Math.round(1000 * (end - start)) / 1000,
  };
}
