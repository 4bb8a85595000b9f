import {
  type AgentField,
  type AskedVariable,
  builtinVariables,
  type DraftSettings,
  type Variables,
} from '@parley/contract';
import { placeholders } from './template.ts';

/** The names that texts ask for, where they do, and where their values come from; texts may be half typed. */
export function askedVariables(settings: DraftSettings, given: Variables = {}): AskedVariable[] {
  const asked = new Map<string, AgentField[]>();
  for (const [field, text] of textsOf(settings)) {
    for (const name of placeholders(text)) asked.set(name, [...(asked.get(name) ?? []), field]);
  }
  const defaults = objectOf(settings.variables);
  const found = foundByTools(settings);
  return (
    [...asked]
      .map(([name, fields]) => ({ name, fields, source: sourceOf(name, defaults, given) }))
      // What a tool finds in the course of a call no call has to give, unless it is spoken.
      .filter(({ name, fields, source }) => source !== 'missing' || !found.has(name) || fields.some(isSpoken))
  );
}

function sourceOf(name: string, defaults: object, given: Variables): AskedVariable['source'] {
  if (Object.hasOwn(given, name)) return 'given';
  if (Object.hasOwn(defaults, name)) return 'default';
  return builtinVariables.some((known) => known === name) ? 'builtin' : 'missing';
}

const isSpoken = (field: AgentField) => field !== 'prompt';

function foundByTools({ tools }: DraftSettings): Set<string> {
  const list = Array.isArray(tools) ? tools : [];
  return new Set(list.flatMap((tool) => Object.keys(objectOf(objectOf(tool).variables))));
}

function textsOf(settings: DraftSettings): [AgentField, string][] {
  const texts: [AgentField, unknown][] = [
    ['prompt', settings.prompt],
    ['first_message', settings.first_message],
    ['disclosure', settings.disclosure],
    ['voicemail', objectOf(settings.voicemail).message],
  ];
  return texts.filter((entry): entry is [AgentField, string] => typeof entry[1] === 'string');
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
