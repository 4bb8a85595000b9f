import { type AgentField, builtinVariables, type DraftSettings } from '@parley/contract';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const texts: readonly AgentField[] = ['prompt', 'first_message', 'disclosure'];

/** The variables that the texts ask for, beside those that every call knows by itself, in the order of the texts. */
export function askedNames(settings: DraftSettings): string[] {
  const voicemail = settings.voicemail as { message?: unknown } | undefined;
  const asked = [...texts.map((field) => settings[field]), voicemail?.message]
    .filter((text) => typeof text === 'string')
    .flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!.trim()));
  const known: readonly string[] = builtinVariables;
  return [...new Set(asked)].filter((name) => !known.includes(name));
}

/** The agent's own values of variables, as typed. */
export function defaultsOf(settings: DraftSettings): Record<string, string | number | boolean | null> {
  const { variables } = settings;
  return typeof variables === 'object' && variables !== null && !Array.isArray(variables)
    ? (variables as Record<string, string | number | boolean | null>)
    : {};
}
