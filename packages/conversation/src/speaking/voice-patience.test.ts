import { describe, expect, it } from 'vitest';
import { type CallerSilence, judgePatience, type VoiceWait } from './voice-patience.ts';

const WAIT: VoiceWait = { idleMs: 0, hasBegun: false, paceMs: 300, isAskedAgain: false, hasNext: true };

/** What is done about a voice that sends nothing from now on, and when, of which the caller has heard nothing for `waitedMs`. */
function course(wait: Partial<VoiceWait>, { waitedMs = 0, expectedMs = 0, isPlaying = false } = {}) {
  const done: Record<string, number> = {};
  for (let idleMs = 0; idleMs <= 6000; idleMs += 20) {
    const caller: CallerSilence = { silentMs: isPlaying ? 0 : waitedMs + idleMs, expectedMs: expectedMs + idleMs };
    const isAskedAgain = wait.isAskedAgain ?? 'ask_again' in done;
    const verdict = judgePatience({ ...WAIT, ...wait, idleMs, isAskedAgain }, caller);
    if (verdict !== 'wait') done[verdict] ??= idleMs;
    if (verdict === 'give_up') break;
  }
  return done;
}

describe('a voice that does not begin', () => {
  it.each([
    ['at the answer', { paceMs: null }, {}, { ask_again: 800, give_up: 1900 }],
    ['after an answer of a quick model', {}, { waitedMs: 700, expectedMs: 100 }, { ask_again: 460, give_up: 1200 }],
    ['after an answer of a slow model', {}, { waitedMs: 1500, expectedMs: 900 }, { ask_again: 460, give_up: 600 }],
    ['and is known to take its time', { paceMs: 1600 }, { waitedMs: 900, expectedMs: 300 }, { give_up: 2400 }],
    ['unasked, after a long silence', {}, { waitedMs: 7000 }, { ask_again: 460, give_up: 1300 }],
    ['while the caller still hears something', {}, { isPlaying: true }, { ask_again: 1500, give_up: 5000 }],
    ['and is the only one', { hasNext: false }, { waitedMs: 700 }, { ask_again: 460, give_up: 5000 }],
    ['and is the only one, on this host', { hasNext: false, lostAfterMs: 5500 }, {}, { ask_again: 460, give_up: 5500 }],
    [
      'on this host, where another one can',
      { lostAfterMs: 5500 },
      { waitedMs: 700, expectedMs: 100 },
      { ask_again: 460, give_up: 1200 },
    ],
  ])('%s', (_, wait, caller, expected) => {
    expect(course(wait, caller)).toEqual(expected);
  });
});

describe('a voice that stops in the middle', () => {
  it('is asked for the rest at once, and given up before the caller is alone', () => {
    expect(course({ hasBegun: true })).toEqual({ ask_again: 400, give_up: 1000 });
  });

  it('is given its time while what it has sent is being played', () => {
    expect(course({ hasBegun: true }, { isPlaying: true })).toEqual({ ask_again: 1500, give_up: 5000 });
  });
});
