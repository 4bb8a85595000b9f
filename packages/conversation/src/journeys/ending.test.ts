import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import { settle } from '../testing/virtual-time.ts';

const endCall = { id: 'c1', name: 'end_call', arguments: { outcome: 'booked' } };

async function greeted(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

/** A noise whose final never comes. */
async function noise(call: TestCall, afterMs: number): Promise<void> {
  await call.runUntilAgentSpeaks();
  call.stt.streams[0]!.finalize = () => undefined;
  call.say(null, 300);
  await call.run(300 + afterMs);
}

/** Its host has other things to do. */
const LATE = { partialDelayMs: 900, finalDelayMs: 600 };

/** Half a second after the goodbye. */
async function saidBack(call: TestCall, text: string): Promise<void> {
  await call.hears('that is all for now', 1000, 0);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.run(500);
  await call.hears(text, 1600, 0);
}

const hangupMs = async (call: TestCall): Promise<number> => {
  await call.runUntil(() => call.of('hangup').length > 0);
  return call.nowMs;
};

const endReasons = (call: TestCall) => call.of('hangup').map(({ endReason }) => endReason);

afterEach(() => vi.useRealTimers());

describe('end_call', () => {
  it('hangs up when the goodbye has been played, and not before', async () => {
    const call = await greeted({ llm: () => ({ text: 'See you on Tuesday. Goodbye!', toolCalls: [endCall] }) });
    await call.hears('that is all thank you', 1000, 0);
    const atMs = await hangupMs(call);
    expect(endReasons(call)).toEqual(['agent_hangup']);
    expect(call.lines.at(-1)).toBe('agent: See you on Tuesday. Goodbye!');
    expect(atMs - call.lastSentMs()).toBeGreaterThanOrEqual(180);
    const result = await call.finish();
    expect(result.outcomeHint).toBe('booked');
    expect(result.turns.at(-1)!.interrupted).toBe(false);
  });

  it('hangs up at once when there is nothing to say', async () => {
    const call = await greeted({ llm: () => ({ toolCalls: [endCall] }) });
    const { endMs } = await call.hears('bye', 400, 0);
    expect((await hangupMs(call)) - endMs).toBeLessThan(1000);
    expect(endReasons(call)).toEqual(['agent_hangup']);
  });

  it('does not hang up on a caller who interrupts the goodbye', async () => {
    const call = await greeted({
      llm: (_, attempt) =>
        attempt === 1 ? { text: 'Thank you for calling us today. Goodbye!', toolCalls: [endCall] } : 'Of course.',
    });
    await call.hears('that is all for now', 1000, 1000);
    await call.hears('oh wait I forgot something', 1200, 4000);
    expect(call.of('hangup')).toEqual([]);
    expect(call.lines.at(-1)).toBe('agent: Of course.');
  });

  it('is not stopped by a goodbye in return', async () => {
    const call = await greeted({
      llm: () => ({ text: 'Thank you for calling us today. Goodbye!', toolCalls: [endCall] }),
    });
    await call.hears('that is all for now', 1000, 1000);
    await call.hears('thank you bye', 700, 4000);
    expect(endReasons(call)).toEqual(['agent_hangup']);
    expect(call.lines).toContain('agent: Thank you for calling us today. Goodbye!');
    expect(call.lines).toContain('user: thank you bye');
    expect(call.llm.requests).toHaveLength(1);
  });

  it('lets the other side say goodbye back', async () => {
    const call = await greeted({
      llm: () => ({ text: 'Thank you for calling us today. Goodbye!', toolCalls: [endCall] }),
    });
    await call.hears('that is all for now', 1000, 0);
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.run(800);
    expect(call.of('hangup')).toEqual([]);
    await call.hears('thank you very much goodbye', 1200, 0);
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['agent_hangup']);
    expect(call.lines.at(-1)).toBe('user: thank you very much goodbye');
    expect(call.llm.requests).toHaveLength(1);
  });

  it('goes on with a caller who has something to say after the goodbye', async () => {
    const call = await greeted({
      llm: (_, attempt) =>
        attempt === 1 ? { text: 'Thank you for calling us today. Goodbye!', toolCalls: [endCall] } : 'Of course.',
    });
    await call.hears('that is all for now', 1000, 0);
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.run(500);
    await call.hears('oh wait I forgot something', 1200, 4000);
    expect(call.of('hangup')).toEqual([]);
    expect(call.lines.at(-1)).toBe('agent: Of course.');
  });

  it('waits for a recognizer that is late with the goodbye in return', async () => {
    const call = await greeted({
      llm: () => ({ text: 'Thank you for calling us today. Goodbye!', toolCalls: [endCall] }),
      stt: LATE,
    });
    await saidBack(call, 'no I was only asking thank you goodbye');
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['agent_hangup']);
    expect(call.lines.slice(-2)).toEqual([
      'agent: Thank you for calling us today. Goodbye!',
      'user: no I was only asking thank you goodbye',
    ]);
  });

  it('waits for a recognizer that is late with what is said after the goodbye', async () => {
    const call = await greeted({
      llm: (_, attempt) =>
        attempt === 1 ? { text: 'Thank you for calling us today. Goodbye!', toolCalls: [endCall] } : 'Of course.',
      stt: { ...LATE, partialDelayMs: null },
    });
    await saidBack(call, 'oh wait I forgot something');
    await call.run(4000);
    expect(call.of('hangup')).toEqual([]);
    expect(call.lines.at(-1)).toBe('agent: Of course.');
  });

  it('survives a noise over the goodbye', async () => {
    const call = await greeted({
      llm: () => ({ text: 'Thank you for calling us today. Goodbye!', toolCalls: [endCall] }),
    });
    await call.hears('that is all for now', 1000, 1000);
    call.say(null, 1200);
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['agent_hangup']);
    expect(call.lines.at(-1)).toMatch(/Goodbye!$/);
    expect(call.llm.requests).toHaveLength(1);
  });
});

