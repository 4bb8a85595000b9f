import { UnsupportedFunctionalityError } from 'ai';
import { serverSentData } from '../transport/server-sent-events.ts';
import { googleAnswer } from './google-answer.ts';
import { refusalOf } from './google-failure.ts';
import { googleRequest } from './google-request.ts';
import type { CallOptions, SdkInterface, StreamPart, StreamResult } from './sdk-interface.ts';
import { SignedCalls } from './signed-calls.ts';

export interface GoogleLanguageModelOptions {
  /** With the version segment. */
  baseUrl: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
}

/**
 * Gemini for the AI SDK by `streamGenerateContent` (https://ai.google.dev/api/generate-content), of which `@ai-sdk/google`
 * would need 3 MB. It keeps the signatures of its tool calls: one for each call on the telephone.
 */
export class GoogleLanguageModel implements SdkInterface {
  readonly specificationVersion = 'v4';
  readonly provider = 'google';
  readonly supportedUrls = {};
  readonly modelId: string;
  readonly #options: GoogleLanguageModelOptions;
  readonly #calls: SignedCalls;

  constructor(modelId: string, options: GoogleLanguageModelOptions) {
    this.modelId = modelId;
    this.#options = options;
    this.#calls = new SignedCalls(modelId);
  }

  /** Agents talk while the model writes; nothing asks for an answer in one piece. */
  async doGenerate(): Promise<never> {
    throw new UnsupportedFunctionalityError({ functionality: 'an answer in one piece' });
  }

  async doStream(options: CallOptions): Promise<StreamResult> {
    const { baseUrl, headers, fetch } = this.#options;
    const path = this.modelId.includes('/') ? this.modelId : `models/${this.modelId}`;
    const url = `${baseUrl}/${encodeURI(path)}:streamGenerateContent?alt=sse`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(googleRequest(options, this.#calls)),
      signal: options.abortSignal ?? null,
    });
    if (!response.ok || !response.body) throw await refusalOf(url, response);
    return { stream: streamOf(googleAnswer(url, serverSentData(response.body), this.#calls)) };
  }
}

/** Ends what makes the parts when nothing is taken any more. */
function streamOf(parts: AsyncGenerator<StreamPart>): ReadableStream<StreamPart> {
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
