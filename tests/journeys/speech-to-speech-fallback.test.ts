import { SAMPLE_RATE_HZ } from '@parley/audio';
import { OpenAiServer } from '@parley/providers/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pauseOf } from '../support/pauses.ts';
import { spoken } from '../support/spoken.ts';
import { Listener, lose, type Mix, VendorCalls } from '../support/vendor-calls.ts';

const GREETING = 'Hello. This is Ann. What can I do for you?';
const [FIRST, SECOND] = ['two tickets please', 'for tomorrow evening'];
const [FIRST_ANSWER, SECOND_ANSWER] = ['Of course. For which day?', 'They are on their way.'];
const LONGEST_PAUSE_S = 2;

let calls: VendorCalls;
let sounds: Int16Array[];

beforeAll(async () => {
  sounds = await spoken(FIRST!, SECOND!);
  calls = await VendorCalls.start();
});

afterAll(() => calls?.close());

/** A call with a model that hears and speaks, which has answered once; and the vendors that are behind it. */
async function talked(name: string, index: number) {
  const start = () => new OpenAiServer().start();
  const { choice, server } = await calls.connected({ 'openai/gpt-realtime': start }, 'openai/gpt-realtime', name);
  const own: Mix = {
    ears: { choice: name, server },
    mind: { choice, server },
    voice: { choice: `${name}/cedar`, server },
  };
  const next = await calls.mixOf(index, `${name}-next`);
  const listener = new Listener(next.ears.server);
  const lines = [GREETING, FIRST_ANSWER!];
  const voices = await spoken(...lines);
  server.talk.speak = (text) => voices[lines.indexOf(text)] ?? new Int16Array(0);
  server.talk.understandNext(FIRST!);
  next.mind.server.answerNext({ text: [SECOND_ANSWER!] });
  const { caller, over } = await calls.talking(name, GREETING, [own, next]);
  server.talk.answerNext({ text: FIRST_ANSWER! });
  await caller.say(sounds[0]!);
  await caller.agentStopped();
  return { caller, over, server, own, listener };
}

async function expectWhole(call: any): Promise<void> {
  const { warnings } = call.analysis;
  const said = call.transcript.map(({ role, text }: any) => `${role}: ${text}`);
  expect(said, warnings.join('\n')).toEqual([
    `agent: ${GREETING}`,
    `user: ${FIRST}`,
    `agent: ${FIRST_ANSWER}`,
    `user: ${SECOND}`,
    `agent: ${SECOND_ANSWER}`,
  ]);
  expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup' });
  expect(warnings.join('\n')).toContain('The model that heard and spoke is lost');
  expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
}

test('a vendor that is lost while the caller speaks: others hear the sentence from its beginning, and answer it', async () => {
  const { caller, over, own, listener } = await talked('while', 0);
  listener.words = SECOND!;
  const saying = caller.say(sounds[1]!);
  await caller.hasSaid(500);
  await lose(own);
  await saying;
  await caller.agentStopped();
  await caller.hangUp();
  await expectWhole(await over());
  expect(listener.listenedMs).toBeGreaterThanOrEqual((sounds[1]!.length * 1000) / SAMPLE_RATE_HZ);
});

test('a vendor that is lost before it answers: others answer what it has heard', async () => {
  const { caller, over, server, own, listener } = await talked('before', 1);
  server.talk.understandNext(null);
  server.talk.answerNext(null);
  listener.words = SECOND!;
  const responses = server.talk.heardMs;
  await caller.say(sounds[1]!);
  await server.when(() => server.talk.heardMs > responses + 1500);
  await lose(own);
  await caller.agentStopped();
  await caller.hangUp();
  await expectWhole(await over());
});