describe('an end of the call that is the first thing the model does', () => {
  const end = (args: Record<string, unknown>) => ({ id: 'e1', name: 'end_call', arguments: args });
  const farewell = { farewell: 'I called the wrong number. Goodbye!' };

  it.each([
    ['in its answer', { text: 'I called the wrong number. Goodbye!', toolCalls: [end({})] }],
    ['in the call of the tool', { toolCalls: [end(farewell)] }],
  ])('says its words: %s', async (_, reply) => {
    for (const firstMessage of [null, 'Hello, this is Ann.']) {
      const call = await TestCall.answered({ agent: { direction: 'outbound', firstMessage }, llm: () => reply });
      await call.run(300);
      await call.hears('hello', 400, 1500);
      if (firstMessage !== null) call.say('who is this please', 900);
      await hangupMs(call);
      expect(endReasons(call)).toEqual(['agent_hangup']);
      expect(call.lines.at(-1)).toBe('agent: I called the wrong number. Goodbye!');
    }
  });

  it.each(['outbound', 'inbound'] as const)('is a farewell when the model has none: %s', async (direction) => {
    const call = await TestCall.answered({
      agent: { direction, firstMessage: null },
      llm: () => ({ toolCalls: [end({ outcome: 'wrong number' })] }),
    });
    await call.run(300);
    await call.hears('hello', 400, 0);
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['agent_hangup']);
    expect(call.lines.at(-1)).toBe('agent: Thank you for your time. Goodbye.');
    expect((await call.finish()).outcomeHint).toBe('wrong number');
  });

  it('says its own words once', async () => {
    const call = await greeted({ llm: () => ({ text: 'Goodbye!', toolCalls: [end(farewell)] }) });
    await call.hears('that is all for now', 1000, 0);
    await hangupMs(call);
    expect(call.lines.slice(2)).toEqual(['tool: The call ends.', 'agent: Goodbye!']);
  });
});

describe('silence', () => {
  it('is reminded twice, then ended politely', async () => {
    const call = await greeted();
    const quietMs = call.lastSentMs();
    await hangupMs(call);
    expect(call.lines.slice(1)).toEqual([
      'agent: Are you still there?',
      'agent: Are you still there?',
      'agent: I will let you go. Goodbye.',
    ]);
    expect(call.turns[1]!.startMs - quietMs).toBeGreaterThanOrEqual(6960);
    expect(call.turns[1]!.startMs - quietMs).toBeLessThanOrEqual(7040);
    expect(call.turns[3]!.startMs - call.turns[2]!.endMs).toBeGreaterThanOrEqual(9960);
    expect(endReasons(call)).toEqual(['silence_timeout']);
  });

  it('is over when the caller speaks, noise does not count', async () => {
    const call = await greeted();
    await call.run(6000);
    call.say(null, 200);
    await call.run(3000);
    expect(call.lines.at(-1)).toBe('agent: Are you still there?');
    await call.hears('yes I am here with you', 1000, 6000);
    expect(call.lines.at(-1)).toBe('agent: I see.');
    await hangupMs(call);
    expect(call.lines.filter((line) => line.includes('still there'))).toHaveLength(3);
  });
});

