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

it('a turn that follows what was looked up names it as its source, and the answer to the next turn does not', async () => {
  const source = { documentId: 'doc_1', name: 'Prices', passage: 3, heading: null };
  let asked = 0;
  const call = await greeted({
    model: ({ results }) => {
      asked += 1;
      if (results.length > 0) return 'A pizza is 12 dollars.';
      return asked === 1 ? { text: 'Let me see.', calls: [callOf('look_up')] } : 'You are welcome.';
    },
    agent: { tools: [lookUp] },
    runTool: async () => ({ text: 'Pizza: 12 dollars', sources: [source, source] }),
  });
  await call.hears('how much is a pizza', 900, 4000);
  await call.hears('thank you', 600, 3000);
  const agents = call.turns.filter(({ role }) => role === 'agent').slice(1);
  expect(agents.map(({ text, sources }) => [text, sources])).toEqual([
    ['Let me see.', undefined],
    ['A pizza is 12 dollars.', [source]],
    ['You are welcome.', undefined],
  ]);
});

it('tools that the agent gets during the call can be called, and those that it has lost cannot', async () => {
  const book = { ...lookUp, name: 'book' };
  const names = { 'look it up': 'look_up', 'book it': 'book' } as Record<string, string>;
  const call = await greeted({
    model: ({ heard, results }) => (results.length > 0 ? 'Done.' : { calls: [callOf(names[heard]!)] }),
    agent: { tools: [lookUp] },
    runTool: async ({ name }) => `${name} was run`,
  });
  call.conversation.useTools([book]);
  expect(call.session.changes.map(({ tools }) => tools?.map(({ name }) => name))).toEqual([['book', 'end_call']]);
  await call.hears('book it', 600, 3000);
  await call.hears('look it up', 600, 3000);
  expect(call.session.results.map(({ result }) => result)).toEqual([
    'book was run',
    'Error: There is no tool "look_up".',
  ]);
});
