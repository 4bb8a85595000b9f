import { randomUUID } from 'node:crypto';
import { InvalidResponseDataError, JSONParseError } from 'ai';
import { callError } from './google-failure.ts';
import type { GenerateContentResponse, GooglePart, UsageMetadata } from './google-wire.ts';
import type { FinishReason, StreamPart, Usage } from './sdk-interface.ts';
import type { SignedCalls } from './signed-calls.ts';

const TEXT_ID = 'text';

/** A streamed answer in the SDK's words. Throws errors of the SDK. */
export async function* googleAnswer(
  url: string,
  chunks: AsyncIterable<string>,
  calls: SignedCalls,
): AsyncGenerator<StreamPart> {
  let usage: UsageMetadata = {};
  let reason: string | null = null;
  let hasText = false;
  let hasCalls = false;
  yield { type: 'stream-start', warnings: [] };
  for await (const chunk of chunks) {
    const { candidates, promptFeedback, usageMetadata, error } = parsed(chunk);
    if (error) throw callError(url, error);
    usage = { ...usage, ...usageMetadata };
    const [candidate] = candidates ?? [];
    for (const part of candidate?.content?.parts ?? []) {
      const text = part.thought ? '' : (part.text ?? '');
      if (text !== '') {
        if (!hasText) yield { type: 'text-start', id: TEXT_ID };
        hasText = true;
        yield { type: 'text-delta', id: TEXT_ID, delta: text };
      }
      if (part.functionCall) {
        hasCalls = true;
        yield toolCall(part, part.functionCall, calls);
      }
    }
    reason = candidate?.finishReason ?? promptFeedback?.blockReason ?? reason;
    if (reason === 'MALFORMED_FUNCTION_CALL') {
      const message = `the model wrote a tool call that cannot be read: ${candidate?.finishMessage ?? ''}`.trim();
      throw new InvalidResponseDataError({ data: null, message });
    }
  }
  if (hasText) yield { type: 'text-end', id: TEXT_ID };
  const unified = reason === null ? 'interrupted' : finishReason(reason, hasCalls);
  yield { type: 'finish', finishReason: { unified, raw: reason ?? undefined }, usage: usageOf(usage) };
}

function parsed(chunk: string): GenerateContentResponse {
  try {
    return JSON.parse(chunk) as GenerateContentResponse;
  } catch (cause) {
    throw new JSONParseError({ text: chunk, cause });
  }
}

function toolCall(part: GooglePart, { id, name, args }: NonNullable<GooglePart['functionCall']>, calls: SignedCalls) {
  const toolCallId = id ?? `call_${randomUUID()}`;
  calls.keep(toolCallId, part);
  return { type: 'tool-call' as const, toolCallId, toolName: name, input: JSON.stringify(args ?? {}) };
}

/** https://ai.google.dev/api/generate-content#FinishReason; what else there is stands for a filter. */
function finishReason(reason: string, hasCalls: boolean): FinishReason {
  if (reason === 'STOP') return hasCalls ? 'tool-calls' : 'stop';
  if (reason === 'MAX_TOKENS') return 'length';
  return reason === 'OTHER' || reason === 'FINISH_REASON_UNSPECIFIED' ? 'other' : 'content-filter';
}

/** Thinking is charged as output. */
function usageOf(usage: UsageMetadata): Usage {
  const { promptTokenCount, cachedContentTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage;
  return {
    inputTokens: {
      total: promptTokenCount,
      noCache: promptTokenCount === undefined ? undefined : promptTokenCount - cachedContentTokenCount,
      cacheRead: cachedContentTokenCount,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: candidatesTokenCount + thoughtsTokenCount,
      text: candidatesTokenCount,
      reasoning: thoughtsTokenCount,
    },
  };
}
