import { describe, expect, it } from 'vitest';
import { turnEnd } from '../end-of-turn/turn-end.ts';
import { clausesOf } from '../speaking/clause-splitter.ts';
import { allPacks, packFor, packs } from './packs.ts';
import { PhraseSet } from './phrase-set.ts';
import { spokenLanguage } from './spoken-language.ts';
import { examples } from './testing/examples.ts';

describe('packs', () => {
  it('are found by the primary subtag, and English stands in for a language that has none', () => {
    expect(packFor('de-CH').tag).toBe('de');
    expect(packFor('ZH-Hant-TW').tag).toBe('zh');
    expect(packFor('sv').tag).toBe('en');
    expect(packFor('x-private').tag).toBe('en');
  });

  it.each(Object.entries(packs))('of %s is listed under its own tag', (tag, pack) => expect(pack.tag).toBe(tag));
});

describe.each(Object.entries(examples))('%s', (tag, example) => {
  const language = spokenLanguage(tag);
  const { pack, writing } = language;
  const backchannels = new PhraseSet(pack.backchannels, writing);
  const farewells = new PhraseSet([...pack.backchannels, ...pack.farewells], writing);
  const isMachine = (text: string): boolean => language.soundsLikeMachineGreeting(text);

  it.each(example.backchannel)('"%s" means go on', (text) => {
    expect(backchannels.covers(text)).toBe(true);
    expect(language.asksForOptOut(text)).toBe(false);
  });
  it.each(example.floor)('"%s" wants the floor', (text) => expect(backchannels.covers(text)).toBe(false));
  it.each(example.farewell)('"%s" is a goodbye', (text) =>
    expect(farewells.covers(text) || language.bidsFarewell(text)).toBe(true),
  );
  it.each(example.optOut)('"%s" asks for no more calls', (text) => {
    expect(language.asksForOptOut(text)).toBe(true);
    expect(spokenLanguage(tag === 'en' ? 'es' : 'en').asksForOptOut(text)).toBe(true);
  });
  it.each([...example.noOptOut, ...example.ordinary, ...example.whole, ...example.complete, ...example.person])(
    '"%s" does not',
    (text) => expect(language.asksForOptOut(text)).toBe(false),
  );
  it.each(example.machine)('"%s" is said by an answering machine', (text) =>
    expect(language.soundsLikeVoicemail(text)).toBe(true),
  );
  it.each(example.machineGreeting)('"%s" greets as an answering machine does', (text) =>
    expect(isMachine(text)).toBe(true),
  );
  it.each(example.menu)('"%s" is a menu', (text) => {
    expect(language.soundsLikeMenu(text)).toBe(true);
    expect(language.soundsLikeVoicemail(text)).toBe(false);
  });
  it.each(example.reception)('"%s" goes on', (text) => {
    expect(language.soundsLikeReception(text)).toBe(true);
  });
  it.each(example.hold)('"%s" asks for patience', (text) => {
    expect(language.soundsLikeAnnouncement(text)).toBe(true);
    expect(isMachine(text)).toBe(false);
  });
  it.each([...example.screening, ...example.person])('"%s" wants an answer', (text) => {
    expect(language.soundsLikePerson(text)).toBe(true);
    expect(isMachine(text)).toBe(false);
    expect(language.soundsLikeAnnouncement(text)).toBe(false);
  });
  it.each([...example.ordinary, ...example.noOptOut, ...example.whole])('"%s" is said by people', (text) => {
    expect(isMachine(text)).toBe(false);
    expect(language.soundsLikeMenu(text)).toBe(false);
    expect(language.soundsLikeAnnouncement(text)).toBe(false);
  });
  const windowMs = (text: string): number => turnEnd({ text, question: null, prosody: null, language }, 600).windowMs;
  it.each(example.complete)('"%s" is soon over', (text) => expect(windowMs(text)).toBeLessThanOrEqual(600));
  it.each(example.unfinished)('"%s" is waited for', (text) => expect(windowMs(text)).toBeGreaterThanOrEqual(1000));
  it.each(example.whole)('"%s" is not waited for long', (text) => expect(windowMs(text)).toBeLessThanOrEqual(1000));
  it('counts words', () => {
    const [text, count] = example.words;
    expect(writing.words(text)).toHaveLength(count);
  });
  it('speaks in clauses', () => {
    const [text, ...clauses] = example.clauses;
    expect(clausesOf(text, pack)).toEqual(clauses);
  });
  it('never takes its own words for those of an answering machine or for a wish', () => {
    for (const text of [...Object.values(pack.phrases), ...Object.values(pack.silence)]) {
      expect(language.soundsLikeVoicemail(text)).toBe(false);
      expect(language.soundsLikeMenu(text)).toBe(false);
    }
  });
});

it('every phrase has words that are distinct from each other', () => {
  for (const pack of allPacks) {
    const { writing } = spokenLanguage(pack.tag);
    const lists = [pack.backchannels, pack.greetings, pack.farewells, pack.completeAnswers, pack.numberWords];
    for (const phrase of lists.flat()) expect(writing.key(phrase), `${pack.tag}: ${phrase}`).not.toBe('');
  }
});
