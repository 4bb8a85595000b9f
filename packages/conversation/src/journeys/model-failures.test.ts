import { describe, expect, it } from 'vitest';
import type { Message } from '../provider/language-model.ts';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { GAP_MS } from '../turns/end-of-turn.ts';

const APOLOGY = "agent: Sorry, I'm having technical difficulties. Goodbye.";
const FILLER = 'agent: One moment, please.';
const STILL = "agent: I'm still on it.";
const QUESTION = 'can you hear me now please';
const ANSWER = 'Yes, I can hear you well. How can I help you today?';

async function asked(options: TestCallOptions): Promise<TestCall> {
  const call = await TestCall.answered({
    agent: { turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: false } },
    ...options,
  });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears(QUESTION, 1000, 0);
  return call;
}

/** The longest silence of the agent's side while something was still to come. */
function longestPauseMs({ sent }: TestCall, fromMs: number): number {
  let [longest, run] = [0, 0];
  for (const frame of sent.slice(
    fromMs / 20,
    sent.findLastIndex((last) => last !== null),
  )) {
    run = frame ? 0 : run + 20;
    longest = Math.max(longest, run);
  }
  return longest;
}

const causes = (call: TestCall) => call.of('warning').map(({ code, message }) => `${code}: ${message}`);
const refusal = (message: string, retryable: boolean, retryAfterMs?: number) =>
  new ProviderError('llm', 'scripted-llm', message, { retryable, ...(retryAfterMs && { retryAfterMs }) });

/** Ways for a request to fail, and what the operator reads of it. */
const FAILURES: [string, NonNullable<ReturnType<NonNullable<TestCallOptions['llm']>>>, string][] = [
  ['accepts and never answers', { hangs: true }, 'did not answer within 5 s'],
  ['stalls before its first clause', { text: 'Yes, I', hangsAfterText: true }, 'stopped in the middle of its answer'],
  ['ends empty', {}, 'ended without a word'],
  ['drops its socket', { error: refusal('the connection was lost', true) }, 'the connection was lost'],
  ['streams HTML', { error: refusal('answered with a page', false) }, 'answered with a page'],
  ['says 401', { error: refusal('401 Incorrect API key', false) }, '401 Incorrect API key'],
  ['says 404', { error: refusal('404 No such model', false) }, '404 No such model'],
  ['says 429', { error: refusal('429 Too many requests', true, 400) }, '429 Too many requests'],
  ['says 500', { error: refusal('500 Internal server error', true) }, '500 Internal server error'],
];

const isHopeless = (name: string) => /HTML|401|404/.test(name);

