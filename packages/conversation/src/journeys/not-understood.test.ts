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
    expect(call.lines.slice(1)).toEqual([NOT_CAUGHT]);
    await call.hears('I need a room please', 1000, 3000);
    expect(call.lines.slice(2)).toEqual(['user: I need a room please', 'agent: I see.']);
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
      expect(call.lines).toEqual(['agent: Hello, Ann here.']);
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
