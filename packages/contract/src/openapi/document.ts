import { endReasons } from '../end-reason.ts';
import { routes } from '../routes.ts';
import type { JsonSchema, OpenApiDocument, PathItem } from './document-types.ts';
import type { RouteName } from './documentation/index.ts';
import { tags } from './documentation/route-documentation.ts';
import { answeredByMeanings, errorMeanings, eventMeanings, phaseMeanings, statusMeanings } from './meanings.ts';
import { operationOf, SECURITY_SCHEME } from './operation.ts';
import { commonResponses, headers } from './responses.ts';
import { SchemaComponents } from './schema-components.ts';
import { webhookOperations } from './webhook-operations.ts';

const description = `Voice agents that place and receive telephone calls.

Requests and responses are JSON with snake_case keys. Times are integer Unix seconds, durations integer seconds. A field that is not known yet is null, never absent. Fields and query parameters that are not known are refused, so that a typing error never places a call with a default. Responses may gain fields: ignore those that you do not know.

The full reference, with a guide, is served at /docs.`;

/** The interface as an OpenAPI 3.1 document. `serverUrl` is the base address with its version segment. */
export function openApiDocument(options: { serverUrl?: string } = {}): OpenApiDocument {
  const components = new SchemaComponents();
  const paths = pathsOf(components);
  const webhooks = webhookOperations(components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version: '1.0.0',
      summary: 'Voice agents that make and take phone calls',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.serverUrl ?? 'http://127.0.0.1:3000/v1', description: 'This installation' }],
    security: [{ [SECURITY_SCHEME]: [] }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        [SECURITY_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key. The roles of an operation are the permissions that the key must have.',
        },
      },
      headers,
      responses: commonResponses(components),
      schemas: withMeanings(components.all),
    },
  };
}

function pathsOf(components: SchemaComponents): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const name of Object.keys(routes) as RouteName[]) {
    const { method, path } = routes[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, components) };
  }
  return paths;
}

const texts = (meanings: Record<string, { meaning: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(meanings).map(([value, { meaning }]) => [value, meaning]));

const enumDescriptions: Record<string, Record<string, string>> = {
  AnsweredBy: answeredByMeanings,
  CallPhase: texts(phaseMeanings),
  CallStatus: statusMeanings,
  EndReason: Object.fromEntries(Object.entries(endReasons).map(([value, { explanation }]) => [value, explanation])),
  ErrorCode: texts(errorMeanings),
  WebhookEventType: eventMeanings,
};

function withMeanings(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const explained = Object.entries(enumDescriptions).map(([name, meanings]) => [
    name,
    { ...schemas[name], 'x-enumDescriptions': meanings },
  ]);
  return { ...schemas, ...Object.fromEntries(explained) };
}
