import { describe, expect, it } from 'vitest';
import type { Echo } from '../testing/echoing-line.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const OPENING = 'Hello Alex Morgan, this is Ava from Riverside Dental. Is that you?';
const DELAYS_MS = [40, 100, 200, 400];

function echoing(echo: Echo, options: TestCallOptions = {}): Promise<TestCall> {
  return TestCall.answered({
    echo,
    vad: { onsetMs: 60, hangoverMs: 100 },
    stt: { partialDelayMs: 100, finalDelayMs: 100 },
    ...options,
    agent: { firstMessage: OPENING, ...options.agent },
  });
}

const pausesOf = (call: TestCall): number =>
  call.sent.slice(0, call.lastSentMs() / 20).filter((frame, index) => frame === null && call.sent[index - 1]).length;

describe.each(DELAYS_MS)('an agent that hears itself after %i ms', (delayMs) => {
  it('takes no notice of its own sound, whatever a recognizer would make of it', async () => {
    const call = await echoing({ delayMs, mishear: () => 'no' });
    await call.run(6000);
    expect(call.lines).toEqual([`agent: ${OPENING}`]);
    expect(pausesOf(call)).toBe(0);
  });

  it('knows its own words when they come through the air of a room, and stops for them once', async () => {
    const call = await echoing({ delayMs, distorted: true });
    await call.run(6000);
    expect(call.lines).toEqual([`agent: ${OPENING}`]);
    expect(pausesOf(call)).toBeLessThanOrEqual(1);
  });

  it.each([false, true])('hears the answer, and nothing else (distorted: %s)', async (distorted) => {
    const call = await echoing({ delayMs, distorted }, { llm: () => 'What a pleasure to hear from you.' });
    await call.runUntilAgentSpeaks();
    await call.runUntil(() => call.turns.length === 1);
    const { startMs, endMs } = call.say('yes this is me', 900, 500);
    await call.run(7000);
    expect(call.lines.slice(1)).toEqual(['user: yes this is me', 'agent: What a pleasure to hear from you.']);
    expect(call.turns[1]).toMatchObject({ startMs, endMs });
    expect(pausesOf(call) - 1).toBeLessThanOrEqual(1);
  });

  it.each([false, true])('is interrupted by the caller nevertheless (distorted: %s)', async (distorted) => {
    const call = await echoing({ delayMs, distorted, gain: 0.2 });
    await call.run(1500);
    const { startMs, endMs } = call.say('no stop please I need something else', 2000);
    await call.run(6000);
    expect(call.turns[0]).toMatchObject({ role: 'agent', interrupted: true, generatedText: OPENING });
    expect(call.turns[0]!.endMs).toBeLessThan(startMs + 1500);
    expect(call.lines[1]).toMatch(/^user: .*I need something else$/);
    expect(call.turns[1]!.endMs).toBe(endMs);
  });
});
