import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const STORY =
  'We have three rooms left. The first one looks at the garden, and it is quiet. The second one is larger. Which one would you like?';

/** A recognizer whose newest word is another one for so long. */
const mishearing = (words: Record<string, string>, forMs: number): TestCallOptions => ({
  vad: { onsetMs: 60, hangoverMs: 100 },
  stt: {
    partialDelayMs: 240,
    finalDelayMs: 240,
    mishears: (word) => (words[word] ? { as: words[word], forMs } : null),
  },
});

async function listening(options: TestCallOptions): Promise<TestCall> {
  const call = await TestCall.answered({ agent: { firstMessage: STORY }, ...options });
  await call.run(1500);
  return call;
}

const agentTurns = (call: TestCall) => call.turns.filter(({ role }) => role === 'agent');
const silentFrames = (call: TestCall, fromMs: number, untilMs: number): number =>
  call.sent.slice(fromMs / 20, untilMs / 20).filter((frame) => frame === null).length;

describe('a word over the agent that becomes a listener’s', () => {
  it('silences it for a moment only', async () => {
    const call = await listening(mishearing({ yeah: 'to' }, 160));
    const { startMs } = await call.hears('yeah', 300, 1500);
    expect(silentFrames(call, startMs, startMs + 1500)).toBeLessThanOrEqual(10);
    await call.runUntilAgentIsSilent();
    expect(agentTurns(call)).toMatchObject([{ text: STORY, interrupted: false }]);
    expect(call.llm.requests).toHaveLength(0);
  });

  it.each(['yeah', 'oh okay', 'I see'])('has the agent go on, however late it becomes that: %s', async (text) => {
    const call = await listening(mishearing({ yeah: 'to', okay: 'the', see: 'can' }, 500));
    const { endMs } = await call.hears(text, 400, 3000);
    expect(silentFrames(call, endMs + 1000, endMs + 1500)).toBeLessThanOrEqual(5);
    await call.runUntilAgentIsSilent();
    await call.run(2000);
    expect(call.llm.requests).toHaveLength(0);
    expect(call.lines).toContain(`user: ${text}`);
    expect(agentTurns(call).at(-1)).toMatchObject({ interrupted: false });
    expect(agentTurns(call).at(-1)!.text.endsWith('Which one would you like?')).toBe(true);
  });

  it('interrupts it where it stays', async () => {
    const call = await listening(mishearing({ rooms: 'rum' }, 160));
    const { startMs } = await call.hears('rooms', 300, 3000);
    expect(call.lastSentMs(startMs + 740) - startMs).toBeLessThanOrEqual(600);
    expect(agentTurns(call)[0]).toMatchObject({ interrupted: true });
    expect(call.lines).toContain('user: rooms');
  });

  it('does not silence it at all where the recognizer often takes back its newest word', async () => {
    const call = await TestCall.inReply({
      llm: () => STORY,
      ...mishearing({ rooms: 'rum', have: 'half', yeah: 'to' }, 200),
    });
    call.say('yeah', 300);
    await call.run(1500);
    const { startMs } = call.say('yeah', 300);
    await call.run(1500);
    expect(silentFrames(call, startMs, startMs + 1400)).toBeLessThanOrEqual(5);
  });
});
