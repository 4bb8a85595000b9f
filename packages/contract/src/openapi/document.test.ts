import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { errorStatus } from '../error.ts';
import { type Route, routes } from '../routes.ts';
import { WebhookEventType } from '../webhook.ts';
import { WebhookEvent } from '../webhook-event.ts';
import { openApiDocument } from './document.ts';
import type { JsonSchema, MediaType, Operation, Reference, Response } from './document-types.ts';

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const named = Object.entries(routes as Record<string, Route>).map(([name, route]) => ({
  name,
  route,
  operation: operations.find(({ operation }) => operation.operationId === name)?.operation as Operation,
}));

function resolved(response: Response | Reference | undefined): Response {
  if (response && '$ref' in response) {
    return document.components.responses[response.$ref.replace('#/components/responses/', '')]!;
  }
  return response!;
}

/** Every object of the document, with its path. */
function* objectsOf(value: unknown, at = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objectsOf(inner, `${at}/${key}`);
}

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    // The validator resolves references in place, so it gets a copy.
    expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('is what docs/openapi.json holds; else run: node packages/contract/src/write-openapi.ts', () => {
    const stored = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
    expect(stored === `${JSON.stringify(document, null, 2)}\n`).toBe(true);
  });

  it('says nothing that the regular expressions of Python do not know', () => {
    const patterns = [...objectsOf(document)].flatMap(([, { pattern }]) =>
      typeof pattern === 'string' ? [pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => /\\p\{|\(\?<[^=!]/.test(pattern))).toEqual([]);
  });

  it('says how large the numbers among variables may be', () => {
    expect(document.components.schemas.Variables!.additionalProperties).toEqual({
      type: ['string', 'number', 'boolean', 'null'],
      minimum: -(2 ** 53 - 1),
      maximum: 2 ** 53 - 1,
    });
  });

  it('names the base address that it is given', () => {
    const { servers } = openApiDocument({ serverUrl: 'https://parley.example.com/v1' });
    expect(servers.map(({ url }) => url)).toEqual(['https://parley.example.com/v1']);
  });

  it('has every route of the contract, and nothing else', () => {
    const inDocument = operations.map(({ method, path, operation }) => `${operation.operationId} ${method} ${path}`);
    const inContract = named.map(({ name, route }) => `${name} ${route.method} ${route.path}`);
    expect(inDocument.toSorted()).toEqual(inContract.toSorted());
  });

  it('refers only to what it holds', () => {
    for (const [at, object] of objectsOf(document)) {
      if (typeof object.$ref !== 'string') continue;
      const target = object.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(target, `${at} → ${object.$ref}`).toBeDefined();
    }
  });

  it('describes every field', () => {
    const isDescribed = (schema: JsonSchema): boolean => {
      const parts = [schema, ...(schema.anyOf ?? [])];
      return parts.some((part) => {
        const target = part.$ref && document.components.schemas[part.$ref.replace('#/components/schemas/', '')];
        return (part.description ?? (target ? target.description : undefined)) !== undefined;
      });
    };
    const bare = Object.entries(document.components.schemas)
      .flatMap(([id, { properties = {} }]) =>
        Object.entries(properties).map(([name, schema]) => ({ field: `${id}.${name}`, schema })),
      )
      .filter(({ schema }) => !isDescribed(schema) && schema.const === undefined);
    expect(bare.map(({ field }) => field)).toEqual([]);
  });

  it('tells whole numbers of a query as numbers', () => {
    const parameters = document.paths['/calls']?.get?.parameters ?? [];
    const limit = parameters.find(({ name }) => name === 'limit');
    expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
    const types = parameters.map(({ name, schema }) => [name, schema.type]);
    expect(types).toContainEqual(['from', 'integer']);
    expect(types).toContainEqual(['offset', 'integer']);
  });
});

