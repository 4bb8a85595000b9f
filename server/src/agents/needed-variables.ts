import { type AgentSettings, builtinVariables, type Variables } from '@parley/contract';
import { RequestError } from '../kernel/request-error.ts';
import { placeholders } from './template.ts';

type Asking = Pick<
  AgentSettings,
  'prompt' | 'first_message' | 'disclosure' | 'voicemail' | 'tools' | 'variables' | 'variables_webhook'
>;

const namesIn = (texts: readonly (string | null)[]) => texts.filter((text) => text !== null).flatMap(placeholders);

/** What is spoken word for word. */
const spokenTexts = ({ first_message: first, disclosure, voicemail, tools }: Asking) => [
  ...[first, disclosure, voicemail.message],
  ...tools.flatMap((tool) => (tool.type === 'transfer_call' ? [tool.message, tool.briefing] : [])),
];

/** What is read by the model, or sent by tools. */
const otherTexts = ({ prompt, tools }: Asking) => [
  prompt,
  ...tools.flatMap((tool) => (tool.type === 'http' ? [tool.url, ...tool.headers.map(({ value }) => value)] : [])),
];

/** Those that tools find in the course of a call. */
const foundByTools = ({ tools }: Asking) =>
  new Set(tools.flatMap((tool) => (tool.type === 'http' ? Object.keys(tool.variables) : [])));

const isArgument = (name: string) => name.startsWith('args.');

/** The names that texts of the agent ask for, but for those that Parley gives. */
export function askedVariables(agent: Asking): string[] {
  const asked = new Set(namesIn([...spokenTexts(agent), ...otherTexts(agent)]));
  for (const name of builtinVariables) asked.delete(name);
  return [...asked].filter((name) => !isArgument(name));
}

/**
 * The names that a call has to give: texts of the agent ask for them, and nothing else gives them a value. What a tool
 * finds is known later than the agent's first words.
 */
export function neededVariables(agent: Asking): string[] {
  const spoken = new Set(namesIn(spokenTexts(agent)));
  const found = foundByTools(agent);
  return askedVariables(agent).filter(
    (name) => !Object.hasOwn(agent.variables, name) && (spoken.has(name) || !found.has(name)),
  );
}

/** The same of a call that comes in, for which the account may be asked. */
export const neededInbound = (agent: Asking): string[] =>
  agent.variables_webhook === null ? neededVariables(agent) : [];

/** A placeholder is never spoken: a name without a value is an error before a number is dialled. */
export function refuseMissing(needed: readonly string[], given: Variables, param: string): void {
  const missing = needed.find((name) => !Object.hasOwn(given, name));
  if (missing === undefined) return;
  throw new RequestError(
    'unprocessable',
    `The agent's texts ask for {{${missing}}}, and neither the request nor the agent's own variables give it a value.`,
    { param: `${param}.${missing}` },
  );
}
