import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChatRequest, FakeOpenAi } from '../support/fake-openai.ts';
import { Service } from '../support/service.ts';
import { Account } from './accounts.ts';
import { expectError } from './answers.ts';

/** Hangs up in mid-sentence: the shortest call in which a person says something. */
const BRIEF = '+12025550106';
const EXTRACTION = {
  type: 'object',
  properties: {
    day: { type: ['string', 'null'], description: 'The day that they agreed on' },
    guests: { type: 'integer', minimum: 1 },
    visits: { type: 'array', items: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, maxItems: 3 },
  },
  required: ['day'],
  additionalProperties: false,
};
/** As generators of schemas write it: what is used more than once is in a definition. */
const REFERRING = {
  type: 'object',
  properties: {
    from: { $ref: '#/$defs/place', description: 'Where they are' },
    to: { $ref: '#/$defs/place' },
    again: { type: 'array', items: { $ref: '#/properties/code' } },
    code: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
  },
  $defs: {
    place: { type: 'object', properties: { city: { $ref: '#/$defs/name%20of~1a~0city' } }, required: ['city'] },
    'name of/a~city': { type: 'string', minLength: 2 },
  },
};
const PLACE = { type: 'object', properties: { city: { type: 'string', minLength: 2 } }, required: ['city'] };
const CODE = REFERRING.properties.code;
const JUDGEMENT = { summary: 'They talked.', sentiment: 'neutral', outcome: 'partial' };

let service: Service;
let account: Account;
let server: FakeOpenAi;
/** What is answered to what asks for data, one after the other. */
let data: string[] = [];

const asksForData = ({ body }: ChatRequest) => body.messages[0].content.includes('You read data');

beforeAll(async () => {
  server = await FakeOpenAi.start((request) => {
    if (request.body.stream) return { text: ['Good morning. Which day do you like best?'] };
    const usage = { prompt_tokens: 500, completion_tokens: 10 };
    return { text: [asksForData(request) ? (data.shift() ?? '') : JSON.stringify(JUDGEMENT)], usage };
  });
  service = await Service.start();
  account = await Account.create(service, 'enterprise');
  const provider = { vendor: 'openai-compatible', name: 'mind', base_url: server.url };
  await account.request('POST', '/providers', { body: provider });
});
afterAll(async () => {
  await service?.remove();
  await server?.close();
});

const patch = (body: object) => account.request('PATCH', `/agents/${account.agentId}`, { body });

