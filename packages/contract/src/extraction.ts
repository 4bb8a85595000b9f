import { z } from 'zod';
import { withoutReferences } from './schema-references.ts';

/** A schema is sent with every call's transcript, and compiled: so much JSON is plenty for what a call can tell. */
const MOST_BYTES = 16 * 1024;
const MOST_LEVELS = 10;
/** Schemas in it, each of two bytes at least. */
const MOST_NODES = MOST_BYTES / 2;
const LONGEST_PATTERN = 500;

const Type = z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const Scalar = z.union(
  [z.string(), z.number(), z.boolean(), z.null()],
  'must be a string, a number, true, false or null',
);
const count = z.int().min(0).max(1_000_000);
const propertyName = z.string().regex(/^(?!__proto__$)[\s\S]{1,100}$/, 'has 1 to 100 characters');

/**
 * What of JSON Schema (2020-12) a schema may hold. Its references lead to places of its own, and have an end. Whether a
 * pattern is one that takes no more time than its text is long is for the service to say.
 */
const Node: z.ZodType<Record<string, unknown>> = z.lazy(() =>
  z.strictObject({
    $schema: z.string().optional(),
    $ref: z.string().optional(),
    $defs: z.record(propertyName, Node).optional(),
    definitions: z.record(propertyName, Node).optional(),
    type: z.union([Type, z.array(Type).min(1).max(7)]).optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    default: z.unknown().optional(),
    examples: z.array(z.unknown()).optional(),
    enum: z.array(Scalar).min(1).optional(),
    const: Scalar.optional(),
    properties: z.record(propertyName, Node).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Node]).optional(),
    minProperties: count.optional(),
    maxProperties: count.optional(),
    items: Node.optional(),
    minItems: count.optional(),
    maxItems: count.optional(),
    minLength: count.optional(),
    maxLength: count.optional(),
    pattern: z.string().min(1).max(LONGEST_PATTERN).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
    multipleOf: z.number().positive().optional(),
    format: z
      .enum(['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'])
      .optional(),
    anyOf: z.array(Node).min(1).max(20).optional(),
  }),
);

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((deepest: number, inner) => Math.max(deepest, levelsOf(inner)), 0)
    : 0;

const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** A level of the schema is two of the JSON: `properties`, and the property. */
const MOST_JSON_LEVELS = 2 * MOST_LEVELS;

/** The fault of a schema and where it is; null where there is none. */
function faultOf(schema: Record<string, unknown>): { path: PropertyKey[]; message: string } | null {
  const tooLarge = sizeFault(schema);
  if (tooLarge !== null) return { path: [], message: tooLarge };
  if (schema.type !== 'object') return { path: ['type'], message: 'must be object: what is extracted is an object' };
  const issue = Node.safeParse(schema).error?.issues[0];
  if (!issue) return referenceFault(schema);
  if (issue.code === 'unrecognized_keys') {
    const message = 'is not supported here: an extraction has no conditions, and no references to elsewhere';
    return { path: [...issue.path, issue.keys[0]!], message };
  }
  return { path: issue.path, message: `is no JSON Schema: ${issue.message}` };
}

function sizeFault(schema: Record<string, unknown>): string | null {
  if (levelsOf(schema) > MOST_JSON_LEVELS) return `must have at most ${MOST_LEVELS} levels`;
  return sizeOf(schema) > MOST_BYTES ? 'must have at most 16 KiB as JSON' : null;
}

function referenceFault(schema: Record<string, unknown>): { path: PropertyKey[]; message: string } | null {
  const expanded = withoutReferences(schema, MOST_NODES);
  if ('fault' in expanded) return expanded.fault;
  const tooLarge = sizeFault(expanded.schema);
  return tooLarge === null ? null : { path: [], message: `${tooLarge}, with what its references lead to` };
}

/** The schema of an extraction without its references, as a model is given it. @throws Error for one that is none */
export function extractionWithoutReferences(schema: ExtractionSchema): ExtractionSchema {
  const expanded = withoutReferences(schema, MOST_NODES);
  if ('fault' in expanded) throw new Error(`the schema of an extraction ${expanded.fault.message}`);
  return expanded.schema;
}

/** The JSON Schema of what is read out of each call when it is over: `analysis.data`. */
export const ExtractionSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, context) => {
    const fault = faultOf(schema);
    if (fault) context.addIssue({ code: 'custom', ...fault });
  })
  .meta({
    id: 'ExtractionSchema',
    description:
      'A JSON Schema of the type object, of at most 16 KiB and 10 levels with what its references lead to. A `$ref` leads to a place in the schema itself, such as `#/$defs/address`, and not back to itself; a `pattern` is a regular expression of RE2, without lookarounds and backreferences. Its descriptions tell the model what to look for',
    examples: [
      {
        type: 'object',
        properties: { day: { type: 'string', description: 'The day of the appointment' } },
        required: ['day'],
      },
    ],
  });
export type ExtractionSchema = z.infer<typeof ExtractionSchema>;
