import { describe, expect, it } from 'vitest';
import { english, phraseSet } from '../testing/english.ts';
import { spokenKey, spokenWords } from './spoken-words.ts';

const {
  asksForOptOut,
  soundsLikeAnnouncement,
  soundsLikeMachineGreeting,
  soundsLikeMenu,
  soundsLikePerson,
  soundsLikeVoicemail,
} = english;

describe('spoken words', () => {
  it('are the same however they are written', () => {
    expect(spokenKey('“Don’t — stop!” 3.30 ')).toBe("don't stop 3 30");
    expect(spokenKey('Uh-huh.')).toBe('uh huh');
    expect(spokenWords('')).toEqual([]);
    expect(spokenWords('Grüße, 你好')).toEqual(['grüße', '你好']);
  });
});

describe('backchannels', () => {
  const phrases = phraseSet(english.pack.backchannels);

  it.each(['Uh-huh.', 'okay', 'Yeah, right.', 'mm', 'Mm-hmm', 'oh I see', 'Okay, got it.', 'yes yes yes'])(
    'are: %s',
    (text) => expect(phrases.covers(text)).toBe(true),
  );

  it.each(['', 'no', 'wait', 'yeah but', 'okay so what about Tuesday', 'I', 'stop', 'yeah okay yeah okay yeah okay'])(
    'are not: "%s"',
    (text) => expect(phrases.covers(text)).toBe(false),
  );

  it('may become one: a beginning', () => {
    expect(phrases.mayCover('I')).toBe(true);
    expect(phrases.mayCover('okay got')).toBe(true);
    expect(phrases.mayCover('okay but')).toBe(false);
    expect(phrases.mayCover('so')).toBe(false);
    expect(phrases.mayCover('')).toBe(false);
  });

  it('can be those of another language', () => {
    const german = phraseSet(['genau', 'ja', 'mhm', 'alles klar']);
    expect(german.covers('Ja, alles klar')).toBe(true);
    expect(german.covers('okay')).toBe(false);
    expect(phraseSet([]).covers('ja')).toBe(false);
  });
});

describe('an opt-out', () => {
  it.each([
    'Stop calling me!',
    'please stop calling',
    'Do not call me again.',
    "don't ever call me again",
    "Don't call this number anymore",
    'never call here again',
    'Take me off your list',
    'please take me off of your calling list',
    'remove me from the list',
    'can you remove my number from your database',
    'put me on the do not call list',
    'please do not call me',
    'I want to unsubscribe',
    'lose my number',
    'I want that you never call me again',
    'so please never ever call here again',
    'I told you to stop calling me',
    'you have to stop calling this number',
    'and do not call me any more',
    'stop harassing me',
  ])('is: %s', (text) => expect(asksForOptOut(text)).toBe(true));

  it.each([
    '',
    "don't call me at work, call my cell",
    'can you call me again tomorrow',
    'please call me back',
    'stop, I need a minute',
    'I was calling about my list of groceries',
    'he never calls me back',
    'why do you call',
    "I can't take that off the table",
    'you never call me',
    'you never call me anymore',
    "they don't call me anymore",
    "I don't call this number",
    "I'll never call again",
    "please don't stop calling me",
    "he won't stop calling me",
    'I told them to stop calling me',
  ])('is not: "%s"', (text) => expect(asksForOptOut(text)).toBe(false));
});

describe('an answering machine', () => {
  it.each([
    'please leave a message',
    'leave your name and number',
    'after the tone please record your message',
    'the mailbox is full',
    'the person you are calling is not available',
    'the number you have dialed',
    'your call has been forwarded to an automatic voice message system',
    "I can't come to the phone right now",
    'at the tone',
  ])('says: %s', (text) => expect(soundsLikeVoicemail(text)).toBe(true));

  it.each(['hi this is Bob', 'you have reached Bob', 'he is not available right now', 'to leave a message', ''])(
    'is not recognized by: "%s"',
    (text) => expect(soundsLikeVoicemail(text)).toBe(false),
  );

  it('is recognized by the whole of a greeting that wants no answer', () => {
    expect(soundsLikeMachineGreeting("you've reached Bob")).toBe(true);
    expect(soundsLikeMachineGreeting('you have reached the front desk how may I help you')).toBe(false);
    expect(soundsLikeMachineGreeting('I am currently unavailable')).toBe(true);
    expect(soundsLikeMachineGreeting('hello')).toBe(false);
    expect(soundsLikeMachineGreeting('you have reached City Dental for sales press one')).toBe(false);
    expect(soundsLikeMachineGreeting('feel free to leave a message')).toBe(true);
    expect(soundsLikeMachineGreeting('to leave a message press three')).toBe(false);
  });
});

describe('a menu', () => {
  it.each([
    'press one',
    'for sales press two',
    'press or say three',
    'for billing questions press 4',
    'press the pound key',
    'listen to our menu options',
  ])('says: %s', (text) => expect(soundsLikeMenu(text)).toBe(true));
  it.each(['the press wrote about it', 'hello', 'for sale'])('does not say: %s', (text) =>
    expect(soundsLikeMenu(text)).toBe(false),
  );
});

describe('an announcement', () => {
  it.each([
    'please hold while I connect you',
    'your call is very important to us',
    'this call may be recorded for quality purposes',
    'all of our representatives are currently busy',
    'I am transferring you now',
  ])('says: %s', (text) => expect(soundsLikeAnnouncement(text)).toBe(true));
  it.each(['hello', 'yes this is me', 'please hold on who is this', ''])('does not say: "%s"', (text) =>
    expect(soundsLikeAnnouncement(text)).toBe(false),
  );
});

describe('a person', () => {
  it.each(['how can I help you', 'Bob speaking', "who's this", 'who is calling please', 'Hello?'])('says: %s', (text) =>
    expect(soundsLikePerson(text)).toBe(true),
  );
  it('does not say what machines say', () => expect(soundsLikePerson('you have reached Bob')).toBe(false));
});
