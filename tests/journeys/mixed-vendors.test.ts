import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pauseOf } from '../support/pauses.ts';
import { spoken } from '../support/spoken.ts';
import { Listener, lose, VendorCalls } from '../support/vendor-calls.ts';

const GREETING = 'Hello. This is Ann. What can I do for you?';
const [FIRST, SECOND] = ['two tickets please', 'for tomorrow evening'];
const [FIRST_ANSWER, SECOND_ANSWER] = ['Of course. For which day?', 'They are on their way.'];
const LONGEST_PAUSE_S = 2.5;

let calls: VendorCalls;
let sounds: Int16Array[];

beforeAll(async () => {
  sounds = await spoken(FIRST!, SECOND!);
  calls = await VendorCalls.start();
});

afterAll(() => calls?.close());

/** What was said, as if nothing had happened; and so often others went on. */
async function expectWhole(call: any, successions: number): Promise<void> {
  const { warnings } = call.analysis;
  expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
  const said = call.transcript.map(({ role, text }: any) => `${role}: ${text}`);
  expect(said, warnings.join('\n')).toEqual([
    `agent: ${GREETING}`,
    `user: ${FIRST}`,
    `agent: ${FIRST_ANSWER}`,
    `user: ${SECOND}`,
    `agent: ${SECOND_ANSWER}`,
  ]);
  expect(call.transcript.some(({ interrupted }: any) => interrupted)).toBe(false);
  for (const role of ['listens', 'answers', 'speaks'])
    expect(warnings.filter((text: string) => text.includes(`${role} from here on`))).toHaveLength(successions);
  expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
}

const names = ['first', 'second', 'third', 'fourth'].map((name, index) => [name, index] as const);

describe.concurrent('ears, mind and voice of three vendors', () => {
  test.each(names)('%s mix, and the next one from mid-call on', async (name, index) => {
    const [mix, next] = [await calls.mixOf(index, name), await calls.mixOf(index + 1, `${name}-next`)];
    const listeners = [new Listener(mix.ears.server), new Listener(next.ears.server)];
    mix.mind.server.answerNext({ text: [FIRST_ANSWER!] });
    next.mind.server.answerNext({ text: [SECOND_ANSWER!] });
    const { caller, over } = await calls.talking(name, GREETING, [mix, next]);
    listeners[0]!.words = FIRST!;
    await caller.say(sounds[0]!);
    await caller.agentStopped();
    await lose(mix);
    listeners[1]!.words = SECOND!;
    await caller.say(sounds[1]!);
    await caller.agentStopped();
    await caller.hangUp();

    await expectWhole(await over(), 1);
    expect(next.voice.server.clauses.join(' ')).toContain('on their way');
  });
});
