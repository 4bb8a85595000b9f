import type { LiveTool } from '@parley/contract';
import { expect, it } from 'vitest';
import { initialLiveState, nextLiveState } from './live-state.ts';

const begun = (name: string, start: number): LiveTool => ({
  type: 'tool',
  tool: { name, arguments: {}, result: null, error: false },
  start,
  duration: null,
});
const done = (name: string, start: number): LiveTool => ({
  ...begun(name, start),
  tool: { name, arguments: {}, result: 'Yes.', error: false },
  duration: 0.5,
});
const after = (...messages: LiveTool[]) => messages.reduce(nextLiveState, initialLiveState).running;

it('knows which tools run', () => {
  expect(after(begun('one', 1), begun('two', 1))).toEqual([begun('one', 1), begun('two', 1)]);
  expect(after(begun('one', 1), begun('two', 1), done('one', 1))).toEqual([begun('two', 1)]);
  expect(after(begun('one', 1), begun('one', 2), done('one', 1))).toEqual([begun('one', 2)]);
  expect(after(done('keys', 3))).toEqual([]);
});

it('knows that none does when the call is over', () => {
  const ended = nextLiveState(nextLiveState(initialLiveState, begun('one', 1)), { type: 'ended', end_reason: null });
  expect(ended.running).toEqual([]);
});
