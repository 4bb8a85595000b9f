import { linearPattern } from '@parley/providers/patterns';

type Schema = Record<string, unknown>;
type Path = (string | number)[];

/** A pattern that no answer of a model is compared with. */
export interface PatternFault {
  /** From the schema. */
  path: Path;
  message: string;
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first pattern of an extraction's schema that could take more time than its text is long, or is none; null: all are fine. */
export function patternFaultIn(schema: Schema, path: Path = []): PatternFault | null {
  const own = typeof schema.pattern === 'string' ? faultOf(schema.pattern) : null;
  if (own !== null) return { path: [...path, 'pattern'], message: own };
  for (const [inner, at] of schemasIn(schema)) {
    const fault = patternFaultIn(inner, [...path, ...at]);
    if (fault) return fault;
  }
  return null;
}

/** Those right in a schema, with where they are. */
function schemasIn(schema: Schema): [Schema, Path][] {
  const named = ['properties', '$defs', 'definitions'].flatMap((keyword) =>
    Object.entries(isObject(schema[keyword]) ? schema[keyword] : {}).map(([name, one]) => [one, [keyword, name]]),
  );
  const single = ['items', 'additionalProperties'].map((keyword) => [schema[keyword], [keyword]]);
  const choices = (Array.isArray(schema.anyOf) ? schema.anyOf : []).map((one, index) => [one, ['anyOf', index]]);
  return ([...named, ...single, ...choices] as [unknown, Path][]).filter((entry): entry is [Schema, Path] =>
    isObject(entry[0]),
  );
}

function faultOf(pattern: string): string | null {
  try {
    linearPattern(pattern);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
