import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const NOT_CAUGHT = "agent: Sorry, I didn't catch that. Could you say it again?";

async function greeted(options: TestCallOptions = {}): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

describe('a voice without words', () => {
  it('is no silence: the agent says that it was not caught', async () => {
    const call = await greeted();
    const { endMs } = call.say(null, 900);
    await call.runUntilAgentSpeaks();
    expect(call.nowMs - endMs).toBeLessThanOrEqual(2500);
    await call.runUntilAgentIsSilent();
    await call.run(40);
    expect(call.lines.slice(1)).toEqual(['user: ', NOT_CAUGHT]);
    await call.hears('I need a room please', 1000, 3000);
    expect(call.lines.slice(3)).toEqual(['user: I need a room please', 'agent: I see.']);
  });

  it('is none either when it has pauses in it', async () => {
    const call = await greeted();
    for (const inMs of [0, 400, 800]) call.say(null, 240, inMs);
    await call.run(5000);
    expect(call.lines.slice(1)).toEqual(['user: ', NOT_CAUGHT]);
  });

  it('is answered so twice in a row at most, and again after words', async () => {
    const call = await greeted();
    for (let times = 0; times < 4; times += 1) {
      call.say(null, 600);
      await call.run(5500);
    }
    expect(call.lines.filter((line) => line === NOT_CAUGHT)).toHaveLength(2);
    await call.hears('I need a room please', 1000, 3000);
    call.say(null, 600);
    await call.run(5500);
    expect(call.lines.filter((line) => line === NOT_CAUGHT)).toHaveLength(3);
  });

  it.each([60, 200])('that is a noise of %i ms is not answered', async (durationMs) => {
    const call = await greeted();
    call.say(null, durationMs);
    await call.run(5000);
    expect(call.lines).toHaveLength(1);
  });

  it('is not answered while it goes on', async () => {
    const call = await greeted();
    call.say(null, 6000);
    await call.run(6000);
    expect(call.lines).toHaveLength(1);
  });

  it.each([100, 400])("is not answered when it is the agent's own, %i ms later", async (delayMs) => {
    const call = await greeted({
      echo: { delayMs, distorted: true, mishear: () => null },
      vad: { onsetMs: 60, hangoverMs: 100 },
    });
    await call.run(5000);
    expect(call.lines).not.toContain(NOT_CAUGHT);
  });
});

describe('an agent without a first message', () => {
  const silentAgent = { firstMessage: null } as const;

  it.each(['inbound', 'outbound'] as const)(
    'introduces itself to a "Hello?" that is not understood: %s',
    async (direction) => {
      const call = await TestCall.answered({
        agent: { ...silentAgent, direction },
        llm: () => 'Hello, Ann here.',
        prepare: true,
      });
      await call.run(300);
      const { endMs } = call.say(null, 400);
      await call.runUntilAgentSpeaks();
      expect(call.nowMs - endMs).toBeLessThanOrEqual(2500);
      await call.run(2000);
      expect(call.lines.filter((line) => line.startsWith('agent'))).toEqual(['agent: Hello, Ann here.']);
      expect(call.of('answered_by').map(({ who }) => who)).toEqual(direction === 'outbound' ? ['human'] : []);
    },
  );

  it('does not take a click for a greeting', async () => {
    const call = await TestCall.answered({ agent: silentAgent, llm: () => 'Hello, Ann here.' });
    call.say(null, 60, 300);
    await call.run(4000);
    expect(call.lines).toEqual([]);
  });
});

