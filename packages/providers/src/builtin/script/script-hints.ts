import { fillVariables } from './fill-variables.ts';
import { parseScript } from './parse-script.ts';
import { WILDCARD } from './script.ts';

/** The phrases that a script listens for, variables filled in: hints for a recognizer. None for prose. */
export function scriptHints(promptTemplate: string, variables: Record<string, string>): string[] {
  const parsed = parseScript(promptTemplate);
  if (!parsed) return [];
  const { sections, anytime, choices } = parsed.script;
  const branches = [...sections.flatMap((section) => section.branches), ...anytime];
  const phrases = branches.flatMap(({ alternatives }) => alternatives).filter((phrase) => phrase !== WILDCARD);
  const entries = choices.map((choice) => `for ${choice} press one`);
  return [...new Set([...phrases, ...entries].map((phrase) => fillVariables(phrase, variables)))];
}
