import { describe, expect, it } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall } from '../testing/test-call.ts';

const GREETING = 'Hello, this is Ann from Example Dental.';
const down = (role: 'tts' | 'llm', retryable = false) => new ProviderError(role, 'x', 'down', { retryable });

async function talked(options: Parameters<typeof TestCall.answered>[0] = {}): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears('I need a room please', 1000, 3000);
  return call;
}

describe('what a call has used', () => {
  it('names each kind of vendor', async () => {
    const call = await talked();
    const { nowMs } = call;
    expect((await call.finish()).usage).toEqual({
      model: [{ name: 'scripted-llm', inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 }],
      voice: [{ name: 'tone-tts/tone', characters: GREETING.length + 'I see.'.length }],
      transcriber: [{ name: 'scripted-stt', audioMs: nowMs }],
    });
  });

  it('adds up over the turns', async () => {
    const call = await talked();
    await call.hears('and another one please', 1000, 3000);
    const { usage } = await call.finish();
    expect(usage.model).toEqual([{ name: 'scripted-llm', inputTokens: 200, cachedInputTokens: 0, outputTokens: 20 }]);
    expect(usage.voice[0]!.characters).toBe(GREETING.length + 2 * 'I see.'.length);
  });

  it('names all that were asked, where one was followed by the next', async () => {
    const call = await talked({
      llm: () => ({ error: down('llm') }),
      nextModel: () => 'Of course.',
      tts: { failure: (text, word) => (text === GREETING && word === 2 ? down('tts') : null), withWords: true },
      nextVoice: { withWords: true },
    });
    const { usage } = await call.finish();
    expect(usage.model.map(({ name }) => name)).toEqual(['next-llm']);
    expect(usage.voice).toEqual([
      { name: 'tone-tts/tone', characters: GREETING.length },
      { name: 'next-tts/tone', characters: GREETING.length - 'Hello, this '.length + 'Of course.'.length },
    ]);
  });

  it('counts the audio that is sent once more', async () => {
    const probe = await TestCall.answered();
    await probe.runUntilAgentSpeaks();
    await probe.runUntilAgentIsSilent();
    const call = await talked({ stt: { failuresMs: [probe.nowMs + 800] } });
    const { transcriber } = (await call.finish()).usage;
    expect(transcriber[0]!.audioMs).toBeGreaterThanOrEqual(call.nowMs + 800);
    expect(transcriber[0]!.audioMs).toBeLessThanOrEqual(call.nowMs + 1400);
  });

  it('is nothing before the answer', async () => {
    const call = new TestCall({});
    expect((await call.finish()).usage).toEqual({ model: [], voice: [], transcriber: [] });
  });
});
