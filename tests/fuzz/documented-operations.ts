import { type JsonSchema, type Operation, openApiDocument, type Parameter } from '@parley/contract';

const document = openApiDocument();

/** One endpoint of the OpenAPI document. */
export interface DocumentedOperation {
  name: string;
  method: string;
  path: string;
  query: Parameter[];
  body: { schema: JsonSchema; required: boolean } | null;
  /** The types of files that it takes in the place of JSON. */
  files: string[];
}

export const operations: DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]: [string, Operation]) => ({
    name: operation.operationId,
    method: method.toUpperCase(),
    path,
    query: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    body: operation.requestBody?.content['application/json']
      ? {
          schema: resolved(operation.requestBody.content['application/json'].schema),
          required: operation.requestBody.required,
        }
      : null,
    files: Object.keys(operation.requestBody?.content ?? {}).filter((type) => type !== 'application/json'),
  })),
);

/** The schema itself, where it is a reference to a component. */
export function resolved(schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  return document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]!;
}

/** The endpoint that a request line leads to; a path that is written out counts before one with a parameter. */
export function operationAt(method: string, target: string): DocumentedOperation | undefined {
  const segments = target.split('?')[0]!.split('/').map(decoded);
  const matches = operations.filter((operation) => {
    const pattern = `/v1${operation.path}`.split('/');
    return (
      operation.method === method &&
      pattern.length === segments.length &&
      pattern.every((part, index) => part === segments[index] || (part.startsWith('{') && segments[index] !== ''))
    );
  });
  return matches.find(({ path }) => !path.includes('{')) ?? matches[0];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
