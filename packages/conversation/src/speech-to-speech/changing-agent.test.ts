import { expect, it } from 'vitest';
import { TestCall } from '../testing/test-call.ts';

const lookUp = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } };
const callOf = (name: string) => ({ id: name, name, arguments: {} });

async function greeted(options: Parameters<typeof TestCall.answered>[0]): Promise<TestCall> {
  const call = await TestCall.answered(options);
  await call.runUntilAgentSpeaks();
  await call.runUntilAgentIsSilent();
  return call;
}

it('a prompt that a tool has changed reaches the model with the result, and every later session', async () => {
  const call = await greeted({
    model: ({ results }) => (results.length > 0 ? 'Hello, Ann.' : { calls: [callOf('look_up')] }),
    agent: { tools: [lookUp] },
    runTool: async () => ({ text: 'found', prompt: 'You talk to Ann.' }),
  });
  await call.hears('it is me', 900, 3000);
  const [first] = call.speakingModels[0]!.sessions;
  expect(first!.changes).toEqual([{ prompt: 'You talk to Ann.' }]);
  first!.fail();
  await call.run(2000);
  expect(call.session).not.toBe(first);
  expect(call.session.options.prompt).toBe('You talk to Ann.');
});
