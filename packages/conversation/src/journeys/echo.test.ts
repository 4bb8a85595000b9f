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

describe('a caller who says a word of the agent at the same moment', () => {
  const STORY =
    'We have three rooms left. The first one looks at the garden, and it is quiet. Which one would you like?';
  /** The tone of a character takes 40 ms. */
  const wordMs = (word: string): number => STORY.indexOf(word) * 40;

  it.each(['the', 'the garden'])('is heard at once for the rest of the call: %s', async (text) => {
    const call = await TestCall.answered({
      agent: { firstMessage: STORY },
      vad: { onsetMs: 60, hangoverMs: 100 },
      stt: { partialDelayMs: 100, finalDelayMs: 100 },
      llm: () => STORY,
    });
    await call.run(wordMs('the garden') + 200);
    await call.hears(text, 150 * text.split(' ').length, 4000);
    await call.hears('please tell me more about them', 1500, 0);
    await call.runUntilAgentSpeaks();
    await call.run(1500);
    const { startMs } = await call.hears('no', 300, 1500);
    expect(call.lastSentMs(startMs + 440) - startMs).toBeLessThanOrEqual(420);
    expect(call.lines).toContain('user: no');
  });
});

it('a single word of the caller counts, though the line is known to echo', async () => {
  const call = await echoing(
    { delayMs: 200, distorted: true, gain: 0.2 },
    { agent: { firstMessage: OPENING.repeat(2) } },
  );
  await call.run(3000);
  const { endMs } = call.say('stop', 400);
  await call.run(3000);
  const [opening] = call.turns.filter(({ role }) => role === 'agent');
  expect(opening).toMatchObject({ interrupted: true });
  expect(opening!.endMs - endMs).toBeLessThan(800);
});
