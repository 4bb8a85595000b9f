import { describe, expect, it } from 'vitest';
import { spokenLanguage } from '../languages/spoken-language.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const SPANISH = 'quisiera una mesa para esta noche';
const SILENCE = { reminderMs: 7000, endMs: 10_000, maxReminders: 2 };

async function greeted({ agent, ...options }: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered({
    model: ({ heard }) => (heard === SPANISH ? 'Claro que sí, ¿para cuántas personas?' : 'Of course.'),
    agent: { followsLanguage: true, silence: SILENCE, ...agent },
    ...options,
  });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

describe('a model that follows the caller', () => {
  it('may be spoken to in any language', async () => {
    const call = await greeted();
    expect(call.session.options).toMatchObject({ language: 'en-US', followsLanguage: true });
  });

  it('has its call go on in the language that the words of the caller are in', async () => {
    const call = await greeted();
    await call.hears(SPANISH, 1500, 4000);
    expect(call.of('language_changed')).toEqual([{ type: 'language_changed', language: 'es' }]);
    expect(call.turns.map(({ role, language }) => [role, language])).toEqual([
      ['agent', 'en-US'],
      ['user', 'es'],
      ['agent', 'es'],
    ]);
    expect(call.session.changes).toEqual([{ language: 'es' }]);
    expect(call.session.notes).toEqual([expect.stringContaining('Answer in Spanish')]);
    await call.run(8000);
    const { reminder } = spokenLanguage('es').pack.silence;
    expect(call.session.said.at(-1)).toBe(reminder);
  });

  it('begins another session in that language, and knows of it', async () => {
    const call = await greeted();
    await call.hears(SPANISH, 1500, 4000);
    call.session.fail();
    await call.run(1000);
    expect(call.session.options.language).toBe('es');
    expect(call.session.history).toContainEqual({ role: 'note', text: expect.stringContaining('Answer in Spanish') });
  });

  it('comes back to the language that it began in, with its region', async () => {
    const call = await greeted();
    await call.hears(SPANISH, 1500, 4000);
    await call.hears('sorry I would rather speak English with you', 1500, 4000);
    expect(call.of('language_changed').map(({ language }) => language)).toEqual(['es', 'en-US']);
  });

  it('stays for words that tell nothing, whatever the turn before was in', async () => {
    const call = await greeted();
    await call.hears('hola', 500, 4000);
    await call.hears('Anna Schmidt Miller Thompson', 1500, 4000);
    expect(call.of('language_changed')).toEqual([]);
  });
});

it('a model of one language stays in it, whatever the caller speaks', async () => {
  const call = await greeted({ agent: { followsLanguage: false } });
  await call.hears(SPANISH, 1500, 4000);
  expect(call.of('language_changed')).toEqual([]);
  expect(call.session.options.followsLanguage).toBe(false);
  expect(call.turns.map(({ language }) => language)).toEqual([undefined, undefined, undefined]);
});