describe('speech that is not understood', () => {
  const unintelligible = (call: TestCall) => call.turns.filter((turn) => turn.unintelligible);

  it('is in the transcript, without words, and the model does not hear of it', async () => {
    const call = await greeted();
    const { startMs, endMs } = call.say(null, 900);
    await call.run(6000);
    expect(unintelligible(call)).toEqual([
      { role: 'user', text: '', startMs, endMs, interrupted: false, unintelligible: true },
    ]);
    await call.hears('I need a room please', 1000, 3000);
    expect(call.llm.requests.at(-1)!.messages.at(-1)).toEqual({ role: 'user', text: 'I need a room please' });
    expect((await call.finish()).turns.map(({ role, text }) => `${role}: ${text}`)).toEqual(call.lines);
  });

  it('is not in the transcript when its words come after all', async () => {
    const call = await greeted({ stt: { partialDelayMs: null, finalDelayMs: 3000, tellsTimes: true } });
    await call.hears('I need a room please', 900, 9000);
    expect(unintelligible(call)).toEqual([]);
    expect(call.lines).toContain('user: I need a room please');
  });

  it('is in the transcript though the recognizer never said so', async () => {
    const call = await greeted({ stt: { isMute: true } });
    call.say(null, 900);
    await call.run(6000);
    expect((await call.finish()).turns.map((turn) => turn.unintelligible ?? false)).toEqual([false, true, false]);
  });

  it.each([60, 200])('is no noise of %i ms', async (durationMs) => {
    const call = await greeted();
    call.say(null, durationMs);
    await call.run(5000);
    expect(unintelligible(call)).toEqual([]);
  });

  it('is no silence: the caller is not asked whether they are there', async () => {
    const call = await greeted();
    for (let times = 0; times < 6; times += 1) {
      call.say(null, 600);
      await call.run(5000);
    }
    expect(call.lines).not.toContain('agent: Are you still there?');
    expect(unintelligible(call)).toHaveLength(6);
    await call.run(8000);
    expect(call.lines.at(-1)).toBe('agent: Are you still there?');
  });
});

describe('a recognizer that is down', () => {
  it.each([
    ['and opens no more', { opensNever: true, downFromMs: 2500 }],
    ['and hears nothing', { isMute: true }],
  ])('%s leaves no silence, and is not taken for one', async (_, stt) => {
    const call = await greeted({ stt });
    await call.run(Math.max(0, 2400 - call.nowMs));
    const { endMs } = call.say('I need a room for two people', 1800);
    await call.run(1800);
    await call.runUntilAgentSpeaks();
    expect(call.nowMs - endMs).toBeLessThanOrEqual(2500);
    await call.runUntilAgentIsSilent();
    expect(call.lines.at(-1)).toBe(NOT_CAUGHT);
  });

  it('for good is followed by an apology within 2.5 s', async () => {
    const call = await greeted({ stt: { downFromMs: 3000 } });
    await call.run(3100 - call.nowMs);
    const { endMs } = call.say('I need a room for two people', 1000);
    await call.run(1000);
    await call.runUntilAgentSpeaks();
    expect(call.nowMs - endMs).toBeLessThanOrEqual(2500);
    await call.runUntil(() => call.of('hangup').length > 0);
    expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'stt_error' }]);
  });

  it('without a word of it is opened again when it is the only one', async () => {
    const call = await greeted({ stt: { isMute: true } });
    await call.hears('I need a room please', 900, 12_000);
    expect(call.stt.streams.length).toBeGreaterThanOrEqual(2);
    expect(call.of('warning').map(({ code }) => code)).toEqual(['stt_reopened']);
  });

  it('without a word of it is followed by the next one before it is said again', async () => {
    const call = await greeted({ stt: { isMute: true }, nextTranscriber: {} });
    const { endMs } = await call.hears('I need a room please', 900, 5500);
    expect(call.firstSentMs(endMs) - endMs).toBeLessThanOrEqual(2500);
    await call.hears('I need a room please', 900, 3000);
    expect(call.of('warning').map(({ code }) => code)).toEqual(['stt_fallback']);
    const heard = ['user: ', NOT_CAUGHT, 'user: I need a room please', 'agent: I see.'];
    expect(call.lines.slice(1).sort()).toEqual(heard.sort());
  });
});
