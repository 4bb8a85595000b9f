import type { CallEvent } from '@parley/contract';
import { expect, it } from 'vitest';
import { eventTurns } from './event-turns.ts';

const reference = { call_id: 'call_1', agent_id: 'agent_1', batch_id: null };
const tool = { name: 'lookup', arguments: { day: 'Friday' } };
const eventOf = (event: object) => event as CallEvent;
const begun = (start: number) => eventOf({ event: 'call.tool', data: { ...reference, tool, start } });
function turn(start: number, role = 'agent'): CallEvent {
  const spoken = { role, text: '', start, end: 9, interrupted: false, ...(role === 'tool' && { tool }) };
  return eventOf({ event: 'call.turn', data: { ...reference, turn: spoken } });
}

it('has turns in the order of what was said', () => {
  expect(eventTurns([turn(4), turn(1), turn(2)]).turns.map(({ start }) => start)).toEqual([1, 2, 4]);
});

it('knows the tools that have no result', () => {
  const running = { tool: { ...tool, result: null, error: false }, start: 3 };
  expect(eventTurns([begun(1), turn(1, 'tool'), begun(3)]).running).toEqual([running]);
});
