import { GivenAgentTool, type HttpTool } from '@parley/contract';
import { expect, test } from 'vitest';
import { type HttpValues, httpProblems, httpToolOf, httpValuesOf } from './http-values.ts';

const stored: HttpTool = {
  ...{ type: 'http', name: 'find_order', description: 'Finds an order.', method: 'GET', timeout: 10, say: null },
  url: 'https://shop.test/orders/{{args.id}}',
  parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  headers: [
    { name: 'Authorization', value: null, secret: true, value_set: true },
    { name: 'X-Shop', value: 'main', secret: false, value_set: true },
  ],
  variables: { status: '$.status' },
};
const problems = (change: Partial<HttpValues>, before: HttpTool | null = stored) =>
  httpProblems({ ...httpValuesOf(stored), ...change }, before);

test('what is opened and kept as it is, is the same, and valid', () => {
  expect(httpToolOf(httpValuesOf(stored), stored)).toEqual(stored);
  expect(problems({})).toEqual({});
  expect(GivenAgentTool.safeParse(stored).success).toBe(true);
});

test('a secret goes on being used by the same tool at the same host alone', () => {
  const lost = { 'headers.0.value': expect.stringMatching(/^Enter it again/) };
  expect(problems({ url: 'https://shop.test/v2/{{args.id}}' })).toEqual({});
  expect(problems({ url: 'https://evil.test/orders/{{args.id}}' })).toEqual(lost);
  expect(problems({ name: 'other' })).toEqual(lost);
  expect(problems({}, null)).toEqual(lost);
  const [secret, plain] = httpValuesOf(stored).headers;
  expect(problems({ name: 'other', headers: [{ ...secret!, value: 'again' }, plain!] })).toEqual({});
  expect(httpToolOf({ ...httpValuesOf(stored), name: 'other' }, stored).headers[0]!.value_set).toBe(false);
});

test('a problem is reported at its field of the form', () => {
  expect(problems({ name: 'two words' })).toMatchObject({ name: expect.stringContaining('letters') });
  expect(problems({ rows: [] })).toEqual({ url: expect.stringContaining('args.id') });
  expect(Object.keys(problems({ results: [{ name: 'a', path: 'status' }] }))).toEqual(['results.0.path']);
  expect(Object.keys(problems({ results: [{ name: '{', path: '$.a' }] }))).toEqual(['results.0.name']);
  expect(
    problems({
      results: [
        { name: 'a', path: '$.a' },
        { name: 'a', path: '$.b' },
      ],
    }),
  ).toEqual({ 'results.1.name': 'Is there twice.' });
  expect(Object.keys(problems({ isJson: true, json: '{' }))).toContain('json');
  expect(Object.keys(problems({ timeout: '' }))).toEqual(['timeout']);
});
