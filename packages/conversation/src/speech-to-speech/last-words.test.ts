import { expect, it } from 'vitest';
import { ProviderError } from '../provider/provider-error.ts';
import { TestCall, type TestCallOptions } from '../testing/test-call.ts';

const GOODBYE = 'I will let you go. Goodbye.';
const STORY = 'We have three rooms left. The first one looks at the garden. The second one is larger.';
const refusal = new ProviderError('llm', 'scripted-s2s', '401 no such key', { retryable: false });

/** A caller who says nothing, up to the agent's last words; no session opens after the first one. */
async function upToGoodbye(speaking: TestCallOptions['speaking'] = {}): Promise<TestCall> {
  const openFailure = (attempt: number) => (attempt > 0 ? refusal : null);
  const call = await TestCall.answered({ model: () => 'I see.', speaking: { openFailure, ...speaking } });
  await call.runUntil(() => call.session.said.includes(GOODBYE));
  await call.runUntilAgentSpeaks();
  return call;
}

const agentLines = (call: TestCall) => call.turns.filter(({ role }) => role === 'agent').map(({ text }) => text);

it('last words that are on their way are not said again when the model is lost', async () => {
  const call = await upToGoodbye();
  await call.run(400);
  call.session.fail();
  await call.runUntil(() => call.of('hangup').length > 0);
  expect(agentLines(call).filter((text) => text === GOODBYE)).toHaveLength(1);
  expect(call.of('hangup')).toEqual([{ type: 'hangup', endReason: 'silence_timeout' }]);
});

it('last words that break off are said in another voice', async () => {
  const saying = (text: string) => (text === GOODBYE ? { text, breaksAfter: 10 } : { text });
  const call = await upToGoodbye({ saying });
  await call.runUntil(() => call.of('hangup').length > 0);
  expect(agentLines(call).slice(-2)).toEqual(['I will let', GOODBYE]);
  expect(call.tts.requests.join(' ')).toBe(GOODBYE);
});

it('a result that comes after the caller has talked the agent out of its farewell reaches the model', async () => {
  const tool = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } };
  const calls = ['look_up', 'end_call'].map((name) => ({ id: name, name, arguments: {} }));
  const call = await TestCall.answered({
    model: ({ heard }) => (heard === 'that is all' ? { text: STORY, calls } : 'Of course.'),
    agent: { tools: [tool] },
    runTool: async () => {
      await call.time.sleep(6000);
      return 'found';
    },
  });
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  await call.hears('that is all', 900, 1500);
  await call.hears('wait one more thing', 900, 8000);
  expect(call.session.silentResults.map(({ call: { name } }) => name)).toEqual(['end_call']);
  expect(call.session.results.map(({ result }) => result)).toEqual(['found']);
});
