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
  account = await Account.first(service);
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
    ['a pattern', { type: 'object', properties: { a: { pattern: '(a+)+$' } } }, 'extraction.properties.a.pattern'],
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

  test('analysis.data is what the model reads out of the call; a wrong answer is repaired once', async () => {
    data = ['{"day": 5}', '{"day": "Friday", "guests": 2}'];
    const overrides = { model: 'mind/test-model', extraction: EXTRACTION };
    const call = await account.call({ recipient_phone: BRIEF, overrides });
    expect(call.analysis).toMatchObject({ method: 'model', data: { day: 'Friday', guests: 2 } });
    expect(call.summary).toBe(JUDGEMENT.summary);
    const [first, second] = server.requests.filter(asksForData);
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
