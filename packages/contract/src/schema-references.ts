import type { SchemaFault } from './json-schema.ts';

type Schema = Record<string, unknown>;
type Path = (string | number)[];

/** What may stand beside a reference: it says more of the place, and asks for nothing more. */
const annotations = ['title', 'description', 'default', 'examples'];
const definitions = ['$defs', 'definitions'];
/** Schemas by name, one schema, and a list of schemas. */
const mapKeywords = ['properties', 'patternProperties'];
const schemaKeywords = ['items', 'additionalProperties'];
const listKeywords = ['anyOf', 'oneOf', 'allOf'];

class ReferenceFault extends Error {
  readonly fault: SchemaFault;

  constructor(path: Path, message: string) {
    super(message);
    this.fault = { path, message };
  }
}

/**
 * A JSON Schema in which each local reference (`#/$defs/address`) is replaced by what it leads to, so that its reader
 * follows none; or the fault that keeps it from being one. It ends: a reference to itself is a fault, and so
 * are more than `mostNodes` schemas, which a few references can become.
 */
export function withoutReferences(schema: Schema, mostNodes: number): { schema: Schema } | { fault: SchemaFault } {
  try {
    return { schema: new Expansion(schema, mostNodes).expand(schema, [], []) };
  } catch (error) {
    if (error instanceof ReferenceFault) return { fault: error.fault };
    throw error;
  }
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Expansion {
  readonly #root: Schema;
  #nodesLeft: number;

  constructor(root: Schema, mostNodes: number) {
    this.#root = root;
    this.#nodesLeft = mostNodes;
  }

  /** `path`: where it is written. `open`: the references that lead here. */
  expand(schema: Schema, path: Path, open: readonly string[]): Schema {
    this.#nodesLeft -= 1;
    if (this.#nodesLeft < 0) throw new ReferenceFault([], 'becomes too large with what its references lead to');
    if ('$ref' in schema) return this.#follow(schema, path, open);
    const kept = Object.entries(schema).filter(([keyword]) => !definitions.includes(keyword));
    return Object.fromEntries(
      kept.map(([keyword, value]) => [keyword, this.#expandKeyword(keyword, value, [...path, keyword], open)]),
    );
  }

  #expandKeyword(keyword: string, value: unknown, path: Path, open: readonly string[]): unknown {
    const expanded = (one: unknown, key: string | number) =>
      isObject(one) ? this.expand(one, [...path, key], open) : one;
    if (mapKeywords.includes(keyword) && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, expanded(one, name)]));
    if (listKeywords.includes(keyword) && Array.isArray(value)) return value.map(expanded);
    return schemaKeywords.includes(keyword) && isObject(value) ? this.expand(value, path, open) : value;
  }

  #follow({ $ref: reference, ...beside }: Schema, path: Path, open: readonly string[]): Schema {
    const at = [...path, '$ref'];
    if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference))
      throw new ReferenceFault(at, 'must lead to a place in this schema, such as #/$defs/address');
    const steps = stepsOf(reference);
    const target = this.#targetOf(steps);
    if (!isObject(target)) throw new ReferenceFault(at, `leads to no schema: there is no ${reference}`);
    if (target === this.#root || open.includes(reference))
      throw new ReferenceFault(at, 'leads back to itself: a schema that holds itself has no end');
    const other = Object.keys(beside).find((keyword) => !annotations.includes(keyword));
    if (other !== undefined)
      throw new ReferenceFault([...path, other], `cannot stand beside $ref: only ${annotations.join(', ')} can`);
    return { ...this.expand(target, steps, [...open, reference]), ...beside };
  }

  #targetOf(steps: Path): unknown {
    return steps.reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Schema)[step] : undefined,
      this.#root,
    );
  }
}

/** RFC 6901, section 6: a JSON Pointer as a fragment. */
function stepsOf(reference: string): Path {
  const names = reference.split('/').slice(1).map(decoded);
  return names.map((name) => (/^\d+$/.test(name) ? Number(name) : name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
