const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The model can do something about it, or must know. */
export class ToolFault extends Error {
  override readonly name = 'ToolFault';
}

type Values = Readonly<Record<string, string>>;

/** The value of a placeholder. @throws ToolFault */
function variableNamed(name: string, variables: Values): string {
  const value = variables[name];
  if (value !== undefined) return value;
  throw new ToolFault(`{{${name}}} is not known yet.`);
}

export function fillText(text: string, variables: Values): string {
  return text.replace(PLACEHOLDER, (_, name: string) => variableNamed(name.trim(), variables));
}

/** The address of a request, and the arguments that are not part of it. @throws ToolFault */
export function fillUrl(
  template: string,
  variables: Values,
  args: Readonly<Record<string, unknown>>,
): { url: URL; rest: Record<string, unknown> } {
  const rest = { ...args };
  const filled = template.replace(PLACEHOLDER, (_, placeholder: string) => {
    const name = placeholder.trim();
    const argument = /^args\.(.+)$/.exec(name)?.[1];
    if (argument === undefined) return inUrl(variableNamed(name, variables));
    delete rest[argument];
    if (!Object.hasOwn(args, argument) || args[argument] === null) throw new ToolFault(`"${argument}" is missing.`);
    return inUrl(asText(args[argument]));
  });
  return { url: new URL(filled), rest };
}

/** Of a value nothing is syntax. These two would be, however they are written (WHATWG URL, double-dot path segment). */
function inUrl(value: string): string {
  if (value === '.' || value === '..') throw new ToolFault(`"${value}" cannot be part of an address.`);
  return encodeURIComponent(value.toWellFormed());
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
