import { handoverWords } from '@parley/conversation';
import { afterEach, expect, it, vi } from 'vitest';
import { instantProviders, SPOKEN_FRAME } from '../testing/instant-providers.ts';
import { Consultation, type ConsultationOptions } from './consultation.ts';

const { voices, transcribers } = instantProviders();
const words = handoverWords('en');
let consultation: Consultation;
let answers: boolean[];

function consulting(options: Partial<ConsultationOptions> = {}): void {
  answers = [];
  consultation = new Consultation({
    ...{
      about: Promise.resolve('It is Ann.'),
      words,
      language: 'en',
      rateHz: 8000,
      voices,
      transcriber: transcribers[0]!,
    },
    onAnswer: (isAccepted) => answers.push(isAccepted),
    onWarning: () => {},
    ...options,
  });
}

afterEach(() => consultation.close());

/** Hears all that is said, in ms. */
async function spoken(): Promise<number> {
  await vi.waitFor(() => expect(consultation.next()).not.toBeNull(), 10_000);
  let spokenMs = 20;
  while (consultation.next() !== null) spokenMs += 20;
  return spokenMs;
}

it('says what the call is about, and the question behind it', async () => {
  consulting();
  // As long as the instant voice takes for all the characters.
  expect(await spoken()).toBeGreaterThan(`It is Ann. ${words.question}`.length * 60 - 40);
});

it.each([
  ['1', [true]],
  ['2', [false]],
  ['5', []],
])('takes the key %s, also before all was said', async (key, expected) => {
  consulting();
  consultation.press(key);
  consultation.press('2');
  expect(answers.slice(0, 1)).toEqual(expected.length > 0 ? expected : [false]);
  expect(consultation.next()).toBeNull();
});

it('takes a yes that the transcriber hears', async () => {
  consulting();
  await spoken();
  await vi.waitFor(() => {
    for (let frames = 0; frames < 10; frames += 1) consultation.hear(SPOKEN_FRAME);
    for (let frames = 0; frames < 25; frames += 1) consultation.hear(null);
    expect(answers).toEqual([true]);
  }, 10_000);
});

it('waits for an answer for 15 s after the question', async () => {
  consulting();
  await spoken();
  for (let waitedMs = 20; waitedMs < 14_900; waitedMs += 20) consultation.next();
  expect(answers).toEqual([]);
  for (let waitedMs = 0; waitedMs < 200; waitedMs += 20) consultation.next();
  expect(answers).toEqual([false]);
});

it('does not wait for words that never come', () => {
  consulting({ about: new Promise(() => {}) });
  for (let waitedMs = 0; waitedMs < 20_100; waitedMs += 20) consultation.next();
  expect(answers).toEqual([false]);
});

it('says nothing and answers nothing when it is closed', () => {
  consulting();
  consultation.close();
  consultation.press('1');
  expect(answers).toEqual([]);
});
