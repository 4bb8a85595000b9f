import type { TranscriptTurn } from '@parley/contract';
import { expect, it } from 'vitest';
import { type LiveEvent, LiveFeed } from './live-feed.ts';

const turn = (text: string): TranscriptTurn => ({ role: 'agent', text, start: 0, end: 1, interrupted: false });

function watch(feed: LiveFeed): { events: LiveEvent[]; unwatch(): void } {
  const events: LiveEvent[] = [];
  return { events, unwatch: feed.watch((event) => events.push(event)) };
}

it('tells one who comes late what has happened, and then what happens', () => {
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

it('tells one who comes too late that it is over', () => {
  const feed = new LiveFeed('ringing');
  feed.push({ type: 'ended', endReason: 'user_hangup' });
  expect(watch(feed).events).toEqual([
    { type: 'phase', phase: 'ringing' },
    { type: 'ended', endReason: 'user_hangup' },
  ]);
});

it('tells nobody who has gone', () => {
  const feed = new LiveFeed('ringing');
  const { events, unwatch } = watch(feed);
  unwatch();
  feed.push({ type: 'phase', phase: 'talking' });
  expect(events).toHaveLength(1);
});
