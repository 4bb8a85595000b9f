import { FRAME_MS } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../languages/packs.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { SaidClauses, type VoiceMemory } from '../speaking/said-clauses.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const GREETING = 'Hello, this is Ann from Example Dental. How can I help you with your teeth today?';
const REPLY = 'Sure, the room is on the second floor of the house.';
const VOICE_MS = 400;

const memory = (): VoiceMemory => new SaidClauses({ nowMs: () => 0 }).of('voice');

/** The agent greets, and the caller asks once. */
async function talked(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered({
    memory: memory(),
    llm: () => REPLY,
    ...options,
    agent: { firstMessage: GREETING, ...options.agent },
    tts: { delayMs: VOICE_MS, withWords: true, ...options.tts },
  });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears('I need a room please', 1000, 4000);
  return call;
}

const isOpener = (text: string): boolean => ENGLISH.openers.includes(text);

describe('what replies begin with', () => {
  it('is said ahead while the agent greets, one after the other, and is charged', async () => {
    const call = await talked();
    expect(call.tts.requests.filter(isOpener)).toEqual(
      ENGLISH.openers.slice(0, call.tts.requests.filter(isOpener).length),
    );
    expect(call.tts.requests.filter(isOpener).length).toBeGreaterThan(4);
    const { usage } = await call.finish();
    const characters = call.tts.requests.reduce((sum, { length }) => sum + length, 0);
    expect(usage.voice).toMatchObject([{ characters }]);
  });

  it('is heard without waiting for the voice, and the rest follows it without a gap', async () => {
    const call = await talked();
    expect(call.tts.requests.at(-1)).toBe('the room is on the second floor of the house.');
    const { turns } = await call.finish();
    const reply = turns.findLast(({ role }) => role === 'agent')!;
    expect(reply.text).toBe(REPLY);
    expect(reply.response!.stages.ttsMs).toBeLessThanOrEqual(FRAME_MS);
  });

  it('is said once for all calls of a voice', async () => {
    const known = memory();
    await talked({ memory: known });
    const second = await talked({ memory: known });
    const third = await talked({ memory: known });
    expect(third.tts.requests.filter(isOpener)).toEqual([]);
    expect(second.tts.requests.filter(isOpener).length).toBeLessThan(4);
  });

  it('is not said where nothing is kept', async () => {
    const call = await TestCall.answered({ agent: { firstMessage: GREETING } });
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    expect(call.tts.requests.filter(isOpener)).toEqual([]);
  });

  it('does not matter where the voice cannot say it', async () => {
    const failure = (text: string) =>
      text === ENGLISH.openers[0] ? new ProviderError('tts', 'tone-tts', 'down', { retryable: true }) : null;
    const call = await talked({ tts: { failure } });
    const { turns, warnings } = await call.finish();
    expect(warnings).toEqual([]);
    expect(turns.findLast(({ role }) => role === 'agent')!.text).toBe(REPLY);
  });
});