describe('an opt-out', () => {
  it.each(['please stop calling me', 'do not call me again', 'take me off your list'])(
    'is confirmed: %s',
    async (text) => {
      const call = await greeted();
      await call.hears(text, 1000, 0);
      await hangupMs(call);
      expect(endReasons(call)).toEqual(['opted_out']);
      expect(call.lines.at(-1)).toContain("won't call you again");
      expect(call.llm.requests).toHaveLength(0);
    },
  );

  it('is not talked out of', async () => {
    const call = await greeted();
    await call.hears('please stop calling me', 1000, 1000);
    await call.hears('wait I did not mean that', 1200, 0);
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['opted_out']);
    expect(call.lines).toContain(
      "agent: I'm sorry for the trouble. I'll take you off our list, and we won't call you again. Goodbye.",
    );
  });

  it('counts though the callee hangs up with the words', async () => {
    const call = await greeted({ stt: { partialDelayMs: null } });
    call.say('stop calling me', 800);
    await call.run(820);
    call.conversation.hangUp('user_hangup');
    expect((await call.finish()).outcomeHint).toBe('opted_out');
  });

  it('is none that the agent itself speaks of, echo or not', async () => {
    const firstMessage = 'Hello, if you want us to stop calling you say take me off your list now.';
    const call = await greeted({
      agent: { firstMessage },
      echo: { delayMs: 200, distorted: true },
      vad: { onsetMs: 60, hangoverMs: 100 },
    });
    await call.run(2000);
    expect(call.of('hangup')).toEqual([]);
    expect((await call.finish()).outcomeHint).toBeNull();
  });

  it('in the greeting is heard as well', async () => {
    const call = await TestCall.answered({
      agent: { direction: 'outbound' },
      stt: { partialDelayMs: null, finalDelayMs: 600 },
    });
    await call.hears('stop calling me', 900, 0);
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['opted_out']);
  });
});

describe('a model that fails', () => {
  const failure = (retryable: boolean) => new ProviderError('llm', 'x', 'down', { retryable });

  it('is asked once more', async () => {
    const call = await greeted({
      agent: { turnTaking: { endpointingMs: 600, interruptionMs: 300, speculate: false } },
      llm: (_, attempt) => (attempt === 1 ? { error: failure(true) } : 'Yes, of course.'),
    });
    await call.hears('can you hear me now please', 1000, 3000);
    expect(call.lines.at(-1)).toBe('agent: Yes, of course.');
    expect(call.of('warning')).toMatchObject([{ code: 'llm_retried' }]);
  });

  it.each([
    ['twice', true, 2],
    ['for good', false, 1],
  ])('%s: an apology, and the end', async (_, retryable, requests) => {
    const call = await greeted({ llm: () => ({ error: failure(retryable) }) });
    await call.hears('can you hear me now please', 1000, 0);
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['llm_error']);
    expect(call.lines.at(-1)).toContain('technical difficulties');
    expect(call.llm.requests).toHaveLength(requests);
  });

  it('hangs: it is given up on', async () => {
    const call = await greeted({ llm: () => ({ hangs: true }) });
    await call.hears('can you hear me now please', 1000, 0);
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['llm_error']);
  });

  it('in the middle of a sentence leaves what was said', async () => {
    const call = await greeted({
      llm: () => ({ text: 'Yes, I can hear you. And what', errorAfterText: failure(true) }),
    });
    await call.hears('can you hear me now please', 1000, 3000);
    expect(call.lines.at(-1)).toBe('agent: Yes, I can hear you.');
    expect(call.of('hangup')).toEqual([]);
  });
});

describe('a synthesizer that fails', () => {
  it('once is asked once more', async () => {
    let failures = 1;
    const call = await TestCall.answered({
      tts: { failure: () => (failures-- > 0 ? new ProviderError('tts', 'x', 'down', { retryable: true }) : null) },
    });
    await call.run(4000);
    expect(call.lines).toEqual(['agent: Hello, this is Ann from Example Dental.']);
  });

  it('for good ends the call', async () => {
    const call = await TestCall.answered({
      tts: { failure: () => new ProviderError('tts', 'x', 'down', { retryable: false }) },
    });
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['tts_error']);
  });
});

