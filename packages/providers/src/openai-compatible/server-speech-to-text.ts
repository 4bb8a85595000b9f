import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '@parley/conversation/provider';
import { OwnConnections } from '../transport/keep-alive-fetch.ts';
import { TimeLimit } from '../transport/time-limit.ts';
import { networkFailure, statusFailure } from '../transport/vendor-failure.ts';
import { assertUsable, type ServerConnection } from './server-connection.ts';
import { transcribe } from './transcription-request.ts';
import { SLOWEST_DRAFT_MS, UploadedStream } from './uploaded-stream.ts';

const OPEN_TIMEOUT_MS = 5000;
/** Whisper reads no more than 224 tokens of a prompt. */
const MAX_PROMPT_CHARACTERS = 600;

export interface ServerSpeechToTextOptions {
  /** What the provider is called. */
  name: string;
  server: ServerConnection;
  /** As the server calls it. */
  model: string;
}

/** Speech recognition by any server that has `POST /audio/transcriptions`. */
export class ServerSpeechToText implements SpeechToText {
  readonly name: string;
  readonly capabilities: SpeechToTextCapabilities = {
    interim: true,
    nextWordMs: SLOWEST_DRAFT_MS,
    endOfTurn: 'none',
    wideband: true,
    finalPatienceMs: 4000,
    keyTerms: true,
    languages: null,
    detectsLanguage: true,
  };
  readonly #options: ServerSpeechToTextOptions;

  constructor(options: ServerSpeechToTextOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async open({ language, hints, signal }: SpeechToTextOptions): Promise<SpeechToTextStream> {
    const { server, model } = this.#options;
    assertUsable(server);
    const connections = new OwnConnections();
    try {
      const takesInstructions = await this.#greet(connections.fetch, signal);
      const options = {
        server,
        model,
        language: language === null ? null : new Intl.Locale(language).language,
        prompt: promptFor(hints, takesInstructions),
        fetch: connections.fetch,
      };
      const stream = new UploadedStream({
        server,
        transcribe: (samples, requestSignal) => transcribe(samples, options, requestSignal),
        detectsLanguage: language === null,
        onClose: () => connections.close(),
      });
      signal.addEventListener('abort', () => stream.close(), { once: true });
      stream.warmUp();
      return stream;
    } catch (cause) {
      connections.close();
      throw cause;
    }
  }

  /**
   * Opens the connection, and learns at the beginning of the call that the server is not there or refuses the key. True:
   * it is llama.cpp, whose models take the prompt for what they are to do with the audio.
   */
  async #greet(fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<boolean> {
    const { baseUrl, headers, vendor } = this.#options.server;
    const limit = new TimeLimit(OPEN_TIMEOUT_MS);
    let response: Response;
    let message: string;
    try {
      response = await fetch(`${baseUrl}/models`, { headers, signal: AbortSignal.any([signal, limit.signal]) });
      message = await response.text();
    } catch (cause) {
      signal.throwIfAborted();
      throw limit.hasPassed
        ? networkFailure(vendor, new Error(`no answer for ${OPEN_TIMEOUT_MS} ms`))
        : networkFailure(vendor, cause);
    } finally {
      limit.end();
    }
    const { status } = response;
    // A server of transcriptions alone need not have this list.
    if ([401, 403, 429].includes(status) || status >= 500)
      throw statusFailure(vendor, status, { message, retryAfter: response.headers.get('retry-after') });
    return response.headers.get('server') === 'llama.cpp';
  }
}

function promptFor(hints: readonly string[], takesInstructions: boolean): string | null {
  if (hints.length === 0) return null;
  const terms = `Words that may occur: ${hints.join(', ')}`.slice(0, MAX_PROMPT_CHARACTERS);
  return takesInstructions ? `Transcribe the audio, word for word. ${terms}.` : `${terms}.`;
}
