import { describe, expect, it } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

/** From the caller's last word to the end of the call, the apology included. */
const LIMIT_MS = 11_500;
const APOLOGY = "agent: Sorry, I'm having technical difficulties. Goodbye.";

async function greeted(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

async function ended(call: TestCall): Promise<number> {
  await call.runUntil(() => call.of('hangup').length > 0);
  expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'llm_error' }]);
  expect(call.lines.at(-1)).toBe(APOLOGY);
  return call.nowMs;
}

const warnings = (call: TestCall) => call.of('warning').map(({ message }) => message);

describe('a caller who has asked something', () => {
  const failures: [string, TestCallOptions['llm'], RegExp][] = [
    ['never answers', () => ({ hangs: true }), /scripted-llm: did not answer within 5 s/],
    ['ends without a word', () => ({}), /ended without a word/],
    ['ends with nothing that can be said', () => '😀 …', /ended without a word/],
    ['stalls in its first sentence', () => ({ text: 'Yes, I', hangsAfterText: true }), /stopped in the middle/],
    ['stalls after a sentence', () => ({ text: 'Yes, I can. And', hangsAfterText: true }), /stopped in the middle/],
  ];

  it.each(failures)('hears an apology in time of a model that %s', async (_, llm, warning) => {
    const call = await greeted({ llm: llm! });
    const { endMs } = call.say('can you hear me now please', 1000);
    expect((await ended(call)) - endMs).toBeLessThanOrEqual(LIMIT_MS);
    expect(warnings(call).at(-1)).toMatch(warning);
    expect((await call.finish()).warnings.at(-1)!.message).toMatch(warning);
  });

  it.each([
    ['hello', 400, 1000],
    ['hello are you there', 1000, 1900],
    ['hello can anybody hear me there', 1500, 2600],
  ])('does so though it says "%s" again and again', async (text, durationMs, everyMs) => {
    const call = await greeted({ llm: () => ({ hangs: true }) });
    const { endMs } = call.say('can you hear me now please', 1000);
    for (let inMs = 2000; inMs < 20_000; inMs += everyMs) call.say(text, durationMs, inMs);
    expect((await ended(call)) - endMs).toBeLessThanOrEqual(LIMIT_MS);
  });

  it('does so though a stalled model has begun to write each time', async () => {
    const call = await greeted({ llm: () => ({ text: 'Well', hangsAfterText: true }) });
    const { endMs } = call.say('can you hear me now please', 1000);
    for (let inMs = 2000; inMs < 20_000; inMs += 1600) call.say('hello are you there', 900, inMs);
    expect((await ended(call)) - endMs).toBeLessThanOrEqual(LIMIT_MS);
  });

  it('is answered by a model that is only slow', async () => {
    const call = await greeted({ llm: () => ({ text: 'I can hear you.', delayMs: 3500 }) });
    await call.hears('can you hear me now please', 1000, 7000);
    expect(call.lines.at(-1)).toBe('agent: I can hear you.');
    expect(call.of('hangup')).toEqual([]);
  });

  it('is answered who speaks in pieces, by a model that each piece interrupts', async () => {
    const call = await greeted({ llm: () => ({ text: 'I can hear you.', delayMs: 1500 }) });
    for (let piece = 0; piece < 6; piece += 1) await call.hears('and another thing please', 900, 1200);
    await call.run(5000);
    expect(call.of('hangup')).toEqual([]);
    expect(call.lines.at(-1)).toBe('agent: I can hear you.');
  });

  it('is answered by a model that says nothing once', async () => {
    const call = await greeted({
      agent: { turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: false } },
      llm: (_, attempt) => (attempt === 1 ? {} : 'I can hear you.'),
    });
    await call.hears('can you hear me now please', 1000, 3000);
    expect(call.lines.at(-1)).toBe('agent: I can hear you.');
    expect(warnings(call)).toEqual(['scripted-llm: ended without a word']);
  });

  it('hears the agent out before a stalled model is given up', async () => {
    const story =
      'We have three rooms left, the first one looks at the garden, and it is quiet there all day long. And';
    const call = await greeted({ llm: () => ({ text: story, hangsAfterText: true }) });
    call.say('can you hear me now please', 1000);
    await ended(call);
    expect(call.lines.at(-2)).toMatch(/all day long\.( One moment, please\.)+( –)?$/);
  });
});

describe('an agent that speaks first', () => {
  const opening = (llm: TestCallOptions['llm'], prepare = true) =>
    TestCall.answered({ agent: { firstMessage: null, direction: 'outbound' }, llm: llm!, prepare });

  it.each([true, false])('apologizes when its model hangs (prepared: %s)', async (prepare) => {
    expect(await ended(await opening(() => ({ hangs: true }), prepare))).toBeLessThanOrEqual(LIMIT_MS);
  });

  it('says that it takes a moment, and goes on saying so', async () => {
    const call = await opening(() => ({ text: 'Hello, this is Ann.', delayMs: 6500 }), false);
    await call.runUntil(() => call.lines.at(-1) === 'agent: Hello, this is Ann.');
    expect(call.firstSentMs()).toBeLessThanOrEqual(2000);
    expect(call.lines.slice(0, 2)).toEqual(['agent: One moment, please.', "agent: I'm still on it."]);
    expect(call.llm.requests[0]!.messages).toHaveLength(1);
  });

  it('says so behind the "Hello?" of the callee, which it did not interrupt', async () => {
    const call = await opening(() => ({ hangs: true }));
    const { endMs } = call.say('hello', 400, 200);
    await call.runUntilAgentSpeaks();
    expect(call.nowMs - endMs).toBeGreaterThanOrEqual(1200);
    expect(call.nowMs - endMs).toBeLessThanOrEqual(2000);
    await ended(call);
    expect(call.lines.slice(0, 2)).toEqual(['user: hello', 'agent: One moment, please.']);
  });

  it('apologizes when its model is silent', async () => {
    expect(await ended(await opening(() => ({})))).toBeLessThanOrEqual(LIMIT_MS);
  });

  it('apologizes, whatever the callee says', async () => {
    const call = await opening(() => ({ hangs: true }));
    const { endMs } = call.say('hello', 400, 200);
    for (let inMs = 2000; inMs < 20_000; inMs += 1900) call.say('hello who is there', 900, inMs);
    expect((await ended(call)) - endMs).toBeLessThanOrEqual(LIMIT_MS);
  });
});

describe('a model that is refused', () => {
  it('is reported in plain words, with what to do', async () => {
    const refusal = new ProviderError('llm', 'openai/x', '401 Incorrect API key', {
      retryable: false,
      advice: 'Check the key.',
    });
    const call = await greeted({ llm: () => ({ error: refusal }) });
    call.say('can you hear me now please', 1000);
    await ended(call);
    expect(warnings(call)).toEqual(['openai/x: 401 Incorrect API key. Check the key.']);
  });
});
