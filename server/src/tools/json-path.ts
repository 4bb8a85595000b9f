import type { Variables } from '@parley/contract';

const LONGEST_VALUE = 2000;
const STEP = /\.([A-Za-z_][A-Za-z0-9_-]*)|\[([0-9]+)\]|\["([^"\\]+)"\]/g;

/** What a path such as `$.items[0].name` leads to (RFC 9535, a singular query); undefined where there is nothing. */
function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const [, name, index, quoted] of path.matchAll(STEP)) {
    const key = name ?? quoted ?? index!;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    if (index !== undefined && !Array.isArray(value)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Variables by name, out of a JSON document; what is not there is left out, and an object is its JSON. */
export function variablesIn(document: unknown, paths: Readonly<Record<string, string>>): Variables {
  const found: [string, Variables[string]][] = [];
  for (const [name, path] of Object.entries(paths)) {
    const value = valueAt(document, path);
    if (value === undefined) continue;
    found.push([name, asVariable(value)]);
  }
  return Object.fromEntries(found);
}

/** A variable is what a request may give for one. */
function asVariable(value: unknown): Variables[string] {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll('\0', '').slice(0, LONGEST_VALUE).toWellFormed();
}
