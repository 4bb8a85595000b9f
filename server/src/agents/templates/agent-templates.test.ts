import { NewAgent } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { newSettings } from '../agent-settings.ts';
import { askedVariables } from '../asked-variables.ts';
import { agentTemplates } from './agent-templates.ts';

const usual = ['success', 'partial', 'failure'];
const variants = agentTemplates('openai/large').flatMap(({ template_id, variants: { builtin, model } }) => [
  { name: `${template_id}, builtin`, agent: builtin },
  { name: `${template_id}, model`, agent: model },
]);

it('there are six, with names of their own', () => {
  const templates = agentTemplates('openai/large');
  expect(templates).toHaveLength(6);
  expect(new Set(templates.map(({ template_id }) => template_id)).size).toBe(6);
  expect(new Set(templates.map(({ name }) => name)).size).toBe(6);
});

describe.each(variants)('$name', ({ agent }) => {
  it('is an agent that can be made as it is', () => {
    expect(NewAgent.parse(agent)).toEqual(agent);
    expect(newSettings(agent).name).toBe(agent.name);
  });

  it('has a default for every variable that it asks for, and asks for each', () => {
    const asked = askedVariables(agent);
    expect(asked.filter(({ source }) => source === 'missing')).toEqual([]);
    const names = asked.map(({ name }) => name);
    expect(Object.keys(agent.variables ?? {}).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('ends with outcomes that it knows, and names each', () => {
    const prompt = agent.prompt;
    const known = [...usual, ...(agent.outcomes ?? [])];
    const ends = [...prompt.matchAll(/^end: (\w+)$/gm)].map(([, outcome]) => outcome!);
    expect(ends.filter((outcome) => !known.includes(outcome))).toEqual([]);
    expect((agent.outcomes ?? []).filter((outcome) => !prompt.includes(outcome))).toEqual([]);
  });
});
