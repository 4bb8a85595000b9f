import { tone } from '@parley/audio';
import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const MESSAGE = 'This is Ann. Please call us back.';
const ANNOUNCEMENT = 'you have reached Bob please leave a message after the tone';

function outbound(action: 'hangup' | 'message', options: TestCallOptions = {}): Promise<TestCall> {
  return TestCall.answered({
    ...options,
    agent: { direction: 'outbound', voicemail: { action, message: MESSAGE, detect: true }, ...options.agent },
  });
}

const who = (call: TestCall) => call.of('answered_by').map((event) => event.who);
const endReasons = (call: TestCall) => call.of('hangup').map(({ endReason }) => endReason);

describe('an answering machine', () => {
  it('is recognized by its words, and hung up on', async () => {
    const call = await outbound('hangup');
    await call.hears(ANNOUNCEMENT, 3400, 0);
    await call.run(200);
    expect(who(call)).toEqual(['voicemail']);
    expect(endReasons(call)).toEqual(['voicemail']);
    expect(call.sent.every((frame) => frame === null)).toBe(true);
    const result = await call.finish();
    expect(result.answeredBy).toBe('voicemail');
    expect(result.turns[0]!.text).toContain('leave a message');
  });

  it('is left a message after 1.5 s of silence', async () => {
    const call = await outbound('message');
    const { endMs } = await call.hears(ANNOUNCEMENT, 3400, 6000);
    expect(call.firstSentMs() - endMs).toBeGreaterThanOrEqual(1460);
    expect(call.firstSentMs() - endMs).toBeLessThanOrEqual(1560);
    expect(call.lines).toEqual([`user: ${ANNOUNCEMENT}`, `agent: ${MESSAGE}`]);
    expect(endReasons(call)).toEqual(['voicemail']);
  });

  it('is left a message right after its beep', async () => {
    const call = await outbound('message');
    const { endMs } = call.say(ANNOUNCEMENT, 3400);
    call.caller.playSound(tone([1000], 400), endMs + 300);
    await call.run(8000);
    expect(call.firstSentMs() - (endMs + 700)).toBeGreaterThanOrEqual(40);
    expect(call.firstSentMs() - (endMs + 700)).toBeLessThanOrEqual(400);
    expect(call.lines.at(-1)).toBe(`agent: ${MESSAGE}`);
    expect(endReasons(call)).toEqual(['voicemail']);
  });

  it('is left a message right after its beep, however long the voice takes to begin', async () => {
    const call = await outbound('message', { tts: { delayMs: 1500 } });
    const { endMs } = call.say(ANNOUNCEMENT, 3400);
    call.caller.playSound(tone([1000], 400), endMs + 1200);
    await call.run(8000);
    expect(call.firstSentMs() - (endMs + 1600)).toBeGreaterThanOrEqual(40);
    expect(call.firstSentMs() - (endMs + 1600)).toBeLessThanOrEqual(400);
    expect(call.tts.requests.filter((text) => MESSAGE.startsWith(text))).toHaveLength(2);
  });

  it('that beeps late hears the message from its beginning again', async () => {
    const call = await outbound('message');
    const { endMs } = call.say(ANNOUNCEMENT, 3400);
    call.caller.playSound(tone([1000], 400), endMs + 2000);
    call.caller.playSound(tone([1000], 400), endMs + 4200);
    await call.run(9000);
    const messages = call.turns.filter(({ role }) => role === 'agent');
    expect(messages.map(({ interrupted }) => interrupted)).toEqual([false, false]);
    expect(MESSAGE.startsWith(messages[0]!.text)).toBe(true);
    expect(messages.at(-1)!.text).toBe(MESSAGE);
    expect(endReasons(call)).toEqual(['voicemail']);
  });

  it('that beeps twice hears the message behind the second beep', async () => {
    const call = await outbound('message');
    const { endMs } = call.say(ANNOUNCEMENT, 3400);
    call.caller.playSound(tone([1000], 400), endMs + 300);
    call.caller.playSound(tone([1000], 400), endMs + 1000);
    await call.run(9000);
    const message = call.turns.at(-1)!;
    expect(message).toMatchObject({ role: 'agent', text: MESSAGE, interrupted: false });
    expect(message.startMs).toBeGreaterThanOrEqual(endMs + 1400);
    expect(message.startMs).toBeLessThanOrEqual(endMs + 1700);
  });

  it('of which nothing is understood is greeted, and known by its silence', async () => {
    const call = await outbound('message', { stt: { isMute: true } });
    for (const ms of [2500, 2000, 2500]) await call.hears('blah', ms, 300);
    await call.run(4000);
    expect(who(call)).toEqual(['human']);
    expect(call.lines).toContain('agent: Hello, this is Ann from Example Dental.');
    await call.run(8000);
    expect(who(call)).toEqual(['human', 'voicemail']);
    expect(call.lines.at(-1)).toBe(`agent: ${MESSAGE}`);
  });

  it('that never ends is recognized by its length alone', async () => {
    const call = await outbound('hangup', { stt: { isMute: true } });
    for (let sentence = 0; sentence < 6; sentence += 1) await call.hears('blah', 2300, 300);
    expect(who(call)).toEqual(['voicemail']);
  });

  it('that draws breath between two sentences is not talked to', async () => {
    const call = await outbound('message');
    await call.hears('Hi, this is Bob, and this is my number', 1800, 600);
    await call.hears("I can't come to the phone please leave a message", 2500, 6000);
    expect(who(call)).toEqual(['voicemail']);
    expect(call.lines.at(-1)).toBe(`agent: ${MESSAGE}`);
  });

  it('is recognized by a greeting that wants no answer', async () => {
    const call = await outbound('hangup');
    await call.hears('hi you have reached Bob', 1500, 1000);
    expect(who(call)).toEqual(['voicemail']);
  });

  it('is recognized by its beep alone', async () => {
    const call = await outbound('message');
    call.caller.playSound(tone([1000], 400), 200);
    await call.run(6000);
    expect(who(call)).toEqual(['voicemail']);
    expect(call.lines.at(-1)).toBe(`agent: ${MESSAGE}`);
  });

  it('that pauses after a short greeting is recognized while the agent speaks', async () => {
    const call = await outbound('message');
    await call.hears('Hi, this is Bob', 700, 700);
    expect(who(call)).toEqual(['human']);
    await call.hears("I can't come to the phone please leave a message", 2500, 6000);
    expect(who(call)).toEqual(['human', 'voicemail']);
    expect(call.lines.at(-1)).toBe(`agent: ${MESSAGE}`);
    expect((await call.finish()).answeredBy).toBe('voicemail');
  });

  it('is recognized by words that come after its greeting was answered', async () => {
    const call = await outbound('hangup', { stt: { partialDelayMs: null, finalDelayMs: 800 } });
    await call.hears('please leave a message after the tone', 1500, 2000);
    expect(who(call)).toEqual(['human', 'voicemail']);
    expect(endReasons(call)).toEqual(['voicemail']);
  });

  it('is not interrupted by its own noises', async () => {
    const call = await outbound('message');
    await call.hears(ANNOUNCEMENT, 3400, 2000);
    call.say('noise', 600);
    await call.run(4000);
    expect(call.lines.at(-1)).toBe(`agent: ${MESSAGE}`);
  });
});

