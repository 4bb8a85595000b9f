import { expect, it } from 'vitest';
import { TestCall } from '../testing/test-call.ts';

const TEACHING = 'I would like to book a room please';
const PAUSE_MS = 1250;

const answered = (writes: (text: string, isFinal: boolean) => string): Promise<TestCall> =>
  TestCall.inReply({
    llm: () => 'All right.',
    vad: { onsetMs: 60, hangoverMs: 100 },
    stt: { partialDelayMs: 240, finalDelayMs: 240, writes },
  });

/** The caller spells something, in two breaths. */
async function spells(call: TestCall): Promise<string[]> {
  await call.runUntilAgentIsSilent();
  await call.hears(TEACHING, 2400, 3000);
  await call.hears('it is a b c', 1200, PAUSE_MS);
  await call.hears('d e f', 700, 4000);
  return call.turns.filter(({ role }) => role === 'user').map(({ text }) => text);
}

it('who goes on behind full stops is not talked into, where the recognizer puts one behind everything', async () => {
  const turns = await spells(await answered((text) => `${text}.`));
  expect(turns.slice(-2)).toEqual([`${TEACHING}.`, 'it is a b c. d e f.']);
});

it('a full stop is believed of a recognizer that puts it behind sentences', async () => {
  const turns = await spells(await answered((text, isFinal) => (isFinal ? `${text}.` : text)));
  expect(turns.slice(-2)).toEqual(['it is a b c.', 'd e f.']);
});
