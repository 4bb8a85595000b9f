import { type AgentSettings, builtinVariables, type Variables } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';
import { placeholders } from './template.ts';

/** The names that texts of the agent ask for, but for those that Parley gives. */
export function askedVariables(agent: AgentSettings): string[] {
  const texts = [agent.prompt, agent.first_message, agent.disclosure, agent.voicemail.message];
  const asked = new Set(texts.filter((text) => text !== null).flatMap(placeholders));
  for (const name of builtinVariables) asked.delete(name);
  return [...asked];
}

/** The names that a call has to give: texts of the agent ask for them, and nothing else gives them a value. */
export function neededVariables(agent: AgentSettings): string[] {
  return askedVariables(agent).filter((name) => !Object.hasOwn(agent.variables, name));
}

/** Nobody ever hears a placeholder: a name without a value is an error before anybody is dialled. */
export function refuseMissing(needed: readonly string[], given: Variables, param: string): void {
  const missing = needed.find((name) => !Object.hasOwn(given, name));
  if (missing === undefined) return;
  throw new RequestError(
    'unprocessable',
    `The agent's texts ask for {{${missing}}}, and neither the request nor the agent's own variables give it a value.`,
    { param: `${param}.${missing}` },
  );
}
