import { describe, expect, it } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

async function greeted(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

describe('an agent that stands by', () => {
  it('falls silent at once, and says no more than a fading frame', async () => {
    const call = await TestCall.answered();
    await call.runUntilAgentSpeaks();
    await call.run(500);
    const atMs = call.nowMs;
    call.conversation.standBy('user_1');
    await call.run(5000);
    expect(call.lastSentMs()).toBeLessThanOrEqual(atMs + 40);
    expect(call.turns[0]).toMatchObject({ role: 'agent', interrupted: false });
  });

  it('goes on listening, and answers nothing', async () => {
    const call = await greeted();
    const atMs = call.nowMs;
    call.conversation.standBy('user_1');
    await call.hears('I would like to cancel my order', 1500, 3000);
    await call.hears('thank you', 500, 3000);
    expect(call.lines.slice(1)).toEqual(['user: I would like to cancel my order', 'user: thank you']);
    expect(call.sound(atMs + 40)).toHaveLength(0);
    expect(call.llm.requests).toHaveLength(0);
  });

  it('loses no patience', async () => {
    const call = await greeted();
    const atMs = call.nowMs;
    call.conversation.standBy('user_1');
    await call.run(60_000);
    expect(call.sound(atMs + 40)).toHaveLength(0);
    expect(call.of('hangup')).toEqual([]);
  });

  it('goes on knowing what was said meanwhile', async () => {
    const call = await greeted({ llm: () => 'As you wish.' });
    call.conversation.standBy('user_1');
    await call.hears('I would like to cancel my order', 1500, 2000);
    call.conversation.resume();
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    expect(call.lines.at(-1)).toBe('agent: As you wish.');
    const { messages } = call.llm.requests[0]!;
    expect(messages).toContainEqual({ role: 'user', text: 'I would like to cancel my order' });
    expect(messages.at(-1)).toMatchObject({ role: 'note', text: expect.stringContaining('hands the call back') });
    // The caller did not wait so long for this answer.
    expect(call.of('latency')).toEqual([]);
    await call.hears('what does it cost', 1000, 3000);
    expect(call.of('latency')).toHaveLength(1);
  });

  it('hears out what the other side is saying when it goes on', async () => {
    const call = await greeted();
    call.conversation.standBy('user_1');
    call.say('could you tell me when you open', 2000);
    await call.run(1000);
    call.conversation.resume();
    await call.run(4000);
    expect(call.lines.slice(-2)).toEqual(['user: could you tell me when you open', 'agent: I see.']);
    expect(call.llm.requests.length).toBeGreaterThan(0);
  });

  it('says in the transcript who had taken over, and how long', async () => {
    const call = await greeted();
    const fromMs = call.nowMs;
    call.conversation.standBy('user_1');
    await call.run(3000);
    call.conversation.resume();
    expect(call.turns.at(-1)).toMatchObject({
      role: 'tool',
      startMs: fromMs,
      endMs: fromMs + 3000,
      tool: { name: 'take_over', arguments: { by: 'user_1' } },
    });
    call.conversation.standBy('user_2');
    await call.run(1000);
    const { turns } = await call.finish();
    expect(turns.at(-1)).toMatchObject({ tool: { name: 'take_over', arguments: { by: 'user_2' } } });
  });

  it('is not interrupted by a recognizer that fails; the caller hears of it when the agent goes on', async () => {
    const failure = new ProviderError('stt', 'scripted', 'is gone', { retryable: false });
    const call = await greeted({ stt: { failuresMs: [6000, 6200, 6400], failure } });
    call.conversation.standBy('user_1');
    await call.run(20_000);
    expect(call.of('hangup')).toEqual([]);
    call.conversation.resume();
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')[0]).toMatchObject({ endReason: 'stt_error' });
  });

  it('says farewell when the host has to go', async () => {
    const call = await greeted();
    call.conversation.standBy('user_1');
    call.conversation.takeLeave();
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')[0]).toMatchObject({ endReason: 'interrupted_by_restart' });
    expect(call.isAgentSpeaking || call.sound().length > 0).toBe(true);
  });

  it('does nothing twice, and nothing before the answer', async () => {
    const call = new TestCall({});
    call.conversation.standBy('user_1');
    call.conversation.resume();
    expect(call.events).toEqual([]);
    await call.conversation.start(8000);
    await call.runUntilAgentSpeaks();
    call.conversation.standBy('user_1');
    call.conversation.standBy('user_2');
    call.conversation.resume();
    call.conversation.resume();
    expect(call.turns.filter(({ role }) => role === 'tool')).toHaveLength(1);
  });
});

describe('a whisper', () => {
  it('is known to the next reply, and not heard', async () => {
    const call = await greeted({ llm: () => 'We are open until eight.' });
    call.conversation.whisper('Offer them a discount.');
    await call.hears('when do you close', 1000, 4000);
    expect(call.llm.requests.at(-1)!.messages).toContainEqual({ role: 'note', text: 'Offer them a discount.' });
    expect(call.lines.at(-1)).toBe('agent: We are open until eight.');
    expect(call.lines.join('\n')).not.toContain('discount');
  });

  it('makes a reply that was prepared without it be thrown away', async () => {
    const call = await greeted();
    call.say('when do you close', 1000);
    await call.runUntil(() => call.llm.requests.length > 0);
    call.conversation.whisper('Offer them a discount.');
    await call.runUntilAgentSpeaks();
    expect(call.llm.requests).toHaveLength(2);
    expect(call.llm.requests[1]!.messages).toContainEqual({ role: 'note', text: 'Offer them a discount.' });
  });

  it('before any words does not keep the model from opening the call', async () => {
    const call = new TestCall({ agent: { firstMessage: null, direction: 'outbound' } });
    call.conversation.whisper('Be brief.');
    await call.conversation.start(8000);
    await call.runUntilAgentSpeaks();
    const roles = call.llm.requests.at(-1)!.messages.map(({ role }) => role);
    expect(roles).toContain('user');
    expect(roles).toContain('note');
  });
});

describe('what is being heard', () => {
  it('is reported while it grows, and is over when it became a turn', async () => {
    const call = await greeted();
    await call.hears('when do you close today', 1500, 3000);
    const texts = call.of('hearing').map(({ text }) => text);
    expect(texts).toContain('when do you close today');
    expect(texts.at(-1)).toBe('');
  });
});
