import { describe, expect, it } from 'vitest';
import { comparableWords, matchScore } from './phrase-match.ts';
import { utteranceKind } from './utterance-kind.ts';

const score = (phrase: string, heard: string) => matchScore(phrase, comparableWords(heard));

describe('matchScore', () => {
  it.each([
    ['yes', 'well yes of course'],
    ['that works', 'Yes, that works very well.'],
    ['i can not make it', "No, sorry, I can't make it"],
    ['i will be there', "I'll be there"],
    ['at 3:30', 'maybe at three thirty then'],
    ['i have an appointment on monday', 'i have appointment on monday'],
    ['appointment', 'appointments'],
    ['what’s the time', "what's the time"],
  ])('finds %j in %j', (phrase, heard) => {
    expect(score(phrase, heard)).toBeGreaterThan(0);
  });

  it.each([
    ['yes', 'no thank you'],
    ['that works', 'that does not work'],
    ['i can make it', "i can't make it"],
    ['works that', 'that works'],
    ['i want to cancel my appointment', 'my appointment'],
    ['no', 'nothing'],
    ['', 'anything'],
    ['*', 'anything'],
    ['yes', ''],
  ])('does not find %j in %j', (phrase, heard) => {
    expect(score(phrase, heard)).toBe(0);
  });

  it('prefers the phrase with more of the words', () => {
    const heard = 'no thank you that is all';
    expect(score('no thank you that is all', heard)).toBeGreaterThan(score('that is all', heard));
    expect(score('that is all', heard)).toBeGreaterThan(score('no', heard));
  });
});

describe('utteranceKind', () => {
  it.each([
    ['Hello?', 'greeting'],
    ['hello who is there', 'greeting'],
    ['oh hi', 'greeting'],
    ['thank you very much goodbye', 'goodbye'],
    ['could you say that again please', 'repeat'],
    ['Sorry?', 'repeat'],
    ['what does it cost', 'question'],
    ['It costs ten?', 'question'],
    ['no thank you', 'no'],
    ['yes no problem', 'yes'],
    ['thanks a lot', 'thanks'],
    ['i have nothing to add', 'no'],
    ['my package has arrived', 'statement'],
    ['', 'statement'],
  ])('takes %j for a %s', (text, kind) => {
    expect(utteranceKind(text)).toBe(kind);
  });
});
