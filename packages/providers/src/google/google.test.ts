import type { LanguageModelEvent, LanguageModelRequest } from '@parley/conversation/provider';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerOf } from '../testing/language-answer.ts';
import { google } from './index.ts';
import { GoogleServer } from './testing/google-server.ts';

const { signal } = new AbortController();
const tools = [{ name: 'lookup', description: 'Looks it up.', parameters: { type: 'object', properties: {} } }];
let server: GoogleServer;

beforeEach(async () => {
  server = await new GoogleServer().start();
});

afterEach(() => server.close());

const connection = () => ({ baseUrl: server.baseUrl, apiKey: server.apiKey });
const model = (name = 'gemini-3.5-flash') => google.languageModel!(connection(), name);
const responseOf = (parts: object[], finishReason = 'STOP') => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
});

const toolCallIn = (events: LanguageModelEvent[]) => {
  const found = events.find((event) => event.type === 'tool_call');
  if (!found) throw new Error('no tool was called');
  return found.call;
};

const dialogue = (...ids: string[]): LanguageModelRequest['messages'] => [
  { role: 'user', text: 'Hello?' },
  { role: 'agent', text: 'One moment.', toolCalls: ids.map((id) => ({ id, name: 'lookup', arguments: { id } })) },
  ...ids.map((id) => ({ role: 'tool' as const, toolCallId: id, name: 'lookup', result: `result of ${id}` })),
  { role: 'user', text: 'And?' },
];

it('the request has the prompt, the dialogue and the tools', async () => {
  await answerOf(model('gemini-2.5-flash'), { messages: dialogue('a', 'b'), tools });
  expect(server.paths).toEqual(['/v1beta/models/gemini-2.5-flash:streamGenerateContent']);
  expect(server.bodies[0]).toEqual({
    systemInstruction: { parts: [{ text: expect.stringMatching(/^You are Ava\.\n\nThis is a telephone call\./) }] },
    contents: [
      { role: 'user', parts: [{ text: 'Hello?' }] },
      {
        role: 'model',
        parts: [
          { text: 'One moment.' },
          { functionCall: { name: 'lookup', args: { id: 'a' } } },
          { functionCall: { name: 'lookup', args: { id: 'b' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'lookup', response: { result: 'result of a' } } },
          { functionResponse: { name: 'lookup', response: { result: 'result of b' } } },
          { text: 'And?' },
        ],
      },
    ],
    tools: [
      {
        functionDeclarations: [
          {
            name: 'lookup',
            description: 'Looks it up.',
            parametersJsonSchema: expect.objectContaining(tools[0]!.parameters),
          },
        ],
      },
    ],
  });
});

it('a tool call goes back with the signature and the id that it came with', async () => {
  const llm = model();
  server.respondNext(
    responseOf([{ functionCall: { id: 'fc_1', name: 'lookup', args: {} }, thoughtSignature: 'c2ln' }]),
  );
  const { id } = toolCallIn(await answerOf(llm, { tools }));
  await answerOf(llm, { messages: dialogue(id), tools });
  const [, called, result] = server.bodies[1]!.contents;
  expect(called!.parts[1]).toEqual({
    functionCall: { id: 'fc_1', name: 'lookup', args: { id } },
    thoughtSignature: 'c2ln',
  });
  expect(result!.parts[0]).toMatchObject({ functionResponse: { id: 'fc_1', name: 'lookup' } });
});

it('a tool call without an id has one for the conversation alone', async () => {
  const llm = model();
  const call = { functionCall: { name: 'lookup', args: { day: 'Monday' } } };
  server.respondNext(responseOf([call, call]));
  const ids = (await answerOf(llm, { tools })).flatMap((event) => (event.type === 'tool_call' ? [event.call.id] : []));
  expect(new Set(ids).size).toBe(2);
  await answerOf(llm, { messages: dialogue(...ids), tools });
  const [, called] = server.bodies[1]!.contents;
  expect(called!.parts[1]).toEqual({ functionCall: { name: 'lookup', args: { id: ids[0] } } });
});

it('a call of another model has the word for a missing signature, on the first of those at once', async () => {
  await answerOf(model(), { messages: dialogue('a', 'b'), tools });
  const [, called] = server.bodies[0]!.contents;
  expect(called!.parts.map(({ thoughtSignature }) => thoughtSignature)).toEqual([
    undefined,
    'skip_thought_signature_validator',
    undefined,
  ]);
});

it('thoughts are charged for, and not spoken', async () => {
  server.respondNext({
    ...responseOf([{ text: 'The caller greets me.', thought: true }, { text: 'Good morning.' }]),
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 7,
    },
  });
  expect(await answerOf(model())).toEqual([
    { type: 'text', delta: 'Good morning.' },
    { type: 'usage', inputTokens: 100, cachedInputTokens: 60, outputTokens: 10 },
  ]);
});

it('a tool call that Google cannot read may be written well the next time', async () => {
  server.respondNext(responseOf([], 'MALFORMED_FUNCTION_CALL'));
  await expect(answerOf(model(), { tools })).rejects.toMatchObject({ role: 'llm', retryable: true });
});

const refusal = (code: number, message: string, detail: object) => ({
  status: code,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { code, message, details: [detail] } }),
});

it('a wrong key, which is a bad request here, is one', async () => {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' };
  server.answerNext({ refusal: refusal(400, 'API key not valid.', info) });
  await expect(answerOf(model())).rejects.toMatchObject({
    message: 'google/gemini-3.5-flash: 401 API key not valid.',
    retryable: false,
    advice: expect.stringContaining('key'),
  });
});

it('the patience that is asked for in the body is heard', async () => {
  const info = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7.5s' };
  server.answerNext({ refusal: refusal(429, 'Quota exceeded.', info) });
  await expect(answerOf(model())).rejects.toMatchObject({ retryable: true, retryAfterMs: 7500 });
});

it('an overloaded Google may answer the next time', async () => {
  server.answerNext({ fault: 'error' });
  await expect(answerOf(model())).rejects.toMatchObject({
    message: 'google/gemini-3.5-flash: 503 The model is overloaded.',
    retryable: true,
  });
});

it('a connection is opened ahead of the first reply', async () => {
  const llm = model();
  await server.when(() => server.openConnections === 1);
  expect(server.requests).toBe(0);
  await answerOf(llm);
  expect(server.requests).toBe(1);
});

it('models that write are listed from all pages', async () => {
  const writes = { supportedGenerationMethods: ['generateContent', 'countTokens'] };
  server.models = [
    { name: 'models/gemini-3.5-flash', displayName: 'Gemini 3.5 Flash', ...writes },
    { name: 'models/gemini-embedding-2', supportedGenerationMethods: ['embedContent'] },
    { name: 'models/gemini-3.5-flash-image', ...writes },
    { name: 'models/gemini-3.5-flash-preview-tts', ...writes },
    { name: 'models/gemma-4-12b-it', ...writes },
  ];
  server.modelsPerPage = 2;
  expect(await google.listModels!(connection(), signal)).toEqual([
    { id: 'gemini-3.5-flash', name: 'Gemini 3.5 Flash', kind: 'language' },
    { id: 'gemma-4-12b-it', name: 'gemma-4-12b-it', kind: 'language' },
  ]);
  await expect(google.listModels!({ ...connection(), apiKey: 'wrong' }, signal)).rejects.toMatchObject({
    retryable: false,
  });
});
