import { beforeEach, describe, expect, it } from 'vitest';
import { PlayoutDelay } from './playout-delay.ts';

describe('PlayoutDelay', () => {
  let delay: PlayoutDelay;
  /** Packets every 20 ms that lie waiting this long. */
  const inTime = (fromMs: number, toMs: number, slackMs: number) => {
    for (let nowMs = fromMs; nowMs <= toMs; nowMs += 20) delay.noteInTime(nowMs, slackMs);
  };

  beforeEach(() => {
    delay = new PlayoutDelay();
  });

  it('begins with one frame, and neither grows nor shrinks while packets come comfortably in time', () => {
    inTime(0, 10_000, 12);
    expect([delay.targetFrames, delay.isScarce(10_000), delay.isAmple(10_000)]).toEqual([1, false, false]);
  });

  it('is scarce when a packet of the last four seconds was nearly late, but not before it has seen a second', () => {
    inTime(0, 980, 1);
    expect(delay.isScarce(980)).toBe(false);
    inTime(1000, 1200, 12);
    expect(delay.isScarce(1200)).toBe(true);
    inTime(1220, 5100, 12);
    expect(delay.isScarce(5100)).toBe(false);
  });

  it('is ample when all packets of the last four seconds came a frame early, and not again once that is taken back', () => {
    inTime(0, 3980, 30);
    expect(delay.isAmple(3980)).toBe(false);
    inTime(4000, 4020, 30);
    expect(delay.isAmple(4020)).toBe(true);
    delay.shrink(4020);
    expect(delay.isAmple(4020)).toBe(false);
  });

  it('takes back one frame in 100 ms at most', () => {
    inTime(0, 5000, 70);
    delay.shrink(5000);
    expect([delay.isAmple(5080), delay.mayShrink(5080), delay.mayShrink(5100)]).toEqual([true, false, true]);
  });

  it('asks for more after the second late packet within four seconds, and only until it was given', () => {
    delay.noteLate(1000, 2);
    expect(delay.isMissed).toBe(false);
    delay.noteLate(6000, 2);
    expect(delay.isMissed).toBe(false);
    delay.noteLate(7000, 2);
    expect([delay.isMissed, delay.isScarce(7000)]).toEqual([true, true]);
    delay.grow(1);
    expect(delay.isMissed).toBe(true);
    delay.grow(1);
    expect([delay.isMissed, delay.targetFrames]).toEqual([false, 3]);
  });

  it('never aims at less than one frame or more than twenty', () => {
    delay.shrink(0);
    expect(delay.targetFrames).toBe(1);
    delay.grow(50);
    expect(delay.targetFrames).toBe(20);
    delay.noteLate(100, 5);
    delay.noteLate(200, 5);
    inTime(0, 5000, 0);
    expect([delay.isMissed, delay.isScarce(5000)]).toEqual([false, false]);
  });

  it('has to see four seconds anew after playout jumped', () => {
    inTime(0, 5000, 70);
    delay.forgetSlack();
    inTime(5020, 8000, 70);
    expect(delay.isAmple(8000)).toBe(false);
    inTime(8020, 9040, 70);
    expect(delay.isAmple(9040)).toBe(true);
  });
});
