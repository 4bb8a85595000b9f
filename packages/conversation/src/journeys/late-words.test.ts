import { describe, expect, it } from 'vitest';
import { TestCall } from '../testing/test-call.ts';

const STORY =
  'We have three rooms left. The first one looks at the garden, and it is quiet. The second one is larger. Which one would you like?';

const agentTurns = (call: TestCall) => call.turns.filter(({ role }) => role === 'agent');

/** The agent has said hello, and its recognizer has next to no processor: it answers after seconds. */
async function greeted(partialDelayMs: number | null, finalDelayMs: number): Promise<TestCall> {
  const call = await TestCall.answered({
    llm: () => STORY,
    stt: { partialDelayMs, finalDelayMs, tellsTimes: true },
    vad: { onsetMs: 60, hangoverMs: 100 },
  });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

describe('words that a recognizer without a processor finds late', () => {
  it.each([2500, 4000, 6000])('do not interrupt the answer to the same words, %i ms behind them', async (delayMs) => {
    const call = await greeted(0, delayMs);
    await call.hears('which rooms do you have please', 1500, delayMs + 2000);
    await call.run(8000);
    expect(call.lines.filter((line) => line.startsWith('user:'))).toEqual(['user: which rooms do you have please']);
    expect(agentTurns(call).map(({ text, interrupted }) => [text, interrupted])).toContainEqual([STORY, false]);
  });

  it.each([1800, 2500, 3000, 4000])(
    'are answered, when nothing had been known of them, %i ms behind them',
    async (delayMs) => {
      const call = await greeted(null, delayMs);
      await call.hears('which rooms do you have please', 1500, delayMs + 2000);
      await call.run(8000);
      expect(call.lines.filter((line) => line.startsWith('user:'))).toEqual(['user: which rooms do you have please']);
      expect(agentTurns(call).some(({ text }) => STORY.startsWith(text))).toBe(true);
    },
  );
});

describe('a recognizer that says how far it is', () => {
  it.each([1000, 2000, 3000])('is waited for, %i ms: half a sentence is not answered', async (delayMs) => {
    const call = await greeted(delayMs, delayMs);
    await call.hears('yes but which rooms do you have', 2000, delayMs + 2000);
    await call.run(10_000);
    expect(call.lines.filter((line) => line.startsWith('user:'))).toEqual(['user: yes but which rooms do you have']);
    expect(agentTurns(call).map(({ text, interrupted }) => [text, interrupted])).toContainEqual([STORY, false]);
  });

  it('is not waited for on and on', async () => {
    const call = await greeted(2500, 60_000);
    const { endMs } = await call.hears('yes but which rooms do you have', 2000, 0);
    await call.runUntilAgentSpeaks();
    expect(call.nowMs - endMs).toBeLessThan(6100);
  });

  it('tells a menu from a person before the agent talks to it, though it is behind', async () => {
    const call = await TestCall.answered({
      agent: { direction: 'outbound' },
      stt: { partialDelayMs: 2000, finalDelayMs: 1500, tellsTimes: true },
    });
    await call.hears('welcome to city dental for sales press one for support press two', 5000, 3000);
    expect(agentTurns(call).map(({ text }) => text)).not.toContain('Hello, this is Ann from Example Dental.');
    expect(call.events).toContainEqual({ type: 'answered_by', who: 'ivr' });
  });

  it.each([1000, 2000, 3000])(
    'is waited for before the agent goes on, %i ms, after a voice in bursts',
    async (delayMs) => {
      const call = await TestCall.answered({
        agent: { firstMessage: STORY },
        stt: { partialDelayMs: delayMs, finalDelayMs: delayMs, tellsTimes: true },
      });
      await call.run(1500);
      const { startMs } = call.say('sorry who', 600);
      call.say('is calling', 300, 680);
      call.say('please', 200, 1060);
      await call.run(delayMs + 4000);
      const [story] = agentTurns(call);
      expect(story!.interrupted).toBe(true);
      expect(story!.endMs - startMs).toBeLessThanOrEqual(delayMs + 400);
      expect(call.lines).toContain('user: sorry who is calling please');
    },
  );

  it('gets the words of a late "Hello?" into the turn that they are of', async () => {
    const call = await TestCall.answered({
      agent: { direction: 'outbound', firstMessage: STORY },
      stt: { partialDelayMs: 3000, finalDelayMs: 3000, tellsTimes: true },
    });
    await call.hears('hello', 600, 0);
    await call.runUntilAgentSpeaks();
    await call.run(1200);
    await call.hears('sorry who is calling please', 1500, 6000);
    const users = call.lines.filter((line) => line.startsWith('user:'));
    expect(users).toEqual(['user: hello', 'user: sorry who is calling please']);
  });

  it('does not keep a "Hello?" waiting', async () => {
    const call = await TestCall.answered({
      agent: { direction: 'outbound' },
      stt: { partialDelayMs: 2000, finalDelayMs: 1500, tellsTimes: true },
    });
    const { endMs } = await call.hears('hello', 600, 0);
    await call.runUntilAgentSpeaks();
    expect(call.nowMs - endMs).toBeLessThan(700);
  });
});

it.each([
  { nextWordMs: undefined, finals: 2 },
  { nextWordMs: 2000, finals: 1 },
])('words that come up to $nextWordMs ms apart: $finals finals are asked for', async ({ nextWordMs, finals }) => {
  const capabilities = nextWordMs === undefined ? {} : { nextWordMs };
  const call = await TestCall.answered({ agent: { firstMessage: null }, stt: { capabilities } });
  call.say('reservations please', 2000);
  await call.run(5000);
  expect(call.stt.streams.map(({ finalizeCount }) => finalizeCount)).toEqual([finals]);
  expect(call.lines).toContain('user: reservations please');
});
