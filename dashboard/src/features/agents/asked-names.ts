import { type AgentField, builtinVariables, type DraftSettings } from '@parley/contract';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const spokenFields: readonly AgentField[] = ['first_message', 'disclosure'];

/**
 * The variables that the texts ask for, and the addresses and headers of tools, beside those that every call knows by
 * itself, in the order of the texts.
 */
export function askedNames(settings: DraftSettings): string[] {
  return [...new Set([...namesIn([settings.prompt]), ...spokenNames(settings), ...sentNames(settings)])];
}

/** Those of them that every call has to give: nothing else gives them a value before they are used. */
export function neededNames(settings: DraftSettings): string[] {
  const defaults = defaultsOf(settings);
  const spoken = new Set(spokenNames(settings));
  const found = new Set(toolsOf(settings).flatMap(({ variables }) => Object.keys(objectOf(variables))));
  return askedNames(settings).filter(
    (name) => !Object.hasOwn(defaults, name) && (spoken.has(name) || !found.has(name)),
  );
}

/** The agent's own values of variables, as typed. */
export function defaultsOf(settings: DraftSettings): Record<string, string | number | boolean | null> {
  return objectOf(settings.variables) as Record<string, string | number | boolean | null>;
}

/** Of what is said word for word. */
function spokenNames(settings: DraftSettings): string[] {
  const transfers = toolsOf(settings).filter(({ type }) => type === 'transfer_call');
  return namesIn([
    ...spokenFields.map((field) => settings[field]),
    objectOf(settings.voicemail).message,
    ...transfers.map(({ message }) => message),
  ]);
}

/** Of what tools send. */
function sentNames(settings: DraftSettings): string[] {
  const requests = toolsOf(settings).filter(({ type }) => type === 'http');
  return namesIn(
    requests.flatMap(({ url, headers }) => [url, ...listOf(headers).map((header) => objectOf(header).value)]),
  ).filter((name) => !name.startsWith('args.'));
}

function namesIn(texts: readonly unknown[]): string[] {
  const known: readonly string[] = builtinVariables;
  return texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!.trim()))
    .filter((name) => !known.includes(name));
}

const toolsOf = ({ tools }: DraftSettings) => listOf(tools).map(objectOf);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
