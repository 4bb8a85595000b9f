import { describe, expect, it } from 'vitest';
import { english } from '../testing/english.ts';
import type { Prosody } from './prosody.ts';
import { turnEnd } from './turn-end.ts';

const FALLING: Prosody = {
  pitchSlopeStPerS: -12,
  finalPitchSt: -5,
  energySlopeDb: -6,
  lastStretchMs: 300,
  shape: 'falling',
};
const LEVEL: Prosody = { pitchSlopeStPerS: 0, finalPitchSt: 1, energySlopeDb: 0, lastStretchMs: 300, shape: 'level' };

const end = (text: string, prosody: Prosody | null = null) =>
  turnEnd({ text, prosody, question: null, language: english }, 600);

describe('the end of a turn', () => {
  it('is awaited longer where words are open', () => {
    expect(end('my number is').windowMs).toBeGreaterThan(1200);
    expect(end('what time do you open?').windowMs).toBeLessThan(200);
  });

  it('is more likely behind a falling pitch than behind a level one', () => {
    expect(end('I want a pizza', FALLING).probability).toBeGreaterThan(end('I want a pizza').probability);
    expect(end('I want a pizza', LEVEL).probability).toBeLessThan(end('I want a pizza').probability);
  });

  it('takes no shape from a stretch that is too short to have one', () => {
    expect(end('I want a pizza', { ...LEVEL, lastStretchMs: 40 })).toEqual(end('I want a pizza'));
  });
});
