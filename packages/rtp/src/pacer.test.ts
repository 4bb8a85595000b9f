import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pacer } from './pacer.ts';

describe('Pacer', () => {
  /** Time that passes without timers firing: the thread is blocked. */
  let blockedMs: number;
  let pacer: Pacer;
  const now = () => Date.now() + blockedMs;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'Date'], now: 1000 });
    blockedMs = 0;
    pacer = new Pacer(now);
  });

  afterEach(() => {
    pacer.close();
    vi.useRealTimers();
  });

  it('ticks every 20 ms on deadlines that do not drift', () => {
    const dues: number[] = [];
    pacer.add((dueMs) => dues.push(dueMs));
    vi.advanceTimersByTime(9_999);
    expect(dues).toHaveLength(500);
    expect(dues).toEqual(dues.map((_, i) => dues[0]! + 20 * i));
  });

  it('ticks when due, not before', () => {
    const early: number[] = [];
    for (let i = 0; i < 40; i++) pacer.add((dueMs) => now() < dueMs && early.push(dueMs));
    vi.advanceTimersByTime(499);
    expect(early).toEqual([]);
    expect(pacer.tickLag).toMatchObject({ count: 40 * 25, over20: 0, maxMs: 0 });
  });

  it('spreads its members evenly over 10 slots, those that come later too', () => {
    const phases = new Map<number, number>();
    const add = () => {
      let isFirst = true;
      return pacer.add((dueMs) => {
        if (isFirst) phases.set(dueMs % 20, (phases.get(dueMs % 20) ?? 0) + 1);
        isFirst = false;
      });
    };
    const members = Array.from({ length: 60 }, add);
    vi.advanceTimersByTime(100);
    expect([...phases.values()]).toEqual(new Array(10).fill(6));
    for (const member of members.slice(0, 30)) member.remove();
    phases.clear();
    for (let i = 0; i < 30; i++) add();
    vi.advanceTimersByTime(100);
    expect([...phases.values()].reduce((sum, count) => sum + count)).toBe(30);
    expect(Math.max(...phases.values())).toBeLessThanOrEqual(4);
  });

  it('makes up for what was missed while the thread was blocked, in order', () => {
    const ticks: [string, number][] = [];
    pacer.add((dueMs) => ticks.push(['a', dueMs]));
    pacer.add((dueMs) => ticks.push(['b', dueMs]));
    vi.advanceTimersByTime(100);
    const before = ticks.length;
    blockedMs = 310;
    vi.advanceTimersByTime(20);
    const dues = ticks.map(([, dueMs]) => dueMs);
    expect(ticks.length - before).toBeGreaterThanOrEqual(2 * 16);
    expect(dues).toEqual([...dues].sort((a, b) => a - b));
    for (const name of ['a', 'b']) {
      const own = ticks.filter(([of]) => of === name).map(([, dueMs]) => dueMs);
      expect(own).toEqual(own.map((_, i) => own[0]! + 20 * i));
    }
    expect(pacer.tickLag.over20).toBeGreaterThanOrEqual(2 * 14);
  });

  it('reads sockets before it makes up for missed ticks', () => {
    const order: string[] = [];
    pacer.add(() => order.push('tick'));
    vi.advanceTimersByTime(100);
    order.length = 0;
    blockedMs = 200;
    // What the event loop does between timers and immediates stands in for its poll phase.
    setTimeout(() => order.push('sockets'), 20);
    vi.advanceTimersByTime(21);
    expect(order[0]).toBe('sockets');
    expect(order.filter((entry) => entry === 'tick').length).toBeGreaterThanOrEqual(10);
  });

  it('gives up what was missed more than half a second ago', () => {
    let ticks = 0;
    pacer.add(() => {
      ticks += 1;
    });
    vi.advanceTimersByTime(100);
    ticks = 0;
    blockedMs = 3_600_000;
    vi.advanceTimersByTime(30);
    expect(ticks).toBeGreaterThanOrEqual(24);
    expect(ticks).toBeLessThanOrEqual(27);
  });

  it('reports what a tick throws, and goes on with it and the others', () => {
    const errors: unknown[] = [];
    pacer.onError = (error) => errors.push(error);
    let ticks = 0;
    pacer.add(() => {
      throw new Error('broken');
    });
    pacer.add(() => {
      ticks += 1;
    });
    vi.advanceTimersByTime(199);
    expect(errors).toHaveLength(10);
    expect(errors[0]).toEqual(new Error('broken'));
    expect(ticks).toBe(10);
  });

  it('lets ticks remove themselves and others, and add new ones', () => {
    const ticks: string[] = [];
    const victim = pacer.add(() => ticks.push('victim'));
    const suicide = pacer.add(() => {
      ticks.push('suicide');
      suicide.remove();
      victim.remove();
      pacer.add(() => ticks.push('child'));
    });
    victim.remove();
    vi.advanceTimersByTime(200);
    expect(ticks.filter((name) => name === 'suicide')).toHaveLength(1);
    expect(ticks.filter((name) => name === 'victim')).toHaveLength(0);
    expect(ticks.filter((name) => name === 'child').length).toBeGreaterThanOrEqual(9);
  });

  it('gives a member that joins during catch-up no ticks of the time before it', () => {
    const dues: number[] = [];
    let joined = false;
    pacer.add(() => {
      if (joined || blockedMs === 0) return;
      joined = true;
      pacer.add((dueMs) => dues.push(dueMs));
    });
    vi.advanceTimersByTime(50);
    blockedMs = 400;
    const joinedMs = now();
    vi.advanceTimersByTime(60);
    expect(dues.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...dues)).toBeGreaterThanOrEqual(joinedMs);
  });

  it('sleeps while it has no members, and after it was closed', () => {
    expect(vi.getTimerCount()).toBe(0);
    const member = pacer.add(() => {});
    expect(vi.getTimerCount()).toBe(1);
    member.remove();
    member.remove();
    expect(vi.getTimerCount()).toBe(0);
    let ticks = 0;
    pacer.add(() => {
      ticks += 1;
      pacer.close();
    });
    pacer.add(() => {
      ticks += 1;
    });
    vi.advanceTimersByTime(100);
    expect(ticks).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
    pacer.close();
  });

  it('begins again after it was idle for long, without catching up', () => {
    pacer.add(() => {}).remove();
    vi.advanceTimersByTime(60_000);
    let ticks = 0;
    pacer.add(() => {
      ticks += 1;
    });
    vi.advanceTimersByTime(99);
    expect(ticks).toBe(5);
  });

  it('summarizes the tick lag, and forgets it on reset', () => {
    pacer.add(() => {});
    vi.advanceTimersByTime(1979);
    blockedMs = 7;
    vi.advanceTimersByTime(10);
    const { count, maxMs, p50Ms, p999Ms } = pacer.tickLag;
    expect(count).toBe(100);
    expect(p50Ms).toBeLessThanOrEqual(0.05);
    expect(maxMs).toBeGreaterThanOrEqual(5);
    expect(maxMs).toBeLessThanOrEqual(8);
    expect(p999Ms).toBeCloseTo(maxMs, 1);
    pacer.reset();
    expect(pacer.tickLag).toEqual({ p50Ms: 0, p99Ms: 0, p999Ms: 0, maxMs: 0, count: 0, over20: 0 });
  });
});
