/** An argument of a tool as a field that is filled in. */
export interface ArgumentField {
  name: string;
  /** `json` for whatever else a schema says. */
  kind: 'text' | 'number' | 'boolean' | 'choice' | 'json';
  /** As they are written; the arguments have them as the schema does. */
  options: { written: string; value: unknown }[];
  required: boolean;
  description: string;
}

/** As typed; a field that was left alone is not there. */
export type TypedArguments = Readonly<Record<string, string>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function argumentFields(schema: unknown): ArgumentField[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, property]) => {
    const { type, enum: options, description } = isObject(property) ? property : {};
    return {
      name,
      kind: Array.isArray(options) ? 'choice' : kindOf(type),
      options: Array.isArray(options) ? options.map((value) => ({ written: written(value), value })) : [],
      required: required.includes(name),
      description: typeof description === 'string' ? description : '',
    };
  });
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function kindOf(type: unknown): ArgumentField['kind'] {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'boolean' : 'json';
}

/** What the agent would give, and by name what cannot be read. What is left empty is left out. */
export function argumentsOf(fields: readonly ArgumentField[], typed: TypedArguments) {
  const given: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = typed[field.name] ?? '';
    if (text === '') {
      if (field.required) problems[field.name] = 'Fill this in.';
      continue;
    }
    const value = readValue(field, text);
    if (value === undefined) problems[field.name] = field.kind === 'number' ? 'Is no number.' : 'Is no JSON.';
    else given[field.name] = value;
  }
  return { given, problems };
}

/** Undefined for what cannot be read. */
function readValue({ kind, options }: ArgumentField, text: string): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true';
    case 'choice':
      return options.find((option) => option.written === text)?.value;
    case 'json':
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
  }
}