describe('a model that', () => {
  it.each(FAILURES)('%s is followed by the next one, for the rest of the call', async (_, reply, cause) => {
    const call = await asked({ llm: () => reply, nextModel: () => ANSWER });
    await call.runUntil(() => call.lines.at(-1) === `agent: ${ANSWER}`);
    await call.hears('then tell me more of it', 1000, 4000);
    expect(call.llm.requests).toHaveLength(1);
    expect(call.nextModels[0]!.requests).toHaveLength(2);
    expect(call.of('hangup')).toEqual([]);
    const said = cause
      .replace('did not answer within 5 s', 'was too slow to answer')
      .replace(/^stopped.*/, 'was too slow to answer');
    expect(causes(call)).toEqual([`llm_fallback: scripted-llm: ${said}; next-llm answers from here on`]);
  });

  it.each(FAILURES.filter(([name]) => !isHopeless(name)))('%s once is asked once more', async (_, reply, cause) => {
    const call = await asked({ llm: (__, attempt) => (attempt === 1 ? reply : ANSWER) });
    await call.runUntil(() => call.lines.at(-1) === `agent: ${ANSWER}`);
    expect(call.llm.requests).toHaveLength(2);
    expect(causes(call)).toEqual([`llm_retried: scripted-llm: ${cause}`]);
  });

  it.each(FAILURES)('%s without end leaves an apology', async (name, reply) => {
    const call = await asked({ llm: () => reply });
    const { endMs } = call.caller.spans.at(-1)!;
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'llm_error' }]);
    expect(call.lines.at(-1)).toBe(APOLOGY);
    expect(call.nowMs - endMs).toBeLessThanOrEqual(11_500);
    expect(call.llm.requests).toHaveLength(isHopeless(name) ? 1 : 2);
    expect(new Set(causes(call)).size).toBe(causes(call).length);
  });

  it.each([
    ['with advice', { retryable: true, advice: 'Check its plan.' }, '429 Slow down.', '429 Slow down. Check its plan.'],
    ['as it was', { retryable: true }, 'The stream ended.', 'The stream ended.'],
  ])('fails again in the same words is reported once, %s', async (_, how, message, told) => {
    const call = await asked({ llm: () => ({ error: new ProviderError('llm', 'scripted-llm', message, how) }) });
    await call.runUntil(() => call.of('hangup').length > 0);
    const { warnings } = await call.finish();
    expect(warnings.map((warning) => warning.message)).toEqual([`scripted-llm: ${told}`]);
  });

  it('asks for patience gets it', async () => {
    const atMs: number[] = [];
    const call: TestCall = await asked({
      llm: (_, attempt) => {
        atMs.push(call?.nowMs ?? 0);
        return attempt === 1 ? { error: refusal('429 Too many requests', true, 1000) } : ANSWER;
      },
    });
    await call.runUntil(() => call.lines.at(-1) === `agent: ${ANSWER}`);
    expect(atMs[1]! - atMs[0]!).toBeGreaterThanOrEqual(1000);
  });

  it('calls tools without end is stopped', async () => {
    const call = await asked({
      agent: { tools: [{ name: 'lookup', description: '', parameters: {} }] },
      llm: () => ({ toolCalls: [{ id: 'l', name: 'lookup', arguments: {} }] }),
      runTool: async () => 'nothing',
    });
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.lines.at(-1)).toBe(APOLOGY);
    expect(causes(call)).toEqual(['llm_failed: the model: called tools 8 times in a row.']);
  });
});

describe('a model that breaks off in its message', () => {
  const STORY = 'We have three rooms left. The first one looks at the garden, and it is quiet. ';
  const REST = 'The second one is larger. Which one would you like?';
  const breaks = [
    ['drops its socket', { text: `${STORY}The`, errorAfterText: refusal('the connection was lost', true) }],
    ['stalls', { text: `${STORY}The`, hangsAfterText: true }],
  ] as const;

  it.each(breaks)('and %s is gone on from by the next one', async (_, reply) => {
    const call = await asked({ llm: () => reply, nextModel: () => REST });
    await call.run(9000);
    expect(call.lines.at(-1)).toBe(`agent: ${STORY}${REST}`);
    expect(call.turns.at(-1)!.generatedText).toBeUndefined();
    const { messages } = call.nextModels[0]!.requests[0]!;
    expect(messages.slice(-2)).toEqual([
      { role: 'agent', text: STORY.trim() },
      { role: 'note', text: expect.stringContaining('Go on from there') },
    ]);
    expect(call.of('hangup')).toEqual([]);
  });

  it.each(breaks)('and %s says nothing twice, though it begins anew', async (_, reply) => {
    const call = await asked({ llm: (__, attempt) => (attempt === 1 ? reply : `${STORY}${REST}`) });
    await call.run(9000);
    expect(call.lines.at(-1)).toBe(`agent: ${STORY}${REST}`);
    expect(call.tts.requests.filter((text) => text.includes('three rooms'))).toHaveLength(1);
    expect(call.of('warning').map(({ code }) => code)).toEqual(['llm_retried']);
  });

  it('is known by what was heard of both', async () => {
    const call = await asked({ llm: () => breaks[0][1], nextModel: () => REST });
    await call.run(9000);
    await call.hears('I take the first one', 1000, 2000);
    const heard = call.nextModels[0]!.requests.at(-1)!.messages;
    expect(heard.slice(-2)).toEqual([
      { role: 'agent', text: `${STORY}${REST}` },
      { role: 'user', text: 'I take the first one' },
    ]);
  });
});

