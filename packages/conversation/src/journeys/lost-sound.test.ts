import { expect, it } from 'vitest';
import { TestCall } from '../testing/test-call.ts';

const FIRST = 'I would like to book a table';
const REST = 'for two people';

/** A sentence that stands still on its way for so long, at a place where it could be over. */
async function heldUp(ms: number): Promise<TestCall> {
  const call = await TestCall.answered({ agent: { firstMessage: null } });
  call.say(FIRST, 1400);
  call.loseSound(ms, 1400);
  call.say(REST, 700, 1400 + ms);
  await call.run(6000);
  return call;
}

const users = ({ lines }: TestCall) => lines.filter((line) => line.startsWith('user'));

it.each([200, 300, 400])('sound that stays away for %i ms while the caller speaks ends no sentence', async (ms) => {
  const call = await heldUp(ms);
  expect(users(call)).toEqual([`user: ${FIRST} ${REST}`]);
  expect(call.llm.requests.length).toBe(1);
});

it('sound that stays away for good ends the sentence half a second later', async () => {
  const call = await heldUp(60_000);
  expect(users(call)).toEqual([`user: ${FIRST}`]);
  const answer = call.turns.find(({ role }) => role === 'agent')!;
  expect(answer.startMs).toBeLessThan(1400 + 1500);
});
