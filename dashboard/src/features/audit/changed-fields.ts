export interface ChangedField {
  /** As a path: `turn_taking.end_ms`. */
  name: string;
  /** Undefined where there was nothing. */
  before: string | undefined;
  /** Undefined where nothing is left. */
  after: string | undefined;
}

/** What differs between two states, field by field; objects are looked into, lists are not. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [was, is] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name), after: is.get(name) }))
    .filter((field) => field.before !== field.after);
}

function* fieldsOf(value: unknown, path = ''): Generator<[string, string]> {
  if (value === null || value === undefined) {
    if (path !== '') yield [path, 'none'];
    return;
  }
  if (typeof value !== 'object' || Array.isArray(value)) {
    yield [path, typeof value === 'string' ? value : JSON.stringify(value)];
    return;
  }
  for (const [name, inner] of Object.entries(value)) yield* fieldsOf(inner, path === '' ? name : `${path}.${name}`);
}