describe('a slow model', () => {
  const slow = (delayMs: number, text = ANSWER) => ({ llm: () => ({ text, delayMs }) });

  it('of less than a second is not filled for', async () => {
    const call = await asked(slow(1000));
    await call.run(5000);
    expect(call.lines.slice(1)).toEqual([`user: ${QUESTION}`, `agent: ${ANSWER}`]);
  });

  it.each([
    [1500, []],
    [2000, []],
    [3000, []],
    [3500, []],
    [5500, [STILL]],
    [7000, [STILL, STILL]],
  ])('of %i ms is filled for, once unless the silence is long, and heard', async (delayMs, more) => {
    const call = await asked(slow(delayMs));
    await call.run(delayMs + 5000);
    expect(call.lines.slice(1)).toEqual([`user: ${QUESTION}`, FILLER, ...more, `agent: ${ANSWER}`]);
    expect(longestPauseMs(call, call.caller.spans.at(-1)!.endMs)).toBeLessThanOrEqual(2500);
    const [question, filler] = call.turns.slice(1);
    const fillerMs = filler!.startMs - question!.endMs;
    expect(fillerMs).toBeGreaterThanOrEqual(100 + 1200);
    expect(fillerMs).toBeLessThanOrEqual(GAP_MS + 1240);
    expect(filler!.interrupted).toBe(false);
    expect(call.of('hangup')).toEqual([]);
  });

  it('is heard behind a whole filler', async () => {
    const call = await asked(slow(1400));
    await call.run(6000);
    const [filler, answer] = call.turns.slice(2);
    expect(`agent: ${filler!.text}`).toBe(FILLER);
    expect(answer!.startMs - filler!.endMs).toBeLessThanOrEqual(20);
  });

  it('that is faster than the filler is not delayed by it', async () => {
    const call = await asked({
      agent: {
        turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: false },
        phrases: { oneMoment: 'One slow moment' },
      },
      ...slow(1300),
      tts: { failure: () => null, delayMs: 300, slowFor: (text) => (text === 'One slow moment' ? 3000 : 0) },
    });
    await call.run(6000);
    expect(call.lines.slice(1)).toEqual([`user: ${QUESTION}`, `agent: ${ANSWER}`]);
  });

  it('does not see the filler in its dialogue', async () => {
    const call = await asked(slow(2000));
    await call.run(7000);
    await call.hears('I need a room', 900, 1000);
    const texts = call.llm.requests.at(-1)!.messages.map((message: Message) => ('text' in message ? message.text : ''));
    expect(texts).not.toContain('One moment, please.');
    expect(texts).toContain(ANSWER);
  });

  it('is filled for in each turn', async () => {
    const call = await asked(slow(2000, 'I see.'));
    await call.run(5000);
    await call.hears('and another thing please', 900, 5000);
    expect(call.lines.filter((line) => line === FILLER)).toHaveLength(2);
  });

  it('is not heard over what the caller says next', async () => {
    const call = await asked(slow(4000));
    await call.run(3000);
    const { startMs, endMs } = call.say('never mind I need a room for two people instead of that', 3500);
    await call.run(12_000);
    const overlap = call.sent.filter((frame, index) => frame && index * 20 > startMs + 100 && index * 20 < endMs);
    expect(overlap).toEqual([]);
    expect(call.lines.at(-1)).toBe(`agent: ${ANSWER}`);
    expect(call.llm.requests.at(-1)!.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringMatching(/that$/),
    });
  });

  it('is not asked for twice by a noise in its pause', async () => {
    const call = await asked(slow(4000));
    await call.run(3200);
    call.say(null, 120);
    await call.run(4000);
    expect(call.lines.at(-1)).toBe(`agent: ${ANSWER}`);
    expect(call.llm.requests).toHaveLength(1);
  });

  it('wins over its successor when it is first after all', async () => {
    const call = await asked({
      llm: () => ({ text: ANSWER, delayMs: 5500 }),
      nextModel: () => ({ text: 'Too late.', delayMs: 3000 }),
    });
    await call.run(12_000);
    expect(call.lines.at(-1)).toBe(`agent: ${ANSWER}`);
    expect(call.nextModels[0]!.requests).toHaveLength(1);
    await call.hears('and another thing please', 900, 10_000);
    expect(call.llm.requests).toHaveLength(2);
  });

  it.each([
    ['music', true],
    ['silence', false],
    ['phrases', false],
  ] as const)('is waited for with %s', async (whileWaiting, isHeard) => {
    const call = await asked({
      agent: { turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: false }, whileWaiting },
      ...slow(4000),
    });
    await call.runUntil(() => call.lines.at(-1) === FILLER);
    await call.run(200);
    const from = call.sent.length;
    await call.run(800);
    expect(call.sent.slice(from).every((frame) => (frame !== null) === isHeard)).toBe(true);
    const peak = Math.max(...call.sent.slice(from).flatMap((frame) => [...(frame ?? [])].map(Math.abs)));
    expect(peak).toBeLessThan(1500);
    await call.run(5000);
    expect(call.lines.at(-1)).toBe(`agent: ${ANSWER}`);
    const { endMs } = call.turns.at(-1)!;
    expect(call.sent.slice(endMs / 20 + 1).filter(Boolean)).toEqual([]);
  });

  it.each([
    ['phrases', 3],
    ['silence', 1],
    ['music', 1],
  ] as const)('is filled for with %s: %i times', async (whileWaiting, times) => {
    const turnTaking = { endpointingMs: 600, interruptionMs: 300, speculate: false };
    const call = await asked({ agent: { turnTaking, whileWaiting }, ...slow(7000) });
    await call.runUntil(() => call.lines.at(-1) === `agent: ${ANSWER}`);
    expect(call.lines.slice(2, -1)).toHaveLength(times);
    expect(call.lines[2]).toBe(FILLER);
  });

  it('is not filled for again in the middle of a message, where silence is wanted', async () => {
    const turnTaking = { endpointingMs: 600, interruptionMs: 300, speculate: false };
    const stalled = { text: 'We have three rooms left. The', hangsAfterText: true };
    const call = await asked({ agent: { turnTaking, whileWaiting: 'silence' }, llm: () => stalled });
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.lines.join(' ').match(/One moment, please\./g)).toHaveLength(1);
  });

  it('has its music stop for the caller', async () => {
    const call = await asked({
      agent: {
        turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: false },
        whileWaiting: 'music',
      },
      ...slow(4500),
    });
    await call.runUntil(() => call.lines.at(-1) === FILLER);
    await call.run(300);
    const { startMs } = call.say('hello are you still there', 1200);
    await call.run(1000);
    expect(call.lastSentMs() - startMs).toBeLessThanOrEqual(100);
  });
});

