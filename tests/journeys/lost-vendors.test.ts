import { SAMPLE_RATE_HZ } from '@parley/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pauseOf } from '../support/pauses.ts';
import { spoken } from '../support/spoken.ts';
import { Listener, lose, type Mix, VendorCalls } from '../support/vendor-calls.ts';

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

const names = ['first', 'second', 'third', 'fourth'].map((name, index) => [name, index] as const);

describe.concurrent('three vendors at once', () => {
  test.each(names)(
    '%s mix, lost while the agent speaks, and the next one while the caller does',
    async (name, index) => {
      const mixes = await Promise.all([0, 1, 2].map((step) => calls.mixOf(index + step, `${name}-${step}`)));
      const [mix, next, last] = mixes as [Mix, Mix, Mix];
      const [listener, , lastListener] = mixes.map(({ ears }) => new Listener(ears.server));
      mix.mind.server.answerNext({ text: [FIRST_ANSWER!] });
      last.mind.server.answerNext({ text: [SECOND_ANSWER!] });
      const { caller, over } = await calls.talking(name, GREETING, [mix, next, last]);
      // Of the answer's first clause only the beginning comes.
      mix.voice.server.holdNext();
      listener!.words = FIRST!;
      await caller.say(sounds[0]!);
      await caller.agentSpoke(60);
      await lose(mix);
      await caller.agentStopped();
      lastListener!.words = SECOND!;
      const saying = caller.say(sounds[1]!);
      await caller.hasSaid(400);
      await lose(next);
      await saying;
      await caller.agentStopped();
      await caller.hangUp();

      const call = await over();
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
      expect(call.transcript.some(({ interrupted }: any) => interrupted)).toBe(false);
      expect(await pauseOf(call)).toBeLessThanOrEqual(LONGEST_PAUSE_S);
      // What was not said, from a word on; and what was said meanwhile, from its beginning.
      const rest = next.voice.server.clauses.join(' ');
      expect(FIRST_ANSWER!.endsWith(rest), rest).toBe(true);
      expect(lastListener!.listenedMs).toBeGreaterThanOrEqual((sounds[1]!.length * 1000) / SAMPLE_RATE_HZ);
      for (const role of ['listens', 'answers', 'speaks'])
        expect(warnings.filter((text: string) => text.includes(`${role} from here on`))).toHaveLength(2);
    },
  );
});
