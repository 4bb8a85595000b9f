import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allPacks } from '../languages/packs.ts';
import { spokenLanguage } from '../languages/spoken-language.ts';
import type { Prosody } from './prosody.ts';
import { turnEnd } from './turn-end.ts';
import { windowMs } from './window.ts';

const language = fc.constantFrom(...allPacks.map(({ tag }) => spokenLanguage(tag)));
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom('I', 'five', '5', ',', '.', '…', 'J', '@', 'é', 'は', '我', '٣', '\u0301', '👍', 'and'), {
      maxLength: 12,
    })
    .map((words) => words.join(' ')),
);
const prosody = fc.option(
  fc.record<Prosody>({
    pitchSlopeStPerS: fc.double(),
    finalPitchSt: fc.double(),
    energySlopeDb: fc.double(),
    lastStretchMs: fc.double(),
    shape: fc.constantFrom('falling', 'level', 'rising'),
  }),
);
const endpointing = fc.integer({ min: 200, max: 3000 });

describe('the end of any turn', () => {
  it('is a probability, and a window between a sixth and four times the setting', () => {
    fc.assert(
      fc.property(language, text, fc.option(text), prosody, endpointing, (spoken, said, question, voice, settingMs) => {
        const end = turnEnd({ text: said, question, prosody: voice, language: spoken }, settingMs);
        expect(end.probability).toBeGreaterThanOrEqual(0);
        expect(end.probability).toBeLessThanOrEqual(1);
        expect(end.windowMs).toBeGreaterThanOrEqual(Math.floor(settingMs / 6));
        expect(end.windowMs).toBeLessThanOrEqual(settingMs * 4);
      }),
      { numRuns: 2000 },
    );
  });

  it('is waited for less the likelier it is, and longer the larger the setting', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, probability, endpointing, endpointing, (one, other, setting, otherSetting) => {
        const [unlikely, likely] = [Math.min(one, other), Math.max(one, other)];
        expect(windowMs(unlikely, setting)).toBeGreaterThanOrEqual(windowMs(likely, setting));
        const [small, large] = [Math.min(setting, otherSetting), Math.max(setting, otherSetting)];
        expect(windowMs(one, large)).toBeGreaterThanOrEqual(windowMs(one, small));
      }),
    );
  });

  it('is answered in 50 µs when it is asked again', () => {
    const evidence = { text: 'I would like to', question: null, prosody: null, language: spokenLanguage('en') };
    turnEnd(evidence, 600);
    const times = 20_000;
    const startMs = performance.now();
    for (let at = 0; at < times; at += 1) turnEnd(evidence, 600);
    expect(((performance.now() - startMs) * 1000) / times).toBeLessThan(50);
  });
});
