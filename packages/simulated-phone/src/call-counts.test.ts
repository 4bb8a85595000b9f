import { describe, expect, it } from 'vitest';
import { CallCounts } from './call-counts.ts';
import type { PhoneHappening } from './phone-event.ts';

function note(counts: CallCounts, callId: string, happening: PhoneHappening): void {
  counts.note({ ...happening, callId, number: '+12025550101', persona: 'talker' });
}
const rang: PhoneHappening = { type: 'rang', atMs: 0 };
const answered: PhoneHappening = { type: 'answered', atMs: 0 };
const ended: PhoneHappening = { type: 'ended', atMs: 0, by: 'remote', cause: { kind: 'bye' } };

describe('CallCounts', () => {
  it('follows calls through their stages', () => {
    const counts = new CallCounts();
    note(counts, 'a', rang);
    note(counts, 'b', rang);
    expect(counts.snapshot()).toEqual({ ringing: 2, live: 0, total: 2, maxLive: 0 });
    note(counts, 'a', answered);
    note(counts, 'b', answered);
    note(counts, 'a', ended);
    expect(counts.snapshot()).toEqual({ ringing: 0, live: 1, total: 2, maxLive: 2 });
    note(counts, 'b', ended);
    expect(counts.snapshot()).toEqual({ ringing: 0, live: 0, total: 2, maxLive: 2 });
  });

  it('counts a call that was refused at once', () => {
    const counts = new CallCounts();
    note(counts, 'a', ended);
    expect(counts.snapshot()).toEqual({ ringing: 0, live: 0, total: 1, maxLive: 0 });
  });

  it('forgets what goes on, but not what was', () => {
    const counts = new CallCounts();
    note(counts, 'a', rang);
    note(counts, 'a', answered);
    counts.clear();
    expect(counts.snapshot()).toEqual({ ringing: 0, live: 0, total: 1, maxLive: 1 });
  });
});
