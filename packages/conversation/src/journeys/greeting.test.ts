import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const FIRST = 'Hello, this is Ann from Example Dental.';

const outbound = (options: TestCallOptions = {}): Promise<TestCall> =>
  TestCall.answered({ ...options, agent: { direction: 'outbound', firstMessage: FIRST, ...options.agent } });

const roles = (call: TestCall) => call.llm.requests.at(-1)!.messages.map(({ role }) => role);

describe('an inbound call', () => {
  it('begins with the first message, at once when it was prepared', async () => {
    const call = await TestCall.answered({ prepare: true, tts: { delayMs: 0 } });
    await call.run(3000);
    expect(call.firstSentMs()).toBe(0);
    expect(call.lines).toEqual([`agent: ${FIRST}`]);
    expect(call.tts.requests.join(' ')).toBe(FIRST);
  });

  it('waits for the caller when there is no first message', async () => {
    const call = await TestCall.answered({ agent: { firstMessage: null }, llm: () => 'Good morning.' });
    await call.run(2000);
    expect(call.sent.every((frame) => frame === null)).toBe(true);
    await call.hears('good morning I have a question', 1200, 2000);
    expect(call.lines).toEqual(['user: good morning I have a question', 'agent: Good morning.']);
  });

  it('tells nothing of who answered', async () => {
    const call = await TestCall.answered();
    await call.runUntilAgentSpeaks();
    await call.runUntilAgentIsSilent();
    await call.hears('please leave a message after the tone', 1500, 1000);
    expect(call.of('answered_by')).toEqual([]);
    expect((await call.finish()).answeredBy).toBe('unknown');
  });
});

describe('an outbound call', () => {
  it('lets the callee say "Hello?" and answers 300 ms later', async () => {
    const call = await outbound({ prepare: true });
    await call.run(240);
    const { startMs, endMs } = await call.hears('Hello?', 500, 3000);
    expect(call.firstSentMs() - endMs).toBeGreaterThanOrEqual(260);
    expect(call.firstSentMs() - endMs).toBeLessThanOrEqual(320);
    expect(call.lines).toEqual(['user: Hello?', `agent: ${FIRST}`]);
    expect(call.turns[0]).toMatchObject({ startMs, endMs });
    expect(call.of('answered_by')).toEqual([{ type: 'answered_by', who: 'human' }]);
    expect(call.llm.requests).toHaveLength(0);
  });

  it('does not wait for the words of the greeting, and files them before its own', async () => {
    const call = await outbound({ stt: { partialDelayMs: null, finalDelayMs: 900 } });
    const { endMs } = await call.hears('Hello?', 500, 4000);
    expect(call.firstSentMs() - endMs).toBeLessThanOrEqual(340);
    expect((await call.finish()).turns.map(({ role }) => role)).toEqual(['user', 'agent']);
    await call.finish();
  });

  it('gives the model the greeting first', async () => {
    const call = await outbound({ stt: { partialDelayMs: null, finalDelayMs: 900 } });
    await call.hears('Hello?', 500, 4000);
    await call.hears('who are you and what do you want', 1500, 3000);
    expect(roles(call)).toEqual(['user', 'agent', 'user']);
  });

  it('speaks first when the callee does not for 700 ms', async () => {
    const call = await outbound();
    await call.run(4000);
    expect(call.firstSentMs()).toBeGreaterThanOrEqual(680);
    expect(call.firstSentMs()).toBeLessThanOrEqual(740);
    expect(call.of('answered_by')).toEqual([]);
  });

  it('goes on with its first words when "Hello?" comes a little late', async () => {
    const call = await outbound();
    await call.run(1000);
    const { startMs } = await call.hears('Hello?', 500, 4000);
    expect(call.lastSentMs(startMs + 500) - startMs).toBeGreaterThan(400);
    expect(call.lines).toContain(`agent: ${FIRST}`);
    expect(call.lines).toContain('user: Hello?');
    expect(call.of('answered_by')).toEqual([{ type: 'answered_by', who: 'human' }]);
    expect(call.llm.requests).toHaveLength(0);
  });

  it('does not take a click for a greeting', async () => {
    const call = await outbound();
    call.say(null, 60, 100);
    await call.run(4000);
    expect(call.of('answered_by')).toEqual([]);
    expect(call.lines).toEqual([`agent: ${FIRST}`]);
  });

  it('lets the model open it when there is no first message', async () => {
    const call = await outbound({
      agent: { direction: 'outbound', firstMessage: null },
      llm: () => 'Hi, Ann here.',
      prepare: true,
    });
    await call.run(3000);
    expect(call.lines).toEqual(['agent: Hi, Ann here.']);
    expect(call.llm.requests).toHaveLength(1);
  });

  it('lets the model answer the greeting when there is no first message', async () => {
    const call = await outbound({
      agent: { direction: 'outbound', firstMessage: null },
      llm: () => 'Hi, Ann here.',
      prepare: true,
    });
    await call.hears('Hello?', 500, 3000);
    expect(call.lines).toEqual(['user: Hello?', 'agent: Hi, Ann here.']);
    expect(call.llm.requests.at(-1)!.messages).toEqual([{ role: 'user', text: 'Hello?' }]);
  });

  it.each([
    ['with a first message', FIRST],
    ['without one', null],
  ])('hears the agent within 1.2 s of a word that is not understood: %s', async (_, firstMessage) => {
    const call = await outbound({
      agent: { direction: 'outbound', firstMessage },
      llm: () => ({ text: 'Hi, Ann here.', delayMs: 400 }),
      stt: { isMute: true },
      prepare: true,
    });
    await call.run(240);
    const { endMs } = await call.hears('Hi.', 240, 4000);
    expect(call.firstSentMs() - endMs).toBeLessThanOrEqual(1200);
    expect(call.lines.at(-1)).toBe(`agent: ${firstMessage ?? 'Hi, Ann here.'}`);
  });

  it.each([
    ['Hello?', 450],
    ['Hello?', 900],
    ['who is this', 500],
  ])('says who is calling when it was interrupted before it had: %s after %i ms', async (again, afterMs) => {
    const call = await outbound();
    await call.hears('Hello?', 500, afterMs);
    await call.hears(again, 700, 6000);
    expect(call.lines).toContain(`agent: ${FIRST}`);
  });
});
