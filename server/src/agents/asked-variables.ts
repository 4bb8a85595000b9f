import {
  type AgentField,
  type AskedVariable,
  builtinVariables,
  type DraftSettings,
  type Variables,
} from '@parley/contract';
import { placeholders } from './template.ts';

interface AskingText {
  field: AgentField;
  /** Half typed, it may be no text. */
  text: unknown;
  /** Word for word: it cannot wait for what a tool may find. */
  isSpoken: boolean;
}

/** The names that texts and tools ask for, where they do, and where their values come from; they may be half typed. */
export function askedVariables(settings: DraftSettings, given: Variables = {}): AskedVariable[] {
  const asked = new Map<string, { fields: Set<AgentField>; isSpoken: boolean }>();
  for (const { field, text, isSpoken } of [...textsOf(settings), ...textsOfTools(settings)]) {
    for (const name of typeof text === 'string' ? placeholders(text) : []) {
      const before = asked.get(name);
      asked.set(name, {
        fields: new Set([...(before?.fields ?? []), field]),
        isSpoken: isSpoken || before?.isSpoken === true,
      });
    }
  }
  const defaults = objectOf(settings.variables);
  const found = new Set(toolsOf(settings).flatMap(({ variables }) => Object.keys(objectOf(variables))));
  return (
    [...asked]
      .map(([name, { fields, isSpoken }]) => ({
        isSpoken,
        asking: { name, fields: [...fields], source: sourceOf(name, defaults, given) },
      }))
      // What a tool finds in the course of a call no call has to give, unless it is spoken.
      .filter(({ isSpoken, asking }) => asking.source !== 'missing' || !found.has(asking.name) || isSpoken)
      .map(({ asking }) => asking)
  );
}

function sourceOf(name: string, defaults: object, given: Variables): AskedVariable['source'] {
  if (Object.hasOwn(given, name)) return 'given';
  if (Object.hasOwn(defaults, name)) return 'default';
  return builtinVariables.some((known) => known === name) ? 'builtin' : 'missing';
}

function textsOf({ prompt, first_message: first, disclosure, voicemail }: DraftSettings): AskingText[] {
  return [
    { field: 'prompt', text: prompt, isSpoken: false },
    { field: 'first_message', text: first, isSpoken: true },
    { field: 'disclosure', text: disclosure, isSpoken: true },
    { field: 'voicemail', text: objectOf(voicemail).message, isSpoken: true },
  ];
}

function textsOfTools(settings: DraftSettings): AskingText[] {
  const field = 'tools';
  return toolsOf(settings).flatMap(({ type, message, briefing, url, headers }): AskingText[] => {
    if (type === 'transfer_call') return [message, briefing].map((text) => ({ field, text, isSpoken: true }));
    if (type !== 'http') return [];
    const values = listOf(headers).map((header) => objectOf(header).value);
    // An argument is no variable.
    const address = typeof url === 'string' ? url.replace(/\{\{\s*args\.[^{}]*\}\}/g, '') : url;
    return [address, ...values].map((text) => ({ field, text, isSpoken: false }));
  });
}

const toolsOf = ({ tools }: DraftSettings) => listOf(tools).map(objectOf);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
