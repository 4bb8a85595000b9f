import type { CallEvent, LiveTool, TranscriptTurn } from '@parley/contract';

/** The turns and running tools in the events of a call. */
export interface EventTurns {
  /** In the order of what was said. */
  turns: readonly TranscriptTurn[];
  /** Tools that have no result yet. */
  running: readonly Pick<LiveTool, 'tool' | 'start'>[];
}

export function eventTurns(events: readonly CallEvent[]): EventTurns {
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