describe('a person', () => {
  it('may begin like a machine', async () => {
    const call = await outbound('hangup');
    await call.hears('you have reached Smith and Sons how can I help you', 3000, 3000);
    expect(who(call)).toEqual(['human']);
  });

  it('may greet at length', async () => {
    const call = await outbound('hangup');
    await call.hears('good morning thank you for calling Smith and Sons this is Alice how may I help you', 4500, 3000);
    expect(who(call)).toEqual(['human']);
    expect(call.of('hangup')).toEqual([]);
  });

  it('who talks for eight seconds hears the agent, and is not hung up on', async () => {
    for (const isMute of [false, true]) {
      const call = await outbound('hangup', { stt: { isMute } });
      await call.hears('oh hang on let me turn down the radio I can hardly hear you', 4500, 350);
      await call.hears('there we go that is better sorry about that', 3200, 4000);
      expect(call.lines).toContain('agent: Hello, this is Ann from Example Dental.');
      await call.hears('oh hello Ann', 900, 4000);
      expect(who(call)).toEqual(['human']);
      expect(call.of('hangup')).toEqual([]);
    }
  });

  it('who seemed a machine by her silence is one no longer when she speaks', async () => {
    const call = await outbound('message', { llm: () => 'I am here.' });
    await call.hears('good morning this is Smith and Sons in London Alice Miller', 4000, 3000);
    await call.runUntil(() => who(call).includes('voicemail'));
    await call.run(200);
    await call.hears('sorry I was looking for a pen', 1500, 3000);
    expect(who(call)).toEqual(['human', 'voicemail', 'human']);
    expect(call.lines.at(-1)).toBe('agent: I am here.');
    expect(call.of('hangup')).toEqual([]);
  });

  it('whose telephone asks who is calling is no machine', async () => {
    const call = await outbound('hangup');
    await call.hears('hi the person you are calling is using a screening service please say your name', 5000, 3000);
    expect(who(call)).toEqual(['human']);
    expect(call.lines.at(-1)).toBe('agent: Hello, this is Ann from Example Dental.');
  });

  it('may greet for five seconds, whatever it says', async () => {
    const call = await outbound('hangup', { stt: { partialDelayMs: null, finalDelayMs: 300 } });
    await call.hears('blah', 5000, 3000);
    expect(who(call)).toEqual(['human']);
    expect(call.lines.at(-1)).toBe('agent: Hello, this is Ann from Example Dental.');
  });

  it('is not hung up on before its words are known', async () => {
    const call = await outbound('hangup', { stt: { partialDelayMs: null, finalDelayMs: 600 } });
    await call.hears('good morning this is Smith and Sons how may I help you', 4000, 3000);
    expect(who(call)).toEqual(['human']);
    expect(call.of('hangup')).toEqual([]);
  });

  it('is not asked for when detection is off', async () => {
    const call = await outbound('hangup', {
      agent: { direction: 'outbound', voicemail: { action: 'hangup', message: null, detect: false } },
    });
    await call.hears(ANNOUNCEMENT, 5000, 3000);
    expect(who(call)).toEqual(['human']);
    expect(call.of('hangup')).toEqual([]);
  });

  it('who is met after a minute may speak of voicemail', async () => {
    const call = await outbound('hangup');
    await call.hears('Hello?', 500, 3000);
    await call.hears('yes speaking', 700, 3000);
    await call.hears('can I leave a message for him', 1500, 3000);
    expect(who(call)).toEqual(['human']);
  });
});
