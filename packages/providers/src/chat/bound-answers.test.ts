import { afterEach, describe, expect, it } from 'vitest';
import { anthropic } from '../anthropic/index.ts';
import { AnthropicServer } from '../anthropic/testing/anthropic-server.ts';
import { google } from '../google/index.ts';
import { GoogleServer } from '../google/testing/google-server.ts';
import { answerOf } from '../testing/language-answer.ts';
import { type Extracted, extractData } from './extract-data.ts';
import type { AskedModel } from './question.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    day: { type: 'string', description: 'The day that they agreed on' },
    code: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
  },
  required: ['day'],
  additionalProperties: false,
};
/** Its places are named by what was said: Anthropic's own binding would allow none of them. */
const OPEN = { type: 'object', properties: { guests: { type: 'object', additionalProperties: { type: 'integer' } } } };
const SAID = '<transcript>\n{"role":"user","text":"Friday, please."}\n</transcript>';
const FRIDAY = { day: 'Friday', code: 'AB-7' };
const WRONG = { day: 'Friday', code: 'seven' };

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function extracted(model: AskedModel, schema: Record<string, unknown> = SCHEMA): Promise<Extracted> {
  const { signal } = new AbortController();
  return extractData({ schema, said: SAID, ask: async (question) => (await model.ask({ ...question, signal })).text });
}

async function withAnthropic() {
  const server = await new AnthropicServer().start();
  servers.push(server);
  const connection = { baseUrl: server.baseUrl, apiKey: server.apiKey };
  const model = anthropic.languageModel!(connection, 'claude-haiku-4-5');
  return { server, model, says: (value: unknown) => server.answerNext({ text: [JSON.stringify(value)] }) };
}

async function withGoogle() {
  const server = await new GoogleServer().start();
  servers.push(server);
  const connection = { baseUrl: server.baseUrl, apiKey: server.apiKey };
  const model = google.languageModel!(connection, 'gemini-3.5-flash');
  return { server, model, says: (value: unknown) => server.answerNext({ text: [JSON.stringify(value)] }) };
}

describe.each([
  ['Anthropic', withAnthropic],
  ['Google', withGoogle],
])('data that %s reads out of a call', (_, start) => {
  it('is repaired once', async () => {
    const { server, model, says } = await start();
    says(WRONG);
    says(FRIDAY);
    expect(await extracted(model)).toEqual({ data: FRIDAY, warning: null });
    expect(server.bodies).toHaveLength(2);
    const [, repair] = server.bodies.map((body) => JSON.stringify(body));
    expect(repair).toContain('That answer is not valid: /code must match pattern');
    expect(repair).toContain('seven');
  });

  it('is none where the answer stays wrong, and a warning says what was wrong', async () => {
    const { server, model, says } = await start();
    says(WRONG);
    says('Friday');
    const { data, warning } = await extracted(model);
    expect(data).toBe(null);
    expect(warning).toMatch(/^The data of the call could not be extracted: twice the model's answer was not valid/);
    expect(server.bodies).toHaveLength(2);
  });

  it('is asked for in words alone where the server does not know schemas', async () => {
    const { server, model, says } = await start();
    const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'No schemas.' } });
    server.answerNext({ refusal: { status: 400, body, headers: { 'content-type': 'application/json' } } });
    says(FRIDAY);
    expect(await extracted(model)).toEqual({ data: FRIDAY, warning: null });
    const [bound, plain] = server.bodies as object[];
    expect(Object.keys(bound!).filter((key) => !Object.hasOwn(plain!, key))).toHaveLength(1);
  });
});

describe('the request', () => {
  it('binds Claude to the schema by structured outputs, with what they do not know in words', async () => {
    const { server, model, says } = await withAnthropic();
    says(FRIDAY);
    await extracted(model);
    const [{ output_config: config, tools }] = server.bodies as [(typeof server.bodies)[0]];
    expect(tools).toBe(undefined);
    expect(config).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          ...{ type: 'object', required: ['day'], additionalProperties: false },
          properties: {
            day: SCHEMA.properties.day,
            code: { type: 'string', description: 'pattern: ^[A-Z]{2}-\\d+$.' },
          },
        },
      },
    });
  });

  it('makes Claude use a tool where structured outputs cannot say the schema', async () => {
    const { server, model } = await withAnthropic();
    const guests = { guests: { adults: 2 } };
    server.answerNext({ toolCalls: [{ id: 'toolu_1', name: 'json', arguments: JSON.stringify(guests) }] });
    expect(await extracted(model, OPEN)).toEqual({ data: guests, warning: null });
    const [{ output_config: config, tools, tool_choice: choice }] = server.bodies as [(typeof server.bodies)[0]];
    expect(config).toBe(undefined);
    expect(tools).toEqual([expect.objectContaining({ name: 'json', input_schema: OPEN })]);
    expect(choice).toEqual({ type: 'any', disable_parallel_tool_use: true });
  });

  it('binds Gemini to the schema as it is', async () => {
    const { server, model, says } = await withGoogle();
    says(FRIDAY);
    await extracted(model);
    expect(server.bodies[0]!.generationConfig).toEqual({
      responseMimeType: 'application/json',
      responseJsonSchema: SCHEMA,
    });
  });

  it('of what is said on the telephone is bound to nothing', async () => {
    const { server, model } = await withGoogle();
    await answerOf(model);
    expect(server.bodies[0]!.generationConfig).toBe(undefined);
  });
});
