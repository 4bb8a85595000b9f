import type { JsonSchema, OpenApiDocument, Parameter } from '@parley/contract';

const HEADER = `// Written by write-resources.ts out of the contract; a test fails when it is stale.
// Types of its own, so that the published client needs nothing but itself.
`;

/** In the client an error is thrown, not returned; and no type may hide JavaScript's own Error. */
const leftOut = new Set(['Error']);

/** The document's components and query strings as TypeScript. */
export function resourceTypes(document: OpenApiDocument): string {
  const components = Object.entries(document.components.schemas)
    .filter(([name]) => !leftOut.has(name))
    .map(([name, schema]) => declaration(name, schema));
  const queries = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, parameters = [] }) => ({ operationId, query: parameters.filter(isInQuery) }))
    .filter(({ query }) => query.length > 0)
    .map(({ operationId, query }) => declaration(`${capitalized(operationId)}Query`, querySchema(query)));
  return `${[HEADER, ...components, ...queries].join('\n')}`;
}

const isInQuery = (parameter: Parameter) => parameter.in === 'query';

const capitalized = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}`;

function querySchema(parameters: Parameter[]): JsonSchema {
  const described = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return { type: 'object', properties: Object.fromEntries(described) };
}

function declaration(name: string, schema: JsonSchema): string {
  const type = typeOf(schema);
  const isInterface = schema.type === 'object' && schema.properties !== undefined;
  const body = isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
  return `${comment(schema)}${body}\n`;
}

function comment(schema: JsonSchema): string {
  const sentences = [schema.description, limits(schema)]
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => `${sentence.replace(/\.$/, '').replaceAll('*/', '*\\/')}.`);
  return sentences.length === 0 ? '' : `/** ${sentences.join(' ')} */\n`;
}

function limits({ minimum, maximum, minItems, maxItems, default: usual }: JsonSchema): string | undefined {
  const from = minimum ?? minItems;
  const to = maximum ?? maxItems;
  const parts = [];
  // The last second of the year 9999 is a limit that needs no mention.
  if (from !== undefined && to !== undefined && to < 253_402_300_799) parts.push(`From ${from} to ${to}`);
  if (usual !== undefined) parts.push(`Default ${JSON.stringify(usual)}`);
  return parts.length === 0 ? undefined : parts.join('. ');
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map(typeOf).join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => typeNamed(type, schema))
    .join(' | ');
}

const literal = (value: unknown) => JSON.stringify(value);

function typeNamed(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array': {
      const item = typeOf(schema.items ?? {});
      return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
    }
    case 'object':
      return objectType(schema);
    default:
      return type;
  }
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (properties === undefined) {
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
  }
  const members = Object.entries(properties).map(
    ([name, schema]) => `${comment(schema)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};\n`,
  );
  return `{\n${members.join('')}}`;
}