describe('a recognizer that fails', () => {
  it('once is opened again, and hears what comes next', async () => {
    const call = await greeted({ stt: { failuresMs: [500] } });
    await call.hears('can you hear me now please', 1000, 3000);
    expect(call.stt.streams).toHaveLength(2);
    expect(call.lines).toContain('user: can you hear me now please');
    const { startMs } = call.caller.spans[0]!;
    expect(call.turns.find(({ role }) => role === 'user')!.words![0]!.startMs).toBe(startMs);
    expect(call.of('warning')).toMatchObject([{ code: 'stt_reopened' }]);
  });

  it('twice ends the call with an apology', async () => {
    const call = await greeted({ stt: { failuresMs: [500, 3000] } });
    await hangupMs(call);
    expect(endReasons(call)).toEqual(['stt_error']);
    expect(call.lines.at(-1)).toContain('technical difficulties');
  });
});

describe('the end from outside', () => {
  it('silences the agent within a frame, and keeps what was heard', async () => {
    const call = await TestCall.answered();
    await call.run(800);
    call.conversation.hangUp('max_duration');
    await call.run(500);
    expect(call.lastSentMs()).toBeLessThanOrEqual(820);
    expect(call.of('hangup')).toEqual([]);
    expect(call.turns[0]).toMatchObject({ text: 'Hello, this is Ann', interrupted: false });
  });

  it('keeps the last words of the caller', async () => {
    const call = await greeted({ stt: { partialDelayMs: null } });
    call.say('no thanks goodbye', 800);
    await call.run(820);
    call.conversation.hangUp('user_hangup');
    const result = await call.finish();
    expect(result.turns.at(-1)).toMatchObject({ role: 'user', text: 'no thanks goodbye' });
  });

  it.each([
    ['while the agent speaks', async (call: TestCall) => call.runUntilAgentSpeaks()],
    ['in silence', async (call: TestCall) => call.run(5000)],
    ['when the caller was answered', async (call: TestCall) => void (await call.hears('who is this', 900, 6000))],
    ['long after a noise that no recognizer answers for', async (call: TestCall) => noise(call, 4000)],
  ])('is reported at once %s', async (_, happens) => {
    const call = await TestCall.answered({ stt: { finalDelayMs: 100 } });
    await happens(call);
    // Nothing that takes time may be waited for.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await expect(call.finish()).resolves.toBeDefined();
  });

  it('waits for words that may still come, though not for long', async () => {
    const call = await greeted({ stt: { partialDelayMs: null, finalDelayMs: 100 } });
    call.say('no thanks goodbye', 800);
    await call.run(820);
    const result = call.finish();
    await settle();
    for (let frames = 0; frames < 10; frames += 1) call.time.advance();
    expect((await result).turns.at(-1)).toMatchObject({ role: 'user', text: 'no thanks goodbye' });
  });

  it('waits for the words of a greeting that was answered without them', async () => {
    const call = await TestCall.answered({
      agent: { direction: 'outbound' },
      stt: { partialDelayMs: null, finalDelayMs: 500 },
    });
    await call.hears('Hello?', 500, 400);
    const result = call.finish();
    await settle();
    for (let frames = 0; frames < 30; frames += 1) call.time.advance();
    expect((await result).turns.map(({ text }) => text)).toContain('Hello?');
  });

  it('closes everything once, however often it is asked for', async () => {
    const call = await greeted();
    const [first, second] = await Promise.all([call.finish(), call.finish()]);
    expect(first).toBe(second);
    expect(call.vad.isClosed).toBe(true);
    expect(call.stt.streams.every(({ isClosed }) => isClosed)).toBe(true);
    expect(call.conversation.tick(null)).toBeNull();
  });

  it('may come before the answer', async () => {
    const call = new TestCall({});
    await call.conversation.prepare();
    const result = await call.finish();
    expect(result.turns).toEqual([]);
  });
});

it.each([0, 500, 1100])('a key that is pressed %i ms before the caller hangs up is in the transcript', async (ms) => {
  const call = await TestCall.answered();
  await call.runUntilAgentSpeaks();
  await call.run(500);
  call.conversation.dtmf('1');
  await call.run(ms);
  call.conversation.hangUp('user_hangup');
  const { turns } = await call.conversation.finish();
  expect(turns.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual(['[keys: 1]']);
});
