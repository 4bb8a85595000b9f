import { describe, expect, it } from 'vitest';
import type { Message } from '../provider/language-model.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const MENU = 'welcome to Example for sales press one for support press two';
const FIRST_MESSAGE = 'Hello, this is Ann from Example Dental.';

const PRESS_TWO = { toolCalls: [{ id: '1', name: 'send_dtmf', arguments: { digits: '2' } }] };

function lastWords(messages: Message[]): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return last?.role === 'user' ? last.text : '';
}

function outbound(options: TestCallOptions = {}): Promise<TestCall> {
  return TestCall.answered({
    llm: (messages) => (/press/.test(lastWords(messages)) ? PRESS_TWO : 'I see.'),
    ...options,
    agent: {
      direction: 'outbound',
      tools: [{ name: 'send_dtmf', description: '', parameters: {} }],
      voicemail: { action: 'hangup', message: null, detect: true },
      ...options.agent,
    },
  });
}

const LATE_WORDS = { partialDelayMs: null, finalDelayMs: 800 };
const who = (call: TestCall) => call.of('answered_by').map((event) => event.who);
const pressed = (call: TestCall) => call.of('send_dtmf').map(({ digits }) => digits);

describe('a voice menu', () => {
  it.each([3300, 5000])('of %i ms is answered by the model, which may press keys', async (durationMs) => {
    const call = await outbound();
    await call.hears(MENU, durationMs, 2500);
    expect(who(call)).toEqual(['ivr']);
    expect(pressed(call)).toEqual(['2']);
    expect(call.llm.requests).toHaveLength(1);
    expect(call.sent.every((frame) => frame === null)).toBe(true);
  });

  it.each([
    'you have reached Example for sales press one for support press two',
    'our office is closed I mean we are currently unavailable for emergencies press one',
    'for sales press one to leave a message press two',
    'thank you for calling your call may be recorded for sales press one',
  ])('is no voicemail, whatever it says: %s', async (text) => {
    const call = await outbound();
    await call.hears(text, 5000, 2500);
    expect(who(call)).toEqual(['ivr']);
    expect(call.of('hangup')).toEqual([]);
    expect(pressed(call)).toEqual(['2']);
  });

  it('that takes its time before it comes to the point is heard out', async () => {
    const call = await outbound();
    await call.hears(`thank you for calling Example your call may be recorded ${MENU}`, 9000, 2500);
    expect(who(call)).toEqual(['ivr']);
    expect(pressed(call)).toEqual(['2']);
  });

  it('of a voicemail is a voicemail', async () => {
    const call = await outbound();
    await call.hears('please leave a message after the tone or press one for more options', 5000, 1500);
    expect(who(call)).toEqual(['voicemail']);
  });

  it('whose words come after it was answered stops the agent, and is answered as a menu', async () => {
    const call = await outbound({ stt: { partialDelayMs: null, finalDelayMs: 1300 } });
    await call.hears(MENU, 3000, 4000);
    expect(who(call)).toEqual(['human', 'ivr']);
    // The menu had been silent by then: it did not speak over the agent.
    const turn = call.turns.find(({ role }) => role === 'agent')!;
    expect(turn).toMatchObject({ interrupted: false, generatedText: expect.stringContaining(turn.text) });
    expect(pressed(call)).toEqual(['2']);
  });

  it('that pauses after its welcome stops the agent, and is answered as a menu', async () => {
    const call = await outbound();
    await call.hears('welcome to Example', 1000, 700);
    await call.hears('for sales press one for support press two', 2500, 3000);
    expect(who(call)).toEqual(['human', 'ivr']);
    expect(call.turns.find(({ role }) => role === 'agent')).toMatchObject({ interrupted: true });
    expect(pressed(call)).toEqual(['2']);
    await call.hears('hello this is support', 1200, 4000);
    expect(call.lines.at(-1)).toBe(`agent: ${FIRST_MESSAGE}`);
  });

  it('that is long, and whose words come late, is neither greeted nor left a message', async () => {
    const call = await outbound({
      agent: { direction: 'outbound', voicemail: { action: 'message', message: 'Call us.', detect: true } },
      stt: LATE_WORDS,
    });
    await call.hears(MENU, 7000, 5000);
    expect(who(call)).toEqual(['ivr']);
    expect(call.lines).toEqual([`user: ${MENU}`, 'tool: Sent.']);
    expect(pressed(call)).toEqual(['2']);
  });

  it('that leads to no person ends in failure', async () => {
    const call = await outbound();
    await call.hears(MENU, 3300, 2500);
    call.conversation.hangUp('user_hangup');
    expect(await call.finish()).toMatchObject({ answeredBy: 'ivr', outcomeHint: 'failure' });
  });
});

describe('behind a voice menu', () => {
  async function putThrough(options: TestCallOptions = {}): Promise<TestCall> {
    const call = await outbound(options);
    await call.hears(MENU, 3300, 2500);
    expect(pressed(call)).toEqual(['2']);
    return call;
  }

  it('a person hears who is calling, and the call goes on as any other', async () => {
    const call = await putThrough();
    await call.hears('hello this is support how can I help you', 2000, 5000);
    await call.hears('yes that is fine', 900, 3000);
    expect(call.lines.slice(2)).toEqual([
      'user: hello this is support how can I help you',
      `agent: ${FIRST_MESSAGE}`,
      'user: yes that is fine',
      'agent: I see.',
    ]);
    expect(who(call)).toEqual(['ivr']);
    expect(await call.finish()).toMatchObject({ answeredBy: 'ivr', outcomeHint: null });
  });

  it('a person is answered by the model of an agent without first words', async () => {
    const call = await putThrough({ agent: { firstMessage: null } });
    await call.hears('hello how can I help you', 1500, 4000);
    expect(call.lines.at(-1)).toBe('agent: I see.');
  });

  it('another menu is answered', async () => {
    const call = await putThrough();
    await call.hears('for orders press one for returns press two', 2500, 2500);
    expect(pressed(call)).toEqual(['2', '2']);
  });

  it('an announcement is not answered, and no reminder is spoken in the silence after it', async () => {
    const call = await putThrough();
    await call.hears('please hold while I connect you', 1500, 15_000);
    expect(call.lines.filter((line) => line.startsWith('agent'))).toEqual([]);
    await call.hears('hello', 500, 3000);
    expect(call.lines.at(-1)).toBe(`agent: ${FIRST_MESSAGE}`);
  });

  it('silence ends the call at last', async () => {
    const call = await putThrough();
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'silence_timeout' }]);
    expect(call.lines.filter((line) => line.startsWith('agent'))).toEqual(['agent: I will let you go. Goodbye.']);
    expect((await call.finish()).outcomeHint).toBe('failure');
  });
});
