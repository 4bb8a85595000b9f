import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { continued, WithoutRepetition } from './continuation.ts';

const fresh = (said: string, written: string[]): string => {
  const filter = new WithoutRepetition(said);
  return [...written.map((delta) => filter.push(delta)), filter.flush()].join('');
};

const words = fc.array(fc.constantFrom('yes', 'I', 'can', 'hear you', 'it’s', 'Tuesday,', 'and.'), { minLength: 1 });
const text = words.map((list) => list.join(' '));
const chopped = (whole: string) =>
  fc.array(fc.nat(whole.length), { maxLength: 8 }).map((cuts) => {
    const borders = [0, ...cuts.sort((a, b) => a - b), whole.length];
    return borders.slice(1).map((end, index) => whole.slice(borders[index], end));
  });

describe('what a model writes that goes on with a message', () => {
  it.each([
    ['Yes, I can hear you.', 'Yes, I can hear you. And what now?', 'And what now?'],
    ['Yes, I can hear you.', 'yes I can hear you! "And" what now?', '"And" what now?'],
    ['Yes, I can hear you.', 'And what now?', 'And what now?'],
    ['Yes, I can hear you.', 'Yes, I can wait.', 'Yes, I can wait.'],
    ['Yes, I can hear you.', 'Yes', 'Yes'],
    ['Yes, I can hear you.', 'Yes, I can hear you.', ''],
    ['', 'And what now?', 'And what now?'],
  ])('behind %j: of %j it is %j', (said, written, expected) => {
    expect(fresh(said, [written])).toBe(expected);
  });

  it('is the same however it is chopped up, and without the repetition', () => {
    const cases = fc
      .tuple(text, text, fc.boolean())
      .chain(([said, rest, repeats]) =>
        chopped(repeats ? `${said} ${rest}` : `Well ${rest}`).map((written) => ({ said, rest, repeats, written })),
      );
    fc.assert(
      fc.property(cases, ({ said, rest, repeats, written }) => {
        expect(fresh(said, written).trim()).toBe(repeats ? rest : `Well ${rest}`);
      }),
    );
  });

  it('is asked for behind the words that were heard', () => {
    const messages = continued([{ role: 'user', text: 'Can you hear me?' }], 'Yes, I can.');
    expect(messages.map(({ role }) => role)).toEqual(['user', 'agent', 'note']);
    expect(continued([{ role: 'user', text: 'Hello?' }], '')).toHaveLength(1);
  });
});
