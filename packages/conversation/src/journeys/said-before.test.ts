import { FRAME_MS } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import type { ResponseLatency } from '../conversation-event.ts';
import { ENGLISH } from '../languages/packs.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { SaidClauses, type VoiceMemory } from '../speaking/said-clauses.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const GREETING = 'Hello, this is Ann from Example Dental.';
const VOICE_MS = 400;

const memory = (): VoiceMemory => new SaidClauses({ nowMs: () => 0 }).of('voice');

/** The caller asks once. */
async function talked(known: VoiceMemory, options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered({
    memory: known,
    ...options,
    tts: { delayMs: VOICE_MS, withWords: true, ...options.tts },
  });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears('I need a room please', 1000, 3000);
  return call;
}

/** What the voice was asked for, without what it says ahead. */
const asked = ({ tts }: TestCall): string[] => tts.requests.filter((text) => !ENGLISH.openers.includes(text));

const agentTexts = async (call: TestCall): Promise<string[]> =>
  (await call.finish()).turns.filter(({ role }) => role === 'agent').map(({ text }) => text);

describe('a clause that the voice has said before', () => {
  it('is heard without the voice being asked, and costs no characters', async () => {
    const known = memory();
    const [first, second, third] = [await talked(known), await talked(known), await talked(known)];
    expect(asked(first)).toEqual([GREETING, 'I see.']);
    expect(asked(second)).toEqual([GREETING, 'I see.']);
    expect(third.tts.requests).toEqual([]);
    expect(third.sent.flatMap((frame) => [...(frame ?? [])]).length).toBeGreaterThan(0);
    expect((await third.finish()).usage.voice).toEqual([]);
    expect(await agentTexts(third)).toEqual(await agentTexts(first));
  });

  it('saves the time that the voice takes to begin', async () => {
    const known = memory();
    const responses: ResponseLatency[] = [];
    for (let calls = 0; calls < 3; calls += 1) {
      const { turns } = await (await talked(known)).finish();
      responses.push(turns.findLast(({ role }) => role === 'agent')!.response!);
    }
    const [first, second, third] = responses.map(({ stages }) => stages.ttsMs);
    expect(first).toBeGreaterThanOrEqual(VOICE_MS - FRAME_MS);
    expect(second).toBe(first);
    expect(third).toBe(0);
    expect(responses[2]!.responseMs).toBeLessThan(responses[0]!.responseMs);
  });

  it('is followed without a gap by one that is synthesized meanwhile', async () => {
    const known = memory();
    for (let calls = 0; calls < 2; calls += 1) await talked(known);
    const reply = 'I see. The room is on the second floor of the house.';
    const call = await talked(known, { llm: () => reply });
    expect(asked(call)).toEqual(['The room is on the second floor of the house.']);
    expect(await agentTexts(call)).toEqual([GREETING, reply]);
  });

  it('is in the transcript as far as it was heard, by the times of its words', async () => {
    const known = memory();
    for (let calls = 0; calls < 2; calls += 1) await talked(known);
    const call = await TestCall.answered({ memory: known, tts: { delayMs: VOICE_MS, withWords: true } });
    await call.runUntilAgentSpeaks();
    await call.run(500);
    await call.hears('wait a moment please', 1200, 2500);
    const [greeting] = await agentTexts(call);
    expect(GREETING.startsWith(greeting!)).toBe(true);
    expect(greeting).not.toBe(GREETING);
    expect(greeting).toMatch(/^Hello,.*\w$/);
  });

  it('is not kept when it was put together of several answers', async () => {
    const known = memory();
    const failing = {
      failure: (text: string, word: number) =>
        text === GREETING && word === 2 ? new ProviderError('tts', 'tone-tts', 'down', { retryable: true }) : null,
    };
    for (let calls = 0; calls < 3; calls += 1) {
      const call = await talked(known, { tts: failing });
      expect(call.tts.requests[0]).toBe(GREETING);
    }
  });
});
