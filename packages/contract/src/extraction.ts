import { z } from 'zod';

/** A schema is sent with every call's transcript, and compiled: so much JSON is plenty for what a call can tell. */
const MOST_BYTES = 16 * 1024;
const MOST_LEVELS = 10;

const Type = z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const Scalar = z.union(
  [z.string(), z.number(), z.boolean(), z.null()],
  'must be a string, a number, true, false or null',
);
const count = z.int().min(0).max(1_000_000);
const propertyName = z.string().regex(/^(?!__proto__$)[\s\S]{1,100}$/, 'has 1 to 100 characters');

/**
 * What of JSON Schema (2020-12) a schema may hold. Without references, so that it ends; and without patterns, which are
 * programs that can run for ever.
 */
const Node: z.ZodType<Record<string, unknown>> = z.lazy(() =>
  z.strictObject({
    $schema: z.string().optional(),
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
  if (levelsOf(schema) > MOST_JSON_LEVELS) return { path: [], message: `must have at most ${MOST_LEVELS} levels` };
  if (sizeOf(schema) > MOST_BYTES) return { path: [], message: 'must have at most 16 KiB as JSON' };
  if (schema.type !== 'object') return { path: ['type'], message: 'must be object: what is extracted is an object' };
  const issue = Node.safeParse(schema).error?.issues[0];
  if (!issue) return null;
  if (issue.code === 'unrecognized_keys') {
    const message = 'is not supported here: an extraction has no references, patterns and conditions';
    return { path: [...issue.path, issue.keys[0]!], message };
  }
  return { path: issue.path, message: `is no JSON Schema: ${issue.message}` };
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
      'A JSON Schema of the type object, without `$ref` and `pattern`, of at most 16 KiB and 10 levels. Its descriptions tell the model what to look for',
    examples: [
      {
        type: 'object',
        properties: { day: { type: 'string', description: 'The day of the appointment' } },
        required: ['day'],
      },
    ],
  });
export type ExtractionSchema = z.infer<typeof ExtractionSchema>;
