import type { TranscriptTurn } from '@parley/contract';
import { expect, it } from 'vitest';
import { type LiveEvent, LiveFeed } from './live-feed.ts';

const turn = (text: string): TranscriptTurn => ({ role: 'agent', text, start: 0, end: 1, interrupted: false });

function watch(feed: LiveFeed): { events: LiveEvent[]; unwatch(): void } {
  const events: LiveEvent[] = [];
  return { events, unwatch: feed.watch((event) => events.push(event)) };
}

it('sends a late follower the past events, and then the new ones', () => {
  const feed = new LiveFeed('dialing');
  feed.push({ type: 'phase', phase: 'talking' });
  feed.push({ type: 'turn', turn: turn('Hello.') });
  feed.push({ type: 'hearing', text: 'good' });
  feed.push({ type: 'floor', supervisorId: 'leg_1' });
  const { events } = watch(feed);
  feed.push({ type: 'turn', turn: turn('Bye.') });
  expect(events).toEqual([
    { type: 'phase', phase: 'talking' },
    { type: 'turn', turn: turn('Hello.') },
    { type: 'floor', supervisorId: 'leg_1' },
    { type: 'turn', turn: turn('Bye.') },
  ]);
});

it('tells a follower after the end that the call is over', () => {
  const feed = new LiveFeed('ringing');
  feed.push({ type: 'ended', endReason: 'user_hangup' });
  expect(watch(feed).events).toEqual([
    { type: 'phase', phase: 'ringing' },
    { type: 'ended', endReason: 'user_hangup' },
  ]);
});

it('sends nothing after unwatch', () => {
  const feed = new LiveFeed('ringing');
  const { events, unwatch } = watch(feed);
  unwatch();
  feed.push({ type: 'phase', phase: 'talking' });
  expect(events).toHaveLength(1);
});

const begun: LiveEvent = {
  type: 'tool',
  tool: { name: 'lookup', arguments: { day: 'Friday' }, result: null, error: false },
  start: 2,
  duration: null,
};
const done: TranscriptTurn = {
  ...{ role: 'tool', text: 'Open.', start: 2, end: 2.75, interrupted: false },
  tool: { name: 'lookup', arguments: { day: 'Friday' }, result: 'Open.' },
};

it('tells of a tool when it begins, and with its result before its turn', () => {
  const feed = new LiveFeed('talking');
  const { events } = watch(feed);
  feed.push(begun);
  feed.push({ type: 'turn', turn: done });
  expect(events.slice(1)).toEqual([
    begun,
    { ...begun, tool: { ...begun.tool, result: 'Open.' }, duration: 0.75 },
    { type: 'turn', turn: done },
  ]);
});

it('sends a late follower the tools that run, and no other', () => {
  const feed = new LiveFeed('talking');
  feed.push(begun);
  expect(watch(feed).events.slice(1)).toEqual([begun]);
  feed.push({ type: 'turn', turn: done });
  expect(watch(feed).events.slice(1)).toEqual([{ type: 'turn', turn: done }]);
});

it('takes a colleague who talked for no tool', () => {
  const feed = new LiveFeed('talking');
  const { events } = watch(feed);
  const turn: TranscriptTurn = { ...done, text: '', tool: { name: 'take_over', arguments: { by: 'usr_1' } } };
  feed.push({ type: 'turn', turn });
  expect(events.slice(1)).toEqual([{ type: 'turn', turn }]);
});
