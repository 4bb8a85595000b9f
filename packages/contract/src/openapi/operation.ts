import { z } from 'zod';
import { type Route, routes } from '../routes.ts';
import type { Operation, Parameter } from './document-types.ts';
import { examplePathParameters } from './documentation/examples/path-parameters.ts';
import { documentationOf, type RouteName } from './documentation/index.ts';
import type { RouteDocumentation } from './documentation/route-documentation.ts';
import { errorResponses, successResponses } from './responses.ts';
import type { SchemaComponents } from './schema-components.ts';

export const SECURITY_SCHEME = 'apiKey';

/** One endpoint of the contract as an OpenAPI operation; its schemas go into the components. */
export function operationOf(name: RouteName, components: SchemaComponents): Operation {
  const route: Route = routes[name];
  const documentation = documentationOf(name);
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route, documentation, components),
    ...headerParameters(documentation),
  ];
  const success = route.success.body && components.add(route.success.body);
  return {
    operationId: name,
    tags: [documentation.tag],
    summary: route.summary,
    description: documentation.description,
    security: [{ [SECURITY_SCHEME]: [route.permission] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route, documentation, components),
    responses: Object.fromEntries([
      ...successResponses(route, documentation, success),
      ...errorResponses(route, documentation, components),
    ]),
    'x-codeSamples': [{ lang: 'JavaScript', label: '@parley/client', source: documentation.client }],
  };
}

function pathParameters(route: Route): Parameter[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const known = examplePathParameters[name!];
    if (!known) throw new Error(`${route.path}: {${name}} has no description`);
    // Any text may be asked for: what is not an identifier is 404, not 400.
    return { name: name!, in: 'path', required: true, ...known, schema: { type: 'string' } };
  });
}

function queryParameters(route: Route, documentation: RouteDocumentation, components: SchemaComponents): Parameter[] {
  const examples = (documentation.query ?? {}) as Record<string, string>;
  return Object.entries(route.query ? components.addQuery(route.query) : {}).map(([name, property]) => {
    const { description = '', ...schema } = property;
    const given = examples[name];
    const example = given !== undefined && schema.type === 'integer' ? Number(given) : given;
    return { name, in: 'query', required: false, description, schema, ...(example === undefined ? {} : { example }) };
  });
}

function headerParameters({ requestHeader }: RouteDocumentation): Parameter[] {
  if (!requestHeader) return [];
  const { name, description, example, ...lengths } = requestHeader;
  return [{ name, in: 'header', required: false, description, schema: { type: 'string', ...lengths }, example }];
}

function requestBody(
  route: Route,
  { request, upload: example }: RouteDocumentation,
  components: SchemaComponents,
): Pick<Operation, 'requestBody'> {
  if (route.upload) return { requestBody: uploadBody(route.upload, example) };
  // An object without a field is nothing that a client would send.
  if (!route.body || isEmptyObject(route.body)) return {};
  const content = { schema: components.add(route.body), ...(request === undefined ? {} : { example: request }) };
  return { requestBody: { required: !route.bodyOptional, content: { 'application/json': content } } };
}

function uploadBody(types: readonly string[], example: RouteDocumentation['upload']): Operation['requestBody'] {
  const content = types.map((type) => [
    type,
    // A file that is no text has no schema (OpenAPI 3.1, 4.8.14.2).
    {
      schema: type.startsWith('text/') ? { type: 'string' } : {},
      ...(example?.type === type ? { example: example.text } : {}),
    },
  ]);
  return { required: true, description: 'The file, as it is', content: Object.fromEntries(content) };
}

function isEmptyObject(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0;
}
