import { describe, expect, it } from 'vitest';
import type { Anticipation } from '../provider/anticipation.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';
import type { VirtualTime } from '../testing/virtual-time.ts';

const QUESTION = 'I would like to book an appointment for Tuesday';
/** Of a recognizer, a model and a voice. */
const SUM_MS = 250 + 350 + 100;

/** What hears beside the recognizer, and what it was told. */
function ears(heard: string | null) {
  const told: (string | null)[] = [];
  const anticipation = (time: VirtualTime): Anticipation => ({
    languages: ['en'],
    hear: async (request) => {
      told.push(request.told);
      await time.sleep(80);
      return heard;
    },
  });
  return { told, anticipation };
}

async function answered(heard: string | null, { agent = {} }: Pick<TestCallOptions, 'agent'> = {}) {
  const { told, anticipation } = ears(heard);
  const call = await TestCall.answered({
    stt: { partialDelayMs: 250, finalDelayMs: 250 },
    llm: (messages) => ({ text: `You said: ${(messages.at(-1) as { text: string }).text}.`, delayMs: 350 }),
    tts: { delayMs: 100 },
    anticipation,
    agent,
  });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears(QUESTION, 2000, 0);
  await call.runUntil(() => call.of('latency').length > 0);
  const { endMs } = call.caller.spans.at(-1)!;
  const responseMs = call.firstSentMs(endMs) - endMs;
  await call.runUntilAgentIsSilent();
  return { call, told, responseMs, said: call.turns.map(({ text }) => text) };
}

describe('the last words of a turn', () => {
  it('are answered sooner than the recognizer, the model and the voice take together', async () => {
    const { responseMs, told, said } = await answered(QUESTION);
    expect(responseMs).toBeLessThan(SUM_MS - 80);
    expect(told).toEqual(['I would like to book an appointment']);
    expect(said.slice(1)).toEqual([QUESTION, `You said: ${QUESTION}.`]);
  });

  it.each(['I would like to book an appointment for today', null])(
    'are those that the recognizer tells, where %j was heard',
    async (heard) => {
      const { responseMs, said } = await answered(heard);
      expect(responseMs).toBeLessThanOrEqual(SUM_MS + 40);
      expect(said.slice(1)).toEqual([QUESTION, `You said: ${QUESTION}.`]);
    },
  );

  it('are not asked for in a language that is not understood, or without speculation', async () => {
    const turnTaking = { endpointingMs: 600, interruptionMs: 300, speculate: false };
    for (const agent of [{ language: 'sv-SE' }, { turnTaking }]) {
      const { told } = await answered(QUESTION, { agent });
      expect(told).toEqual([]);
    }
  });
});
