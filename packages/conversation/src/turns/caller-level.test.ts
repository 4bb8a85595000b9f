import { describe, expect, it } from 'vitest';
import { english, phraseSet } from '../testing/english.ts';
import { isFaint, withCallerLevel } from './caller-level.ts';
import { UNMEASURED, withFrame } from './loudness.ts';
import { INITIAL_STATE, NO_VOICE, NOTHING_HEARD, type OpenUtterance, type TurnState } from './turn-state.ts';

const rules = { demands: phraseSet(english.pack.demands) };

function said(levelDb: number, { frames = 40, pitched = 1, text = 'what is it' } = {}): OpenUtterance {
  const loudness = Array.from({ length: frames }).reduce<OpenUtterance['loudness']>(
    (before, _, index) => withFrame(before, { levelDb, isPitched: (index * pitched) % 1 < pitched }),
    UNMEASURED,
  );
  return { ...NOTHING_HEARD, loudness, text };
}

const interrupting = (levelDb: number): OpenUtterance => ({
  ...said(levelDb),
  interrupts: { closing: null, opening: false },
});

const callerOf = (...turns: OpenUtterance[]): TurnState => turns.reduce(withCallerLevel, INITIAL_STATE);

const hearing = (state: TurnState, utterance: OpenUtterance): TurnState => ({
  ...state,
  utterance,
  voice: { ...NO_VOICE, active: true },
});

describe('the level of the caller', () => {
  it.each([
    ['is that of the first turn', [said(-25)], -25],
    ['follows one who speaks up by half', [said(-25), said(-15)], -20],
    ['follows one who moves away by less', [said(-20), said(-30)], -23],
    ['follows who interrupts if that is louder', [said(-25), interrupting(-15)], -20],
    ['does not follow who interrupts if that is quieter', [said(-25), interrupting(-40)], -25],
    ['is not known of keys, which have no level', [{ ...NOTHING_HEARD, text: '[keys: 1]' }], null],
  ])('%s', (_, turns, levelDb) => {
    const known = callerOf(...turns).party.levelDb;
    if (levelDb === null) expect(known).toBeNull();
    else expect(known).toBeCloseTo(levelDb, 6);
  });
});

describe('what is faint', () => {
  it.each([
    ['13 dB quieter than the caller', said(-33), true],
    ['11 dB quieter', said(-31), false],
    ['far quieter, and without a pitch', said(-40, { pitched: 0.25 }), false],
    ['far quieter, and with a pitch in a third of it', said(-40, { pitched: 0.34 }), true],
    ['far quieter, and hardly begun', said(-40, { frames: 8 }), false],
    ['far quieter, and for the agent', said(-40, { text: 'hold on' }), false],
  ])('%s: %#', (_, utterance, expected) => {
    expect(isFaint(hearing(callerOf(said(-20)), utterance), rules)).toBe(expected);
  });

  it('is not what is as loud as callers are, however loud this one is', () => {
    const loud = callerOf(said(-12));
    expect(isFaint(hearing(loud, said(-31)), rules)).toBe(false);
    expect(isFaint(hearing(loud, said(-33)), rules)).toBe(true);
  });

  it('is not a caller who goes on where another person has been talking for long', () => {
    const others = said(-40, { frames: 1000 }).loudness;
    const goingOn = (frames: number): OpenUtterance => ({
      ...said(-20),
      loudness: Array.from({ length: frames }).reduce<OpenUtterance['loudness']>(
        (before) => withFrame(before, { levelDb: -20, isPitched: true }),
        others,
      ),
    });
    expect(isFaint(hearing(callerOf(said(-20)), goingOn(0)), rules)).toBe(true);
    expect(isFaint(hearing(callerOf(said(-20)), goingOn(5)), rules)).toBe(false);
  });

  it('is nothing before the caller has had a turn', () => {
    expect(isFaint(hearing(INITIAL_STATE, said(-60)), rules)).toBe(false);
  });
});
