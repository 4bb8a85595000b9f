type Schema = Record<string, unknown>;

/**
 * What is wrong with a tool call's arguments by the tool's JSON Schema, in a sentence for the model; null when nothing is.
 * Knows the keywords that tools are written with; others allow everything, as the standard wants it. A `pattern` is for the
 * model alone: a foreign regular expression may take exponential time, and this runs in a media thread.
 */
export function argumentsProblem(value: unknown, schema: Schema, name = 'arguments'): string | null {
  return (
    typeProblem(value, schema, name) ??
    choiceProblem(value, schema, name) ??
    textProblem(value, schema, name) ??
    numberProblem(value, schema, name) ??
    listProblem(value, schema, name) ??
    objectProblem(value, schema, name)
  );
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function typeProblem(value: unknown, { type }: Schema, name: string): string | null {
  if (type === undefined) return null;
  const allowed = [type].flat();
  const isAllowed = allowed.some((one) => one === typeOf(value) || (one === 'integer' && Number.isInteger(value)));
  return isAllowed ? null : `${name} must be of type ${allowed.join(' or ')}`;
}

function choiceProblem(value: unknown, schema: Schema, name: string): string | null {
  const choices = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : null;
  if (!choices || choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value))) return null;
  return `${name} must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
}

function textProblem(value: unknown, { minLength, maxLength }: Schema, name: string): string | null {
  if (typeof value !== 'string') return null;
  if (typeof minLength === 'number' && value.length < minLength) return `${name} is too short`;
  return typeof maxLength === 'number' && value.length > maxLength ? `${name} is too long` : null;
}

function numberProblem(value: unknown, { minimum, maximum }: Schema, name: string): string | null {
  if (typeof value !== 'number') return null;
  if (typeof minimum === 'number' && value < minimum) return `${name} must be at least ${minimum}`;
  return typeof maximum === 'number' && value > maximum ? `${name} must be at most ${maximum}` : null;
}

function listProblem(value: unknown, { items }: Schema, name: string): string | null {
  if (!Array.isArray(value) || !isObject(items)) return null;
  return firstOf(value.map((item, index) => argumentsProblem(item, items, `${name}[${index}]`)));
}

function objectProblem(value: unknown, schema: Schema, name: string): string | null {
  if (!isObject(value)) return null;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return `"${missing}" is missing`;
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
  if (schema.additionalProperties === false && unknown !== undefined) return `${name} has no "${unknown}"`;
  return firstOf(
    Object.entries(properties).map(([key, property]) =>
      Object.hasOwn(value, key) && isObject(property) ? argumentsProblem(value[key], property, `"${key}"`) : null,
    ),
  );
}

const firstOf = (problems: (string | null)[]): string | null => problems.find((problem) => problem !== null) ?? null;
