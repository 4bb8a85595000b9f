import { z } from 'zod';
import type { JsonSchema } from './document-types.ts';

/** Turns zod schemas into JSON Schema; those with an id become components, once each. */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>();

  /**
   * A reference to the component, or the schema itself where it has no id. Taken from the input side, on which objects
   * of requests are closed and those of responses are open: a response may gain a field without breaking a client.
   */
  add(schema: z.ZodType): JsonSchema {
    const { $schema: _, $defs: definitions = {}, ...root } = z.toJSONSchema(schema, { io: 'input' });
    for (const [id, definition] of Object.entries(definitions)) {
      this.#schemas.set(id, readable(definition as JsonSchema));
    }
    return readable(root as JsonSchema);
  }

  /** The properties of an object in a query string: as numbers, which is what a client means, not as the text it sends. */
  addQuery(query: z.ZodType): Record<string, JsonSchema> {
    const { $defs: definitions = {}, ...root } = z.toJSONSchema(query, { io: 'output' });
    const own = root.$ref?.replace('#/$defs/', '');
    for (const [id, definition] of Object.entries(definitions)) {
      if (id !== own && !this.#schemas.has(id)) this.#schemas.set(id, readable(definition as JsonSchema));
    }
    return readable((own === undefined ? root : (definitions[own] ?? {})) as JsonSchema).properties ?? {};
  }

  /** By name. */
  get all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Without what zod says for its own sake, and with references into the components. */
function readable(schema: JsonSchema): JsonSchema {
  const tidy: JsonSchema = { ...schema };
  if (tidy.$ref !== undefined) tidy.$ref = tidy.$ref.replace('#/$defs/', '#/components/schemas/');
  // The bounds that zod gives to every integer say nothing about the interface.
  if (tidy.type === 'integer' && tidy.minimum === Number.MIN_SAFE_INTEGER) delete tidy.minimum;
  if (tidy.type === 'integer' && tidy.maximum === Number.MAX_SAFE_INTEGER) delete tidy.maximum;
  if (tidy.propertyNames?.pattern === undefined) delete tidy.propertyNames;
  if (tidy.items !== undefined) tidy.items = readable(tidy.items);
  if (typeof tidy.additionalProperties === 'object') tidy.additionalProperties = readable(tidy.additionalProperties);
  if (tidy.properties !== undefined) {
    tidy.properties = Object.fromEntries(
      Object.entries(tidy.properties).map(([name, property]) => [name, readable(property)]),
    );
  }
  if (tidy.anyOf !== undefined) tidy.anyOf = tidy.anyOf.map(readable);
  if (tidy.oneOf !== undefined) tidy.oneOf = tidy.oneOf.map(readable);
  return withPlainTypes(tidy);
}

/**
 * `anyOf [X, null]` is the type `[X, null]` wherever X is not a reference, and so it is with more of them: each limit is
 * about one type, and says nothing of the others.
 */
function withPlainTypes(schema: JsonSchema): JsonSchema {
  const { anyOf, ...annotations } = schema;
  if (anyOf === undefined || anyOf.some(({ type }) => typeof type !== 'string')) return schema;
  const { description, ...limits }: JsonSchema = Object.assign({}, ...anyOf);
  // A list of values is about every type: only null can be added to it.
  if (limits.enum !== undefined && (anyOf.length !== 2 || anyOf[1]?.type !== 'null')) return schema;
  return {
    ...limits,
    type: anyOf.map(({ type }) => type as string),
    ...(limits.enum === undefined ? {} : { enum: [...limits.enum, null] }),
    ...(description === undefined ? {} : { description }),
    ...annotations,
  };
}
