import { parametersFault } from '@parley/contract';

/** What a person typed as JSON Schema: a schema, or what is wrong with it and where. */
export type SchemaText = { schema: Record<string, unknown> } | { problem: string };

export function readSchema(text: string): SchemaText {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    return { problem: `This is not valid JSON: ${syntaxProblem(text, (error as Error).message)}` };
  }
  const fault = parametersFault(schema);
  if (fault === null) return { schema: schema as Record<string, unknown> };
  const place = fault.path.length === 0 ? 'The schema' : fault.path.join(' → ');
  const line = lineOf(text, fault.path);
  return { problem: `${line === null ? '' : `Line ${line}: `}${place} ${fault.message}.` };
}

/** Browsers tell the place as an offset, as line and column, or not at all. */
function syntaxProblem(text: string, message: string): string {
  const offset = /position (\d+)/.exec(message)?.[1];
  if (offset === undefined) return message;
  const before = text.slice(0, Number(offset)).split('\n');
  const words = message.replace(/ (?:in JSON )?at position.*$/, '').replace(/, ".*$/s, '');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}: ${words}.`;
}

/** The line of what a path leads to, or of the innermost part of it that is there; null for the whole. */
export function lineOf(text: string, path: readonly (string | number)[]): number | null {
  const offsets = offsetsIn(text);
  for (let length = path.length; length > 0; length -= 1) {
    const offset = offsets.get(JSON.stringify(path.slice(0, length)));
    if (offset !== undefined) return text.slice(0, offset).split('\n').length;
  }
  return null;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** Where each member and entry of a JSON text begins, by its path as JSON. */
function offsetsIn(text: string): Map<string, number> {
  const offsets = new Map<string, number>();
  /** Of the containers that are open, the name or number of what is being read. */
  const path: (string | number)[] = [];
  let expectsName = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isInList = typeof path.at(-1) === 'number';
    if (token === '}' || token === ']') path.pop();
    else if (token === ',') {
      if (isInList) path[path.length - 1] = (path.at(-1) as number) + 1;
      else expectsName = true;
    } else if (token !== ':') {
      if (expectsName) path[path.length - 1] = JSON.parse(token) as string;
      if ((expectsName || isInList) && path.length > 0) offsets.set(JSON.stringify(path), index);
      expectsName = token === '{';
      if (token === '{') path.push('');
      else if (token === '[') path.push(0);
    }
    if (token === '}') expectsName = false;
  }
  return offsets;
}
