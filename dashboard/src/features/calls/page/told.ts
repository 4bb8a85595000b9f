import type { CallEvent, LiveTool, TranscriptTurn } from '@parley/contract';

/** What a call's events tell of what is said and done in it. */
export interface Told {
  /** In the order of what was said. */
  turns: readonly TranscriptTurn[];
  /** Tools that have no result yet. */
  running: readonly Pick<LiveTool, 'tool' | 'start'>[];
}

export function told(events: readonly CallEvent[]): Told {
  const turns = events.flatMap((event) => (event.event === 'call.turn' ? [event.data.turn] : []));
  const started = events.flatMap((event) => (event.event === 'call.tool' ? [event.data] : []));
  const running = started.filter(({ tool, start }) => !turns.some((turn) => isResult(turn, tool.name, start)));
  return {
    turns: turns.sort((one, other) => one.start - other.start),
    running: running.map(({ tool, start }) => ({ tool: { ...tool, result: null, error: false }, start })),
  };
}

const isResult = (turn: TranscriptTurn, name: string, start: number): boolean =>
  turn.tool?.name === name && turn.start === start;
