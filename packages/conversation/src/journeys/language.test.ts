import { describe, expect, it } from 'vitest';
import { spokenLanguage } from '../languages/spoken-language.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const SPANISH = 'quisiera una mesa para esta noche';
const SILENCE = { reminderMs: 7000, endMs: 10_000, maxReminders: 2 };
/** Nothing is spoken in advance, in a language that may change. */
const NOTHING_AHEAD = { endpointingMs: 600, interruptionMs: 300, speculate: false };
const DETECTS = { capabilities: { detectsLanguage: true } };

async function greeted(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered({
    agent: { followsLanguage: true, silence: SILENCE, ...options.agent },
    llm: () => 'Claro que sí.',
    stt: DETECTS,
    ...Object.fromEntries(Object.entries(options).filter(([key]) => key !== 'agent')),
  });
  await call.run(4000);
  return call;
}

async function hear(call: TestCall, language: string, text: string): Promise<void> {
  call.stt.streams[0]!.tell({ type: 'language', language });
  call.say(text, 1500);
  await call.run(6000);
}

describe('a call that follows the caller', () => {
  it('is listened to in every language', async () => {
    const call = await greeted();
    expect(call.stt.openedFor).toEqual([null]);
  });

  it('goes on in the language that the caller changes to', async () => {
    const call = await greeted();
    await hear(call, 'es', SPANISH);
    expect(call.of('language_changed')).toEqual([{ type: 'language_changed', language: 'es' }]);
    expect(call.turns.map(({ role, language }) => [role, language])).toEqual([
      ['agent', 'en-US'],
      ['user', 'es'],
      ['agent', 'es'],
    ]);
    expect(call.tts.spokenIn.at(-1)).toBe('es');
    const { messages } = call.llm.requests.at(-1)!;
    expect(messages.slice(-2)).toEqual([
      { role: 'note', text: expect.stringContaining('Answer in Spanish') },
      { role: 'user', text: SPANISH },
    ]);
  });

  it('reminds and says goodbye in it', async () => {
    const call = await greeted();
    await hear(call, 'es', SPANISH);
    await call.run(45_000);
    const { reminder, goodbye } = spokenLanguage('es').pack.silence;
    const said = call.turns.filter(({ role }) => role === 'agent').map(({ text }) => text);
    expect(said.slice(-3)).toEqual([reminder, reminder, goodbye]);
  });

  it('understands what means "go on" in it', async () => {
    const call = await greeted({ llm: () => 'Tenemos una mesa libre a las nueve de la noche, y otra más tarde.' });
    call.stt.streams[0]!.tell({ type: 'language', language: 'es' });
    call.say(SPANISH, 1500);
    await call.run(3500);
    call.say('ajá, claro', 500);
    await call.run(6000);
    expect(call.turns.filter(({ role }) => role === 'agent').at(-1)!.interrupted).toBe(false);
  });

  it('comes back to the language that it began in, with its region', async () => {
    const call = await greeted();
    await hear(call, 'es', SPANISH);
    await hear(call, 'en', 'sorry I would rather speak English');
    expect(call.of('language_changed').map(({ language }) => language)).toEqual(['es', 'en-US']);
  });

  it('stays for a word of another one', async () => {
    const call = await greeted();
    await hear(call, 'es', 'hola');
    expect(call.of('language_changed')).toEqual([]);
  });

  it('goes on with the next voice, where the first one lacks the language', async () => {
    const call = await greeted({
      agent: { turnTaking: NOTHING_AHEAD },
      tts: { languages: ['en'] },
      nextVoice: { languages: ['es', 'en'] },
    });
    await hear(call, 'es', SPANISH);
    expect(call.tts.requests).toHaveLength(1);
    expect(call.nextVoices[0]!.requests).toEqual(['Claro que sí.']);
    await hear(call, 'en', 'sorry I would rather speak English');
    expect(call.tts.requests).toHaveLength(2);
  });

  it('stays where no voice has the language, and a warning says so once', async () => {
    const call = await greeted({ tts: { languages: ['en'] } });
    await hear(call, 'es', SPANISH);
    await hear(call, 'es', 'y una silla para el niño');
    expect(call.of('language_changed')).toEqual([]);
    expect(call.of('warning')).toHaveLength(1);
    expect(call.of('warning')[0]!.message).toContain('Spanish');
  });

  it('is listened to in its own language by a recognizer that cannot tell them apart', async () => {
    const call = await greeted({ stt: {} });
    expect(call.stt.openedFor).toEqual(['en-US']);
  });
});

describe('a call of one language', () => {
  it('stays in it, and knows what was spoken', async () => {
    const call = await greeted({ agent: { followsLanguage: false } });
    expect(call.stt.openedFor).toEqual(['en-US']);
    await hear(call, 'es', SPANISH);
    expect(call.of('language_changed')).toEqual([]);
    expect(call.turns.map(({ role, language }) => [role, language])).toEqual([
      ['agent', undefined],
      ['user', 'es'],
      ['agent', undefined],
    ]);
  });

  it('speaks its stock phrases', async () => {
    const call = await TestCall.answered({
      agent: { language: 'de-AT', firstMessage: 'Guten Tag.', silence: SILENCE },
    });
    await call.run(12_000);
    expect(call.turns.at(-1)!.text).toBe('Sind Sie noch da?');
  });
});
