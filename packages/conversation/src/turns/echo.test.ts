import { describe, expect, it } from 'vitest';
import type { TimedWord } from '../conversation-event.ts';
import { english, phraseSet } from '../testing/english.ts';
import { withoutEcho } from './echo.ts';

const WORD_MS = 300;
const { writing, pack } = english;
const knowledge = {
  courtesies: phraseSet(pack.backchannels, pack.greetings, pack.farewells),
  closedVocabulary: false,
  writing,
};

/** Words of 300 ms each, one behind the other. */
const said = (text: string, fromMs = 1000): TimedWord[] =>
  text.split(' ').map((word, index) => ({
    text: word,
    startMs: fromMs + index * WORD_MS,
    endMs: fromMs + (index + 1) * WORD_MS,
  }));

const SENT = said('Hello Alex Morgan, this is Ava from Riverside Dental. Does Thursday work for you?');

const left = (text: string, onsetMs: number, isEchoing = false, sent = SENT): string =>
  withoutEcho({ text, onsetsMs: [onsetMs] }, { sent, isEchoing, ...knowledge }).text;

describe('an echo', () => {
  it.each([40, 100, 200, 400])('that comes after %i ms is left out', (delayMs) => {
    expect(left('hello alex morgan', 1000 + delayMs)).toBe('');
    expect(left('this is ava from riverside', 1900 + delayMs)).toBe('');
  });

  it('may be heard a little wrongly', () => {
    expect(left('hello alex morgan this is david from riverside dental', 1100)).toBe('');
    expect(left('alex morgan this is ava', 1100)).toBe('');
  });

  it('may be heard rather wrongly where echoes are known', () => {
    expect(left('hello alice more and this is', 1100)).not.toBe('');
    expect(left('hello alice more and this is', 1100, true)).toBe('');
  });

  it('may end within a word', () => {
    expect(left('hello alex mor', 1100)).toBe('');
  });

  it('leaves the words of a person who speaks over it', () => {
    expect(left('hello alex morgan no wait a minute', 1100)).toBe('no wait a minute');
    expect(left('Hello, Alex! Stop.', 1100, true)).toBe('Stop.');
  });

  it('may be that of a later voice of the same utterance', () => {
    const heard = { text: 'is ava from', onsetsMs: [1100, 2300] };
    expect(withoutEcho(heard, { sent: SENT, isEchoing: false, ...knowledge }).text).toBe('');
  });

  it('of a word that people say themselves is no proof, until echoes are known', () => {
    expect(left('hello', 1100)).toBe('hello');
    expect(left('hello', 1100, true)).toBe('');
  });
});

describe('the evidence of an echo', () => {
  const evidence = (text: string, isEchoing = false) =>
    withoutEcho({ text, onsetsMs: [1900 + 200] }, { sent: SENT, isEchoing, ...knowledge }).evidence;

  it('is three words in order, of which none is heard wrongly', () => {
    expect(evidence('this is ava')).toBe('proven');
    expect(evidence('this is ava what do you want')).toBe('proven');
    expect(evidence('is ava')).toBe('likely');
    expect(evidence('this was ava')).not.toBe('proven');
    expect(evidence('is this ava', true)).not.toBe('proven');
  });

  it('is not one word or two at the beginning of others', () => {
    expect(evidence('is')).toBe('likely');
    expect(evidence('this is not a good time')).toBe('none');
    expect(evidence('who is this')).toBe('none');
  });

  it('is not one word of a recognizer that takes whatever it hears for its own few', () => {
    const heard = (text: string, isEchoing = false) =>
      withoutEcho({ text, onsetsMs: [1900 + 200] }, { sent: SENT, isEchoing, ...knowledge, closedVocabulary: true });
    expect(heard('is')).toEqual({ text: 'is', evidence: 'none' });
    expect(heard('is ava').evidence).toBe('likely');
    expect(heard('is', true)).toEqual({ text: '', evidence: 'likely' });
  });
});

describe('the caller', () => {
  const LAST_MS = SENT.at(-1)!.endMs;
  const ENDS_WITH_THURSDAY = said('Your appointment is on Thursday.');

  it('may repeat a word of the agent, right after it', () => {
    const endMs = ENDS_WITH_THURSDAY.at(-1)!.endMs;
    expect(left('Thursday?', endMs + 200, false, ENDS_WITH_THURSDAY)).toBe('Thursday?');
    expect(left('on Thursday?', endMs + 200, false, ENDS_WITH_THURSDAY)).toBe('on Thursday?');
    expect(left('Thursday?', endMs + 200, true, ENDS_WITH_THURSDAY)).toBe('Thursday?');
  });

  it('may repeat a word while the agent goes on', () => {
    const thursdayMs = SENT.find(({ text }) => text === 'Thursday')!.startMs;
    expect(left('Thursday?', thursdayMs + 700)).toBe('Thursday?');
    expect(left('Thursday?', thursdayMs + 200)).toBe('');
  });

  it('has words of its own', () => {
    expect(left('no wait', 1100)).toBe('no wait');
    expect(left('who is this', 1900)).toBe('who is this');
    expect(left('yes Thursday works for me', LAST_MS + 500)).toBe('yes Thursday works for me');
  });

  it('who spoke before the agent did is no echo of it', () => {
    expect(left('hello alex', 700)).toBe('hello alex');
    expect(left('hello alex', 1100, false, [])).toBe('hello alex');
  });
});