describe('a caller who talks while the model is waited for', () => {
  it.each([
    ['fails', { error: refusal('500 Internal server error', true), delayMs: 3000 }],
    ['never answers', { hangs: true }],
  ] as const)('is answered by the next one, when the first one %s', async (_, reply) => {
    const call = await asked({ llm: () => reply, nextModel: () => ANSWER });
    await call.hears('hello are you there', 900, 0);
    await call.runUntil(() => call.lines.at(-1) === `agent: ${ANSWER}`);
    await call.run(6000);
    expect(call.of('hangup')).toEqual([]);
  });

  it('gives a dead model no more time by it', async () => {
    const call = await asked({ llm: () => ({ hangs: true }), nextModel: () => ANSWER });
    const { endMs } = call.caller.spans.at(-1)!;
    await call.run(3000);
    await call.hears('hello are you there', 900, 0);
    await call.runUntil(() => call.nextModels[0]!.requests.length > 0);
    expect(call.nowMs - endMs).toBeLessThanOrEqual(600 + 5000 + 40);
  });
});

describe('a slow model at a voice menu', () => {
  it('is not filled for: a recording does not wait', async () => {
    const call = await TestCall.answered({
      agent: { direction: 'outbound', tools: [{ name: 'send_dtmf', description: '', parameters: {} }] },
      llm: () => ({ toolCalls: [{ id: 'd', name: 'send_dtmf', arguments: { digits: '2' } }], delayMs: 3000 }),
    });
    await call.hears('welcome to city dental for sales press one for support press two', 5000, 6000);
    expect(call.of('send_dtmf')).toMatchObject([{ digits: '2' }]);
    expect(call.lines).not.toContain(FILLER);
  });

  it('that ends the call says no farewell to it', async () => {
    const call = await TestCall.answered({
      agent: { direction: 'outbound' },
      llm: () => ({ toolCalls: [{ id: 'e', name: 'end_call', arguments: {} }] }),
    });
    await call.hears('welcome to city dental for sales press one for support press two', 5000, 4000);
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'agent_hangup' }]);
    expect(call.lines.filter((line) => line.startsWith('agent'))).toEqual([]);
  });
});
