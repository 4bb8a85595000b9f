import { describe, expect, it } from 'vitest';
import { spokenLanguage } from '../languages/spoken-language.ts';
import { answerOdds } from './answer-odds.ts';
import {
  type CalleeEvidence,
  NOTHING_KNOWN,
  withAgentDone,
  withBeep,
  withSound,
  withTurn,
  withVoiceFrom,
  withVoiceUntil,
} from './callee-evidence.ts';

const english = spokenLanguage('en');

/** Voices of these lengths, with half a second between them, from 300 ms on. */
function spoken(...lengthsMs: number[]): CalleeEvidence {
  let atMs = 300;
  return lengthsMs.reduce((evidence, ms) => {
    const heard = withVoiceUntil(withVoiceFrom(evidence, atMs), atMs + ms);
    atMs += ms + 500;
    return heard;
  }, NOTHING_KNOWN);
}

const odds = (evidence: CalleeEvidence, text: string, atMs = 20_000) => answerOdds(evidence, text, english, atMs);

describe('who has answered', () => {
  it.each([
    ['a word', spoken(400), 'hello'],
    ['a word that was not understood', spoken(300), ''],
    ['eight seconds of talk', spoken(4000, 3500), 'hang on I have to find a quiet place to talk'],
    ['eight seconds that were not understood', spoken(4000, 3500), ''],
    ['a receptionist', spoken(4500), 'you have reached Smith and Sons how can I help you'],
    ['call screening', spoken(5000), 'the person you are calling is using a screening service'],
  ])('is a person by %s', (_, evidence, text) => {
    expect(odds(evidence, text).machine).toBeLessThan(0.9);
  });

  it.each([
    ['its words', spoken(3000), 'please leave a message after the tone'],
    ['a greeting that wants no answer', spoken(1800), 'hi you have reached Bob'],
    ['a beep', withBeep(spoken(500)), ''],
    ['talk without end', spoken(4000, 4000, 4000, 3000), ''],
  ])('is a machine by %s', (_, evidence, text) => {
    expect(odds(evidence, text).machine).toBeGreaterThan(0.95);
  });

  it('is a menu by its words, unless it takes messages', () => {
    expect(odds(spoken(5000), 'for sales press one for support press two').menu).toBeGreaterThan(0.9);
    expect(odds(spoken(5000), 'leave a message after the tone or press one').machine).toBeGreaterThan(0.9);
  });

  it('is a machine when nothing is replied to the agent for six seconds, if it has talked at some length', () => {
    const greeted = (evidence: CalleeEvidence) => withAgentDone(evidence, 10_000);
    expect(odds(greeted(spoken(3000, 2500)), '', 12_000).machine).toBeLessThan(0.9);
    expect(odds(greeted(spoken(3000, 2500)), '', 16_000).machine).toBeGreaterThan(0.95);
    expect(odds(greeted(spoken(400)), '', 16_000).machine).toBeLessThan(0.1);
    expect(odds(greeted(spoken(3000, 2500)), 'one moment please hold the line', 16_000).machine).toBeLessThan(0.9);
  });

  it('is a person whose reply is a voice, and whose words come late', () => {
    const greeted = withAgentDone(spoken(3000, 2500), 10_000);
    const replied = withVoiceUntil(withVoiceFrom(greeted, 11_000), 12_000);
    expect(odds(replied, '', 20_000).machine).toBeLessThan(0.9);
  });

  it('is a person the more, the more often the agent was replied to', () => {
    const replied = withTurn(withAgentDone(spoken(400), 3000), 'yes', 3400, 3800);
    expect(replied.exchanges).toBe(1);
    const machine = odds(replied, 'you have reached Bob').machine;
    expect(machine).toBeLessThan(odds(spoken(400), 'you have reached Bob').machine);
  });

  it('is not known by the length of a noise', () => {
    const noise = withSound(withVoiceFrom(spoken(400), 1500), 0.1, 1600);
    expect(odds(noise, '', 20_000).machine).toBeLessThan(0.5);
  });

  it('is given as probabilities that add up to one', () => {
    const { person, machine, menu } = odds(spoken(3000), 'press one to leave a message');
    expect(person + machine + menu).toBeCloseTo(1);
  });
});
