import { createHash } from 'node:crypto';
import {
  type LanguageModel,
  type LanguageModelEvent,
  type LanguageModelRequest,
  ProviderError,
  type ToolCall,
} from '@parley/conversation';
import { type LanguageModelUsage, streamText, type TextStreamPart, type ToolSet } from 'ai';
import { openConnection } from '../transport/keep-alive-fetch.ts';
import { chatMessages, chatTools } from './chat-messages.ts';
import { asModelError } from './model-error.ts';
import { chatModel, type ModelServer, modelName, PROVIDER, takesCacheKey } from './model-server.ts';
import { TELEPHONE_MANNER } from './telephone-manner.ts';

/** The conversation gives up sooner, but counts media time, which stands still while the telephone rings. */
const FIRST_TOKEN_MS = 10_000;

export interface OpenAiCompatibleModelOptions extends ModelServer {
  /** As the server calls it, for example gpt-4.1-mini or qwen3:8b. */
  name: string;
  /** Longest wait for the first word or tool call. Default 10 000. */
  firstTokenMs?: number;
  fetch?: typeof globalThis.fetch;
}

/** A language model on any server that speaks OpenAI's chat completions. Stateless; may answer several requests at once. */
export class OpenAiCompatibleModel implements LanguageModel {
  readonly name: string;
  readonly #options: OpenAiCompatibleModelOptions;
  readonly #model: ReturnType<typeof chatModel>;

  constructor(options: OpenAiCompatibleModelOptions) {
    this.name = modelName(options, options.name);
    this.#options = options;
    this.#model = chatModel(options, options.name, options.fetch);
  }

  /** Opens a connection for the first request, while the telephone rings. Never rejects. */
  async prewarm(): Promise<void> {
    const { baseUrl, apiKey } = this.#options;
    const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    await openConnection(`${baseUrl.replace(/\/+$/, '')}/models`, headers);
  }

  /** Throws a ProviderError, of which ModelNotFoundError is one; asks once, whoever wants a retry asks again. */
  async *respond(request: LanguageModelRequest): AsyncGenerator<LanguageModelEvent> {
    const { signal } = request;
    if (signal.aborted) return;
    const late = new AbortController();
    const abandoned = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#options.firstTokenMs ?? FIRST_TOKEN_MS);
    try {
      for await (const part of this.#stream(request, AbortSignal.any([signal, late.signal, abandoned.signal]))) {
        if (signal.aborted) return;
        const event = eventOf(part);
        if (event === null) continue;
        clearTimeout(timer);
        yield event;
      }
      // An aborted stream of the SDK ends as if it were complete.
      if (late.signal.aborted && !signal.aborted) throw this.#tooLate();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ProviderError) throw error;
      if (late.signal.aborted) throw this.#tooLate();
      throw asModelError(error, this.#options.name, this.#options) ?? error;
    } finally {
      clearTimeout(timer);
      abandoned.abort();
    }
  }

  #stream({ prompt, messages, tools }: LanguageModelRequest, abortSignal: AbortSignal) {
    const instructions = `${prompt}\n\n${TELEPHONE_MANNER}`;
    return streamText({
      model: this.#model,
      instructions,
      messages: chatMessages(messages),
      tools: chatTools(tools),
      maxRetries: 0,
      abortSignal,
      ...(takesCacheKey(this.#options) && {
        providerOptions: { [PROVIDER]: { prompt_cache_key: cacheKey(instructions) } },
      }),
      // Errors come in the stream as well; the SDK would print them.
      onError: () => {},
    }).stream;
  }

  #tooLate(): ProviderError {
    const ms = this.#options.firstTokenMs ?? FIRST_TOKEN_MS;
    return new ProviderError('llm', this.name, `no answer for ${ms} ms`, { retryable: true });
  }
}

/** The turns of a call begin alike, and so do the calls of an agent whose prompt has no variables. */
const cacheKey = (instructions: string): string =>
  createHash('sha256').update(instructions).digest('base64url').slice(0, 32);

function eventOf(part: TextStreamPart<ToolSet>): LanguageModelEvent | null {
  switch (part.type) {
    case 'text-delta':
      return part.text === '' ? null : { type: 'text', delta: part.text };
    case 'tool-call':
      // Also of tools that do not exist and with arguments that do not fit: the model is told so in the conversation.
      return {
        type: 'tool_call',
        call: { id: part.toolCallId, name: part.toolName, ...argumentsOf(part.input) },
      };
    case 'finish':
      return usageOf(part.totalUsage);
    case 'error':
      throw part.error;
    default:
      return null;
  }
}

/** The SDK leaves what is no JSON as it was written. */
function argumentsOf(input: unknown): Pick<ToolCall, 'arguments' | 'malformed'> {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (isObject) return { arguments: { ...input } };
  const written = typeof input === 'string' ? input : JSON.stringify(input ?? null);
  return { arguments: {}, malformed: written };
}

/** Null where the server does not say. */
function usageOf({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): LanguageModelEvent | null {
  if (inputTokens === undefined) return null;
  const cachedInputTokens = inputTokenDetails.cacheReadTokens ?? 0;
  return { type: 'usage', inputTokens, cachedInputTokens, outputTokens: outputTokens ?? 0 };
}
