import { describe, expect, it } from 'vitest';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const STORY =
  'We have three rooms left. The first one looks at the garden, and it is quiet. The second one is larger. Which one would you like?';

/** The caller has asked for something, and the agent has been telling its story for a while. */
const listening = (options: TestCallOptions = {}): Promise<TestCall> =>
  TestCall.inReply({ llm: () => STORY, vad: { onsetMs: 60, hangoverMs: 100 }, ...options });

const story = (call: TestCall) => call.turns.filter(({ role }) => role === 'agent')[1];

const RECOGNIZERS: [string, TestCallOptions][] = [
  ['a recognizer that tells words while they are said', {}],
  ['one that tells them at the end', { stt: { partialDelayMs: null, finalDelayMs: 300 } }],
  [
    'one that takes whatever is said for what it expects',
    { stt: { capabilities: { closedVocabulary: true }, confidence: () => 0.9 } },
  ],
];

describe.each(RECOGNIZERS)('over the agent, with %s', (_, options) => {
  it('a voice that is far quieter than the caller is another person: the agent goes on', async () => {
    const call = await listening(options);
    const { startMs, endMs } = call.say('there is some soup left in the kitchen', 1800, 0, 15);
    await call.run(1800);
    const silent = call.sent.slice(startMs / 20, endMs / 20).filter((frame) => frame === null);
    expect(silent.length).toBeLessThanOrEqual(5);
    await call.runUntilAgentIsSilent();
    await call.run(1000);
    expect(story(call)).toMatchObject({ text: STORY, interrupted: false });
    expect(call.llm.requests).toHaveLength(1);
  });

  it.each([
    ['a caller who turns away from the telephone', 8, true],
    ['a caller who whispers, which has no pitch,', 15, false],
  ])('%s interrupts it', async (_who, quieterDb, isPitched) => {
    const call = await listening(options);
    call.vad.isPitched = isPitched;
    call.say('no wait I need something else', 1800, 0, quieterDb);
    await call.run(4000);
    expect(story(call)).toMatchObject({ interrupted: true });
  });

  it('so does the caller, behind what another person has said', async () => {
    const call = await listening(options);
    call.say('there is some soup left', 900, 0, 15);
    call.say('I would like the second one', 1500, 1100);
    await call.run(4000);
    expect(story(call)).toMatchObject({ interrupted: true });
  });

  it('so does the caller over a television that goes on all the time', async () => {
    const call = await listening({ ...options, llm: () => STORY.repeat(4) });
    call.say('there is some soup left in the kitchen '.repeat(6).trim(), 10_000, 0, 15);
    call.say('no wait I need something else', 1800, 5000);
    await call.run(4900);
    expect(call.isAgentSpeaking).toBe(true);
    await call.run(1600);
    expect(call.isAgentSpeaking).toBe(false);
  });

  it('a far quieter "stop" is meant for the agent', async () => {
    const call = await listening(options);
    call.say('stop', 400, 0, 15);
    await call.run(3000);
    expect(story(call)).toMatchObject({ interrupted: true });
  });
});

describe('how loud the caller is', () => {
  it('is not known before the first turn: any voice interrupts', async () => {
    const call = await TestCall.answered({ agent: { firstMessage: STORY }, vad: { onsetMs: 60, hangoverMs: 100 } });
    await call.run(1500);
    call.say('no wait I need something else', 1800, 0, 15);
    await call.run(3000);
    expect(call.turns[0]).toMatchObject({ role: 'agent', interrupted: true });
  });

  it('is learned anew of who answers from farther away', async () => {
    const call = await listening();
    await call.runUntilAgentIsSilent();
    for (let turn = 0; turn < 3; turn += 1) {
      call.say('which rooms do you have please', 1500, 0, 15);
      await call.run(1500);
      await call.runUntilAgentSpeaks();
      if (turn < 2) await call.runUntilAgentIsSilent();
    }
    await call.run(1500);
    call.say('no wait I need something else', 1800, 0, 15);
    await call.run(3000);
    expect(call.turns.findLast(({ role, text }) => role === 'agent' && STORY.startsWith(text))).toMatchObject({
      interrupted: true,
    });
  });
});
