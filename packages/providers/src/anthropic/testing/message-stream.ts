import type { ServerResponse } from 'node:http';
import type { ScriptedAnswer } from '../../testing/conformance/language-model.ts';
import { splitWithinCharacter } from '../../testing/vendor-server.ts';

export interface MessagesBody {
  model: string;
  max_tokens: number;
  stream?: boolean;
  system?: unknown;
  messages: { role: string; content: unknown }[];
  tools?: { name: string; input_schema: object }[];
  tool_choice?: object;
  output_config?: { format?: { type: string; schema: object } };
}

/** The events of an answer (https://platform.claude.com/docs/en/build-with-claude/streaming). */
export function streamMessage(
  { model }: MessagesBody,
  answer: ScriptedAnswer,
  response: ServerResponse,
  splitsCharacters: boolean,
): void {
  const { text = [], toolCalls = [], usage, fault } = answer;
  const { inputTokens = 25, cachedInputTokens = 0, outputTokens = 15 } = usage ?? {};
  const send = (event: { type: string } & Record<string, unknown>): void => {
    const written = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    if (splitsCharacters) for (const piece of splitWithinCharacter(written)) response.write(piece);
    else response.write(written);
  };

  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  if (fault === 'empty') {
    response.end();
    return;
  }
  const tokens = {
    input_tokens: inputTokens - cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens,
  };
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: null, stop_sequence: null };
  send({ type: 'message_start', message: { ...head, content: [], usage: { ...tokens, output_tokens: 1 } } });
  if (text.length > 0) {
    send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
    send({ type: 'ping' });
    for (const piece of text)
      send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } });
  }
  if (fault === 'hang') return;
  if (fault === 'error') send({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
  if (fault) {
    response.end();
    return;
  }
  if (text.length > 0) send({ type: 'content_block_stop', index: 0 });
  for (const [position, { id, name, arguments: written }] of toolCalls.entries()) {
    const index = position + (text.length > 0 ? 1 : 0);
    send({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } });
    const half = Math.ceil(written.length / 2);
    for (const part of ['', written.slice(0, half), written.slice(half)])
      send({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: part } });
    send({ type: 'content_block_stop', index });
  }
  const stopReason = toolCalls.length > 0 ? 'tool_use' : 'end_turn';
  const delta = { stop_reason: stopReason, stop_sequence: null };
  send({ type: 'message_delta', delta, usage: { ...tokens, output_tokens: outputTokens } });
  send({ type: 'message_stop' });
  response.end();
}
