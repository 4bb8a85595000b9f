import { expect, it } from 'vitest';
import type { EndOfTurnModel } from '../provider/end-of-turn.ts';
import { TestCall } from '../testing/test-call.ts';

const model = (probability: number): EndOfTurnModel => ({
  name: 'model',
  predict: () => Promise.resolve(probability),
  close: () => undefined,
});

/** From the last frame of the caller's voice to the first of the agent's. */
async function responseMs(text: string, endOfTurn?: EndOfTurnModel): Promise<number> {
  const call = await TestCall.answered(endOfTurn ? { endOfTurn } : {});
  await call.runUntilAgentSpeaks();
  await call.run(3000);
  await call.hears(text, 2000, 0);
  await call.runUntil(() => call.of('latency').length > 0);
  const { endMs } = call.caller.spans.at(-1)!;
  return call.firstSentMs(endMs) - endMs;
}

const UNCLEAR = 'I would like to come on a';
/** Whole, and people often go on. */
const MAYBE = 'I would like to book a table';

it('a model’s word for the end of a turn shortens and lengthens the wait', async () => {
  const alone = await responseMs(UNCLEAR);
  expect(await responseMs(UNCLEAR, model(0.99))).toBeLessThan(alone);
  expect(await responseMs(MAYBE, model(0.01))).toBeGreaterThan((await responseMs(MAYBE)) + 100);
});

it('one that fails changes nothing', async () => {
  const failing: EndOfTurnModel = { ...model(1), predict: () => Promise.reject(new Error('is not there')) };
  expect(await responseMs(UNCLEAR, failing)).toBe(await responseMs(UNCLEAR));
});
