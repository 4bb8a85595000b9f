import type { ServerResponse } from 'node:http';
import type { ScriptedAnswer } from '../../testing/conformance/language-model.ts';
import { splitWithinCharacter } from '../../testing/vendor-server.ts';

export interface ChatBody {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  prompt_cache_key?: string;
}

/** `POST /chat/completions` with `stream` (https://developers.openai.com/api/reference/resources/chat). */
export class ChatEndpoint {
  readonly bodies: ChatBody[] = [];
  abandoned = 0;
  /** As servers do that know the field not. */
  refusesStreamOptions = false;
  #answers: ScriptedAnswer[] = [];

  answerNext(answer: ScriptedAnswer): void {
    this.#answers.push(answer);
  }

  serve(body: ChatBody, response: ServerResponse, splitsCharacters: boolean): void {
    this.bodies.push(body);
    response.on('close', () => {
      if (!response.writableFinished) this.abandoned += 1;
    });
    if (this.refusesStreamOptions && body.stream_options) {
      const message = 'Extra inputs are not permitted: stream_options';
      response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
      return;
    }
    const answer = this.#answers.shift() ?? { text: ['Yes.'] };
    if (answer.refusal) {
      const { status, headers, body: message } = answer.refusal;
      response.writeHead(status, headers).end(message);
      return;
    }
    if (answer.fault === 'page') {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end('<!doctype html><title>Welcome</title>');
      return;
    }
    stream(body, answer, response, splitsCharacters);
  }
}

function stream(body: ChatBody, answer: ScriptedAnswer, response: ServerResponse, splitsCharacters: boolean): void {
  const { text = [], toolCalls = [], usage, fault } = answer;
  const write = (data: string): void => {
    const event = `data: ${data}\n\n`;
    if (splitsCharacters) for (const piece of splitWithinCharacter(event)) response.write(piece);
    else response.write(event);
  };
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model: body.model };
  const chunk = (delta: object, finish: string | null = null): void =>
    write(JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] }));

  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  if (fault === 'empty') {
    response.end();
    return;
  }
  chunk({ role: 'assistant', content: '', refusal: null });
  for (const content of text) chunk({ content });
  if (fault === 'hang') return;
  if (fault === 'error')
    write(JSON.stringify({ error: { message: 'The server had an error.', type: 'server_error' } }));
  if (fault) {
    response.end();
    return;
  }
  for (const [index, { id, name, arguments: written }] of toolCalls.entries()) {
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    const half = Math.ceil(written.length / 2);
    for (const part of [written.slice(0, half), written.slice(half)])
      chunk({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  chunk({}, toolCalls.length > 0 ? 'tool_calls' : 'stop');
  if (usage && body.stream_options?.include_usage)
    write(JSON.stringify({ ...head, choices: [], usage: wireUsage(usage) }));
  write('[DONE]');
  response.end();
}

const wireUsage = ({ inputTokens, cachedInputTokens, outputTokens }: NonNullable<ScriptedAnswer['usage']>) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
  prompt_tokens_details: { cached_tokens: cachedInputTokens },
});
