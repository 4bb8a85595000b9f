import type { ServerResponse } from 'node:http';
import type { ScriptedAnswer } from '../../testing/conformance/language-model.ts';
import { splitWithinCharacter } from '../../testing/vendor-server.ts';

/** The responses of an answer (https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent). */
export function streamContent(answer: ScriptedAnswer, response: ServerResponse, splitsCharacters: boolean): void {
  const { text = [], toolCalls = [], usage, fault } = answer;
  const { inputTokens = 12, cachedInputTokens = 0, outputTokens = 4 } = usage ?? {};
  const send = (chunk: object): void => {
    const written = `data: ${JSON.stringify(chunk)}\r\n\r\n`;
    if (splitsCharacters) for (const piece of splitWithinCharacter(written)) response.write(piece);
    else response.write(written);
  };
  const usageMetadata = {
    promptTokenCount: inputTokens,
    ...(cachedInputTokens > 0 && { cachedContentTokenCount: cachedInputTokens }),
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
  };
  const chunk = (parts: object[], finish: object = {}): void =>
    send({
      candidates: [{ content: { role: 'model', parts }, index: 0, ...finish }],
      usageMetadata,
      modelVersion: 'gemini',
    });

  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if (fault === 'empty') {
    response.end();
    return;
  }
  for (const piece of text) chunk([{ text: piece }]);
  if (fault === 'hang') return;
  if (fault === 'error') send({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } });
  if (fault) {
    response.end();
    return;
  }
  if (toolCalls.length > 0)
    chunk(toolCalls.map(({ id, name, arguments: args }) => ({ functionCall: { id, name, args: JSON.parse(args) } })));
  chunk([{ text: '' }], { finishReason: 'STOP' });
  response.end();
}