describe('Beyond · extraction', () => {
  test('a schema is kept as it is given, and null takes it away', async () => {
    expect((await patch({ extraction: EXTRACTION })).body.extraction).toEqual(EXTRACTION);
    expect((await account.request('GET', `/agents/${account.agentId}`)).body.extraction).toEqual(EXTRACTION);
    expect((await patch({ extraction: null })).body.extraction).toBe(null);
  });

  test.each<[string, unknown, string]>([
    ['text', 'object', 'extraction'],
    ['a list', [], 'extraction'],
    ['no type', { properties: {} }, 'extraction.type'],
    ['another type', { type: 'array' }, 'extraction.type'],
    ['a type that is none', { type: 'object', properties: { a: { type: 'text' } } }, 'extraction.properties.a.type'],
    [
      'a reference elsewhere',
      { type: 'object', properties: { a: { $ref: 'https://x.example/y' } } },
      'extraction.properties.a.$ref',
    ],
    ['a reference to itself', { type: 'object', properties: { a: { $ref: '#' } } }, 'extraction.properties.a.$ref'],
    ['a reference to nothing', referring('#/$defs/b'), 'extraction.properties.a.$ref'],
    ['a reference to what is no schema', referring('#/type'), 'extraction.properties.a.$ref'],
    [
      'references in a circle',
      { ...referring('#/$defs/b'), $defs: { b: { anyOf: [{ $ref: '#/$defs/c' }] }, c: { $ref: '#/$defs/b' } } },
      'extraction.$defs.c.$ref',
    ],
    [
      'a keyword that is not permitted beside a reference',
      { type: 'object', properties: { a: { $ref: '#/properties/b', minLength: 2 }, b: {} } },
      'extraction.properties.a.minLength',
    ],
    ['references that become too large', doubled(14), 'extraction'],
    ['references that become too deep', chained(12), 'extraction'],
    ['references that become more than can be counted', doubled(60), 'extraction'],
    ['a pattern that is too long', patterned('a'.repeat(501)), 'extraction.properties.a.pattern'],
    ['a condition', { type: 'object', if: {} }, 'extraction.if'],
    [
      'a bound that is none',
      { type: 'object', properties: { a: { maximum: 'x' } } },
      'extraction.properties.a.maximum',
    ],
    ['properties that are none', { type: 'object', properties: { a: 5 } }, 'extraction.properties.a'],
    ['more than 16 KiB', { type: 'object', description: 'x'.repeat(17_000) }, 'extraction'],
    ['too many levels', nested(12), 'extraction'],
  ])('400: %s', async (_, extraction, param) => {
    expectError(await patch({ extraction }), 400, param);
  });

  test.each([
    ['a lookaround', '(?=a)b'],
    ['a backreference', '(a)\\1'],
    ['one that is none', '('],
    ['one with too many repetitions', 'a{900}'],
  ])('422: a pattern with %s', async (_, pattern) => {
    expectError(await patch({ extraction: patterned(pattern) }), 422, 'extraction.properties.a.pattern');
  });

  test('the model gets the targets of local references, and patterns hold, however they are written', async () => {
    expect((await patch({ extraction: REFERRING })).body.extraction).toEqual(REFERRING);
    expect((await patch({ extraction: patterned('^(a+)+$') })).status).toBe(200);
    const right = { to: { city: 'Bonn' }, again: ['AB-7'] };
    data = [JSON.stringify({ to: { city: 'B' }, again: ['AB-7', '7'] }), JSON.stringify(right)];
    const before = server.requests.length;
    const overrides = { model: 'mind/test-model', extraction: REFERRING };
    const call = await account.call({ recipient_phone: BRIEF, overrides });
    expect(call.analysis.data).toEqual(right);
    const [first, second] = server.requests.slice(before).filter(asksForData);
    expect(first!.body.response_format.json_schema.schema).toEqual({
      type: 'object',
      properties: {
        from: { ...PLACE, description: 'Where they are' },
        to: PLACE,
        again: { type: 'array', items: CODE },
        code: CODE,
      },
    });
    const faults = String(second!.body.messages.at(-1).content);
    expect(faults).toContain('/to/city must NOT have fewer than 2 characters');
    expect(faults).toContain('/again/1 must match pattern');
    await patch({ extraction: null });
  });

  test('analysis.data is what the model reads out of the call; a wrong answer is repaired once', async () => {
    data = ['{"day": 5}', '{"day": "Friday", "guests": 2}'];
    const before = server.requests.length;
    const overrides = { model: 'mind/test-model', extraction: EXTRACTION };
    const call = await account.call({ recipient_phone: BRIEF, overrides });
    expect(call.analysis).toMatchObject({ method: 'model', data: { day: 'Friday', guests: 2 } });
    expect(call.summary).toBe(JUDGEMENT.summary);
    const [first, second] = server.requests.slice(before).filter(asksForData);
    expect(first!.body.response_format.json_schema.schema).toEqual(EXTRACTION);
    expect(second!.body.messages.at(-1).content).toContain('That answer is not valid: /day must be string,null.');
    expect(call.cost.items).toContainEqual({
      ...{ provider: 'mind', name: 'test-model', kind: 'analysis', quantity: 1500, unit: 'input_token', micros: null },
    });
    expect(call.cost.unpriced).toEqual(['mind/test-model']);
  });

  test('wrong twice, it is null, and a warning says what was wrong', async () => {
    data = ['Friday', '{"day": "Friday", "guests": 0}', '{"day": "Friday"}'];
    const overrides = { model: 'mind/test-model', extraction: EXTRACTION };
    const { analysis } = await account.call({ recipient_phone: BRIEF, overrides });
    expect([analysis.method, analysis.data]).toEqual(['model', null]);
    expect(analysis.warnings).toContainEqual(expect.stringContaining('/guests must be >= 1'));
    expect(data).toHaveLength(1);
  });

  test('without a language model it is null, and a warning says so', async () => {
    const { analysis } = await account.call({ recipient_phone: BRIEF, overrides: { extraction: EXTRACTION } });
    expect([analysis.method, analysis.data]).toEqual(['rules', null]);
    expect(analysis.warnings).toContainEqual(expect.stringContaining('that takes a language model'));
  });
});

function nested(levels: number): object {
  return levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } };
}

function referring(reference: string): object {
  return { type: 'object', properties: { a: { $ref: reference } } };
}

function patterned(pattern: string): object {
  return { type: 'object', properties: { a: { type: 'string', pattern } } };
}

/** Each of its definitions holds the next one twice. */
function doubled(times: number): object {
  const twice = (index: number) => ({ anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] });
  const definitions = Array.from({ length: times }, (_, index) => [`d${index}`, twice(index)]);
  return { ...referring('#/$defs/d0'), $defs: Object.fromEntries([...definitions, [`d${times}`, { type: 'null' }]]) };
}

/** Each of its definitions holds the next one. */
function chained(times: number): object {
  const next = (index: number) => ({ type: 'object', properties: { a: { $ref: `#/$defs/d${index + 1}` } } });
  const definitions = Array.from({ length: times }, (_, index) => [`d${index}`, next(index)]);
  return { ...referring('#/$defs/d0'), $defs: Object.fromEntries([...definitions, [`d${times}`, { type: 'null' }]]) };
}
