import { keepAliveFetch } from '../transport/keep-alive-fetch.ts';
import { openAiCompatibleModel } from './open-ai-compatible-model.ts';

const delta = (content: object, finishReason: string | null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: content, finish_reason: finishReason }] })}\n\n`;

const toolCall = { index: 0, id: 'call_0', function: { name: 'end_call', arguments: '{}' } };
const ANSWER = [
  delta({ content: 'Hello.' }, null),
  delta({ tool_calls: [toolCall] }, 'tool_calls'),
  'data: [DONE]\n\n',
];

/** Runs the SDK and its client once over a canned answer: their first use takes 100 ms, which live calls would hear. */
export async function warmUpLanguageModels(): Promise<void> {
  const fetch = () => keepAliveFetch(`data:text/event-stream,${encodeURIComponent(ANSWER.join(''))}`);
  const model = openAiCompatibleModel({ baseUrl: 'http://localhost/v1', name: 'warm-up', fetch });
  const events = model.respond({
    prompt: '',
    messages: [{ role: 'user', text: 'Hello.' }],
    tools: [{ name: 'end_call', description: '', parameters: { type: 'object', properties: {} } }],
    signal: new AbortController().signal,
  });
  for await (const _ of events);
}
