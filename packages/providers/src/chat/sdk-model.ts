import { type LanguageModelEvent, type LanguageModelRequest, ProviderError } from '@parley/conversation/provider';
import {
  type LanguageModelUsage,
  type LanguageModel as SdkLanguageModel,
  type SystemModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import { openConnection } from '../transport/keep-alive-fetch.ts';
import { type AnswerForm, askSdkModel } from './ask-sdk-model.ts';
import { chatMessages, chatTools } from './chat-messages.ts';
import { asModelError, type FailingServer } from './model-error.ts';
import type { Answer, AskedModel, Question } from './question.ts';
import { TELEPHONE_MANNER } from './telephone-manner.ts';
import { toolArguments } from './tool-arguments.ts';

/** The conversation gives up sooner, but counts media time, which stands still while the telephone rings. */
const FIRST_TOKEN_MS = 10_000;

type ProviderOptions = NonNullable<SystemModelMessage['providerOptions']>;

export interface SdkModelOptions {
  /** As in `vendor/model`. */
  name: string;
  /** As the vendor calls it. */
  modelId: string;
  model: SdkLanguageModel;
  server: FailingServer;
  /** What is requested ahead of the first reply, for its connection. */
  prewarmRequest: { url: string; headers: Record<string, string> };
  /** Of every request, made of its instructions. */
  providerOptions?: ((instructions: string) => ProviderOptions) | undefined;
  /** Of the instructions: marks what the vendor keeps in its cache. */
  instructionOptions?: ProviderOptions | undefined;
  /** What the vendor takes for the id of a tool call: a fallback's ids are in the dialogue, too. Default: everything. */
  toolCallIds?: RegExp | undefined;
  /** How the server is asked for what is no talk; bound to a JSON Schema where the question has one. Default `streamed`. */
  answers?: AnswerForm | undefined;
  /** Longest wait for the first word or tool call. Default 10 000. */
  firstTokenMs?: number | undefined;
}

/** A language model that the AI SDK talks to. Stateless; may answer several requests at once. */
export class SdkModel implements AskedModel {
  readonly name: string;
  readonly #options: SdkModelOptions;

  constructor(options: SdkModelOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Opens a connection for the first request, while the telephone rings. Never rejects. */
  async prewarm(): Promise<void> {
    const { url, headers } = this.#options.prewarmRequest;
    await openConnection(url, headers);
  }

  /** Throws a ProviderError, of which ModelNotFoundError is one; requests once: retries are the caller's. */
  async *respond(request: LanguageModelRequest): AsyncGenerator<LanguageModelEvent> {
    const { signal } = request;
    if (signal.aborted) return;
    const late = new AbortController();
    const abandoned = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#options.firstTokenMs ?? FIRST_TOKEN_MS);
    try {
      for await (const part of this.#stream(request, AbortSignal.any([signal, late.signal, abandoned.signal]))) {
        if (signal.aborted) return;
        if (part.type === 'finish' && part.finishReason === 'interrupted') throw this.#failure('the answer broke off');
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
      throw asModelError(error, this.#options.modelId, this.#options.server) ?? error;
    } finally {
      clearTimeout(timer);
      abandoned.abort();
    }
  }

  async ask(question: Question): Promise<Answer> {
    const { model, modelId, server, answers = 'streamed' } = this.#options;
    try {
      return await askSdkModel(model, answers, question);
    } catch (error) {
      throw asModelError(error, modelId, server) ?? error;
    }
  }

  #stream({ prompt, messages, tools }: LanguageModelRequest, abortSignal: AbortSignal) {
    const { model, providerOptions, instructionOptions, toolCallIds } = this.#options;
    const content = `${prompt}\n\n${TELEPHONE_MANNER}`;
    return streamText({
      model,
      instructions: { role: 'system', content, ...(instructionOptions && { providerOptions: instructionOptions }) },
      messages: chatMessages(messages, toolCallIds),
      tools: chatTools(tools),
      maxRetries: 0,
      abortSignal,
      ...(providerOptions && { providerOptions: providerOptions(content) }),
      // Errors come in the stream as well; the SDK would print them.
      onError: () => {},
    }).stream;
  }

  #tooLate(): ProviderError {
    return this.#failure(`no answer for ${this.#options.firstTokenMs ?? FIRST_TOKEN_MS} ms`);
  }

  #failure(message: string): ProviderError {
    return new ProviderError('llm', this.name, message, { retryable: true });
  }
}

function eventOf(part: TextStreamPart<ToolSet>): LanguageModelEvent | null {
  switch (part.type) {
    case 'text-delta':
      return part.text === '' ? null : { type: 'text', delta: part.text };
    case 'tool-call':
      // Also of tools that do not exist and with arguments that do not fit: the conversation reports it to the model.
      return {
        type: 'tool_call',
        call: { id: part.toolCallId, name: part.toolName, ...toolArguments(part.input) },
      };
    case 'finish':
      return usageOf(part.totalUsage);
    case 'error':
      throw part.error;
    default:
      return null;
  }
}

/** Null where the server does not say. */
function usageOf({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): LanguageModelEvent | null {
  if (inputTokens === undefined) return null;
  const cachedInputTokens = inputTokenDetails.cacheReadTokens ?? 0;
  return { type: 'usage', inputTokens, cachedInputTokens, outputTokens: outputTokens ?? 0 };
}