describe('events', () => {
  const { oneOf = [], discriminator } = document.components.schemas.WebhookEvent!;

  it('have a schema for each type, which the type leads to', () => {
    expect(Object.keys(document.webhooks).toSorted()).toEqual(WebhookEventType.options.toSorted());
    for (const type of WebhookEventType.options) {
      const $ref = discriminator?.mapping?.[type] ?? '';
      expect(oneOf).toContainEqual({ $ref });
      const { properties } = document.components.schemas[$ref.replace('#/components/schemas/', '')]!;
      expect(properties!.type).toMatchObject({ const: type });
    }
  });

  it('have an example that holds no unknown field', () => {
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const example = post.requestBody?.content['application/json']?.example;
      expect(WebhookEvent.parse(example), type).toEqual(example);
    }
  });

  it('hold what belongs to their type, and nothing else', () => {
    const batch = document.webhooks['batch.completed']!.post.requestBody?.content['application/json']
      ?.example as object;
    expect(WebhookEvent.safeParse({ ...batch, type: 'call.completed' }).success).toBe(false);
  });
});

describe.each(named)('$name', ({ route, operation }) => {
  it('has something to say of a body, unless it is a GET', () => {
    expect(route.method === 'GET' ? undefined : 'schema').toBe((route.body ?? route.upload) && 'schema');
  });

  it('demands a key with its permission', () => {
    expect(operation.security).toEqual([{ apiKey: [route.permission] }]);
  });

  it('has the parameters of its path', () => {
    const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name) ?? [];
    expect(inPath).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  it('answers with its status and the errors of its list', () => {
    const statuses = [...new Set([400, 401, 403, 429, 500, ...route.errors.map((code) => errorStatus[code])])];
    const { status, statusIfPresent = status } = route.success;
    const expected = [...new Set([status, statusIfPresent, ...statuses])].map(String);
    expect(Object.keys(operation.responses).toSorted()).toEqual(expected.toSorted());
  });

  it('tells request id and limits with every response, and more where it helps', () => {
    for (const [status, response] of Object.entries(operation.responses)) {
      const names = Object.keys(resolved(response).headers ?? {});
      expect(names).toEqual(
        expect.arrayContaining(['x-request-id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
      );
      expect(names.includes('Retry-After')).toBe(status === '429');
      expect(names.includes('WWW-Authenticate')).toBe(status === '401');
    }
  });

  it('has an example of what succeeds that holds no unknown field', () => {
    const { content } = resolved(operation.responses[route.success.status]);
    const example = (content?.['application/json'] ?? content?.['text/event-stream'])?.example;
    expect(route.success.body?.parse(example)).toEqual(example);
  });
});

describe('examples', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'https://parley/openapi', ...document });

  function errorsOf(schema: JsonSchema, value: unknown): unknown {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"https://parley/openapi#/components');
    const validate = ajv.compile(JSON.parse(text));
    return validate(value) ? null : validate.errors;
  }

  const media = [...objectsOf(document)].filter(
    (entry): entry is [string, Record<string, unknown> & MediaType] =>
      'schema' in entry[1] && ('example' in entry[1] || 'examples' in entry[1]),
  );

  it('are looked at in great number', () => {
    expect(media.length).toBeGreaterThan(80);
  });

  it('match their schemas', () => {
    for (const [at, { schema, example, examples }] of media) {
      const values = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples ?? {}).map(({ value }) => value),
      ];
      for (const value of values) expect(errorsOf(schema, value), `${at}: ${JSON.stringify(value)}`).toBeNull();
    }
  });

  it('of errors carry the code that belongs to their status', () => {
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const { examples = {} } = resolved(response).content?.['application/json'] ?? {};
        for (const { value } of Object.values(examples)) expect(String(errorStatus[value.error.code])).toBe(status);
      }
    }
  });

  it('could fail: a wrong example is noticed', () => {
    expect(errorsOf({ $ref: '#/components/schemas/PlaceCall' }, { agent_id: 'a', recipient_phone: '12' })).toEqual([
      expect.objectContaining({ instancePath: '/recipient_phone', keyword: 'pattern' }),
    ]);
  });
});
