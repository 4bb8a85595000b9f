import { describe, expect, it } from 'vitest';
import { english } from '../testing/english.ts';
import { endpointingWindowMs } from './endpointing.ts';

const windowMs = (text: string): number => endpointingWindowMs(english, text, 600);

describe('endpointing window', () => {
  it.each(['I would like to book a table', 'it was on Tuesday', 'my account is blocked.'])(
    'is the base for "%s"',
    (text) => {
      expect(windowMs(text)).toBe(600);
    },
  );

  it.each(['yes', 'No, thank you.', 'Okay.', 'what time do you open?', 'Goodbye!', "that's right"])(
    'is short for the complete "%s"',
    (text) => expect(windowMs(text)).toBe(350),
  );

  it.each([
    'my number is',
    'I was going to call and',
    'well, um',
    'two oh two five five',
    '202 555',
    'my name is spelled J O',
    'I need a',
    'so,',
    'it costs twenty',
    'at 3',
  ])('is long for the unfinished "%s"', (text) => expect(windowMs(text)).toBe(1200));

  it('is the base for a number that is complete', () => {
    expect(windowMs('it is 202 555 0147')).toBe(600);
    expect(windowMs('two oh two five five five oh one four seven')).toBe(600);
  });

  it('scales with the base', () => {
    expect(endpointingWindowMs(english, 'yes', 1200)).toBe(700);
    expect(endpointingWindowMs(english, 'my number is', 300)).toBe(600);
  });

  it('waits for the next entry of a menu, whatever it sounds like', () => {
    expect(endpointingWindowMs(english, 'press one for sales?', 600, true)).toBe(1200);
    expect(endpointingWindowMs(english, 'press one for sales', 2000, true)).toBe(2000);
  });

  it('is the base while nothing was recognized', () => {
    expect(windowMs('')).toBe(600);
    expect(windowMs('…')).toBe(1200);
  });
});
