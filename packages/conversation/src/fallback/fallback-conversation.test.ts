import { describe, expect, it } from 'vitest';
import { spokenLanguage } from '../languages/spoken-language.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const GREETING = 'Hello, this is Ann from Example Dental.';
const GOODBYE = 'I will let you go. Goodbye.';
const STORY = 'We have three rooms left. The first one looks at the garden. The second one is larger.';
const refusal = new ProviderError('llm', 'scripted-s2s', 'connection refused', { retryable: true });
const lookUp = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } };

/** A call whose model is lost for good with its first session. */
async function answered({ speaking, ...options }: TestCallOptions = {}): Promise<TestCall> {
  return TestCall.answered({
    model: ({ heard }) => `You said ${heard}.`,
    llm: () => 'Here I am.',
    fallback: true,
    speaking: { openFailure: (attempt) => (attempt > 0 ? refusal : null), ...speaking },
    ...options,
  });
}

async function greeted(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

/** The longest silence of both sides from `fromMs` on. */
function longestPauseMs(call: TestCall, fromMs: number): number {
  let quietSinceMs = fromMs;
  let longestMs = 0;
  for (let atMs = fromMs; atMs < call.nowMs; atMs += 20) {
    const isCaller = call.caller.spans.some(({ startMs, endMs }) => startMs <= atMs && endMs > atMs);
    if (!isCaller && !call.sent[atMs / 20]) continue;
    longestMs = Math.max(longestMs, atMs - quietSinceMs);
    quietSinceMs = atMs;
  }
  return longestMs;
}

describe('a model that is lost in a call', () => {
  it('is followed by another kind of conversation, which knows what was said', async () => {
    const call = await greeted();
    await call.hears('two large pizzas', 900, 3000);
    call.session.fail();
    await call.hears('and a bottle of lemonade', 1200, 3000);
    expect(call.lines).toEqual([
      `agent: ${GREETING}`,
      'user: two large pizzas',
      'agent: You said two large pizzas.',
      'user: and a bottle of lemonade',
      'agent: Here I am.',
    ]);
    expect(call.llm.requests.at(-1)!.messages).toEqual([
      { role: 'agent', text: GREETING },
      { role: 'user', text: 'two large pizzas' },
      { role: 'agent', text: 'You said two large pizzas.' },
      { role: 'user', text: 'and a bottle of lemonade' },
    ]);
    const { warnings, usage } = await call.finish();
    expect(warnings.map(({ code }) => code)).toEqual(['llm_reopened', 'llm_failed', 'conversation_fallback']);
    expect(warnings.at(-1)!.message).toContain('scripted-stt listens, scripted-llm answers and tone-tts/tone speaks');
    expect(usage.model.map(({ name }) => name)).toEqual(['scripted-s2s', 'scripted-llm']);
    expect(usage.transcriber.map(({ name }) => name)).toContain('scripted-stt');
    expect(call.of('hangup')).toEqual([]);
  });

  it('before it has answered: what the caller said is listened to again, and answered', async () => {
    const call = await greeted({ speaking: { textDelayMs: 60_000 } });
    const { endMs } = await call.hears('two large pizzas', 900, 550);
    call.session.fail();
    await call.run(5000);
    expect(call.lines.slice(1)).toEqual(['user: two large pizzas', 'agent: Here I am.']);
    expect(call.llm.requests.at(-1)!.messages.at(-1)).toEqual({ role: 'user', text: 'two large pizzas' });
    expect(call.firstSentMs(endMs) - endMs).toBeLessThan(2000);
  });

  it('while the caller speaks: they are heard from their first word', async () => {
    const call = await greeted();
    call.say('two large pizzas and a bottle of lemonade', 2400);
    await call.run(1200);
    call.session.fail();
    await call.run(5000);
    expect(call.lines.slice(1)).toEqual(['user: two large pizzas and a bottle of lemonade', 'agent: Here I am.']);
  });

  it('whose words are known already: they are answered at once', async () => {
    const call = await greeted({ model: () => ({ delayMs: 60_000 }) });
    const { endMs } = await call.hears('two large pizzas', 900, 900);
    call.session.fail();
    await call.run(3000);
    expect(call.lines.slice(1)).toEqual(['user: two large pizzas', 'agent: Here I am.']);
    expect(call.firstSentMs(endMs) - endMs).toBeLessThan(2000);
  });

  it('while the agent speaks: what it had said is heard out', async () => {
    const call = await greeted({ model: () => STORY });
    await call.hears('which rooms', 900, 1500);
    call.session.fail();
    await call.runUntilAgentIsSilent();
    expect(call.lines.slice(1)).toEqual(['user: which rooms', `agent: ${STORY}`]);
    await call.hears('the second one', 900, 3000);
    expect(call.lines.slice(3)).toEqual(['user: the second one', 'agent: Here I am.']);
  });

  it('in the middle of a sentence: another voice goes on', async () => {
    const call = await greeted({
      model: () => ({ text: STORY, breaksAfter: 30 }),
      llm: () => 'It looks at the garden.',
    });
    const { endMs } = await call.hears('which rooms', 900, 6000);
    expect(call.lines.slice(1)).toEqual([
      'user: which rooms',
      'agent: We have three rooms left. The',
      'agent: It looks at the garden.',
    ]);
    expect(call.llm.requests[0]!.messages.at(-1)).toEqual({
      role: 'note',
      text: expect.stringContaining('Go on where'),
    });
    expect(longestPauseMs(call, endMs)).toBeLessThan(2000);
  });

  it('in a reply that the caller talks into: they are heard', async () => {
    const call = await greeted({ model: () => STORY });
    await call.hears('which rooms', 900, 1500);
    call.session.fail();
    await call.run(100);
    await call.hears('no wait the second one please', 1500, 4000);
    expect(call.turns.find(({ text }) => text.startsWith('We have'))).toMatchObject({ generatedText: STORY });
    expect(call.lines.slice(-2)).toEqual(['user: no wait the second one please', 'agent: Here I am.']);
  });

  it('because it says nothing: the caller is not left in silence', async () => {
    const call = await greeted({ model: () => ({ stallsAfter: 0 }), speaking: {} });
    const { endMs } = await call.hears('two large pizzas', 900, 9000);
    expect(call.lines.slice(1)).toEqual(['user: two large pizzas', 'agent: One moment, please.', 'agent: Here I am.']);
    expect(longestPauseMs(call, endMs)).toBeLessThan(2500);
    expect(call.of('hangup')).toEqual([]);
  });

  it('while a tool runs: its result is for the next one', async () => {
    const calls = [{ id: 'c', name: 'look_up', arguments: {} }];
    const call = await greeted({
      model: () => ({ text: 'Let me see.', calls }),
      llm: (messages) => (messages.at(-1)!.role === 'tool' ? 'It is on its way.' : 'Here I am.'),
      agent: { tools: [lookUp] },
      runTool: async () => {
        await call.time.sleep(3000);
        return { text: 'on its way', prompt: 'You talk to Ann.' };
      },
    });
    await call.hears('where is my order', 900, 2000);
    call.session.fail();
    await call.run(5000);
    expect(call.lines.slice(-2)).toEqual(['tool: on its way', 'agent: It is on its way.']);
    expect(call.llm.requests.at(-1)!.prompt).toBe('You talk to Ann.');
  });

  it('while a colleague talks with the caller: the agent knows what was said when it goes on', async () => {
    const call = await greeted();
    call.conversation.standBy('Sam');
    await call.run(500);
    call.session.fail();
    await call.run(500);
    await call.hears('this is for Sam', 900, 2000);
    call.conversation.resume();
    await call.run(3000);
    expect(call.lines.slice(1)).toEqual(['user: this is for Sam', 'tool: ', 'agent: Here I am.']);
  });

  it('goes on in the language that the call is in', async () => {
    const call = await greeted({
      agent: { followsLanguage: true, silence: { reminderMs: 7000, endMs: 10_000, maxReminders: 2 } },
      stt: { capabilities: { detectsLanguage: true } },
    });
    await call.hears('quisiera una mesa para esta noche', 1500, 4000);
    call.session.fail();
    await call.run(9000);
    expect(call.tts.spokenIn.at(-1)).toBe('es');
    expect(call.lines.at(-1)).toBe(`agent: ${spokenLanguage('es').pack.silence.reminder}`);
  });

  it('in last words: they are said in another voice, and end the call', async () => {
    const call = await greeted({
      agent: { silence: { reminderMs: 7000, endMs: 3000, maxReminders: 0, goodbye: GOODBYE } },
      speaking: { saying: (text) => (text === GREETING ? { text } : { text, delayMs: 60_000 }) },
    });
    await call.runUntil(() => call.session.said.includes(GOODBYE));
    call.session.fail();
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.lines.at(-1)).toBe(`agent: ${GOODBYE}`);
    expect(call.llm.requests).toEqual([]);
  });
});

describe('a model that is lost before the first words', () => {
  it('while the telephone rings: the call begins with the other kind', async () => {
    const call = await TestCall.answered({
      model: () => 'I see.',
      llm: () => 'Here I am.',
      fallback: true,
      prepare: true,
      speaking: {
        openFailure: () => new ProviderError('llm', 'scripted-s2s', '401 no such key', { retryable: false }),
      },
    });
    await call.run(100);
    expect(call.firstSentMs()).toBeLessThanOrEqual(40);
    await call.runUntilAgentIsSilent();
    await call.hears('two large pizzas', 900, 3000);
    expect(call.lines).toEqual([`agent: ${GREETING}`, 'user: two large pizzas', 'agent: Here I am.']);
  });

  it('while the callee greets: the agent opens behind the greeting', async () => {
    const call = await answered({ agent: { direction: 'outbound' } });
    await call.run(100);
    call.say('hello', 500);
    await call.run(200);
    call.session.fail();
    await call.run(5000);
    expect(call.lines).toEqual(['user: hello', `agent: ${GREETING}`]);
    expect(call.of('answered_by')).toEqual([{ type: 'answered_by', who: 'human' }]);
  });
});
