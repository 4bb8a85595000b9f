import {
  type ClauseRequest,
  ProviderError,
  RequestedSpeech,
  type SpeechChunk,
  type SpeechOptions,
  type SpeechSession,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '@parley/conversation/provider';
import { OwnConnections } from '../transport/keep-alive-fetch.ts';
import { networkFailure, reportedFailure } from '../transport/vendor-failure.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import { assertUsable, type ServerConnection } from './server-connection.ts';
import { speechAudio } from './speech-audio.ts';

const PREWARM_TIMEOUT_MS = 5000;

export interface ServerSpeechOptions {
  /** What the provider is called. */
  name: string;
  server: ServerConnection;
  /** As the server calls it. */
  model: string;
  /** WAV tells its rate; OpenAI's own PCM has the one that is documented. */
  format: 'wav' | 'pcm';
  /** Of the request's body, beside the text, the voice, the model and the format. */
  extra?: Record<string, unknown>;
  /** A voice as the request has it; default: its name. */
  wireVoice?: (voice: string) => unknown;
}

class ServerSession extends RequestedSpeech {
  #onClose: () => void = () => undefined;

  whenClosed(listener: () => void): this {
    this.#onClose = listener;
    return this;
  }

  override close(): void {
    super.close();
    this.#onClose();
  }
}

/** Speech by `POST /audio/speech`, whose audio is streamed in the response. */
export class ServerSpeech implements TextToSpeech {
  readonly name: string;
  readonly capabilities: TextToSpeechCapabilities = { wordTimes: false, languagesOf: () => null };
  readonly #options: ServerSpeechOptions;
  #connections = new OwnConnections();
  /** Those that are not used for anything new. */
  readonly #retired: OwnConnections[] = [];
  readonly #closing = new AbortController();
  #sessions = new Set<SpeechSession>();
  #format: 'wav' | 'pcm';

  constructor(options: ServerSpeechOptions) {
    this.name = options.name;
    this.#options = options;
    this.#format = options.format;
  }

  prewarm(): void {
    if (this.#options.server.fault) return;
    void this.#connectAhead();
  }

  open(options: SpeechOptions, isFresh = false): SpeechSession {
    if (isFresh) {
      this.#retired.push(this.#connections);
      this.#connections = new OwnConnections();
    }
    const session = new ServerSession(options, (request) => this.#synthesize(request));
    this.#sessions.add(session);
    return session.whenClosed(() => this.#sessions.delete(session));
  }

  close(): void {
    for (const session of this.#sessions) session.close();
    this.#closing.abort();
    for (const connections of [...this.#retired, this.#connections]) connections.close();
  }

  /** Any answer opens the connection; one that is no success is said again to the first request. */
  async #connectAhead(): Promise<void> {
    const { baseUrl, headers } = this.#options.server;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(PREWARM_TIMEOUT_MS)]);
    try {
      const response = await this.#connections.fetch(`${baseUrl}/models`, { headers, signal });
      await response.arrayBuffer();
      if (response.status >= 500) this.#connections.reset();
    } catch {
      // The first request will tell what is wrong.
    }
  }

  async *#synthesize({ text, voice, signal }: ClauseRequest): AsyncGenerator<SpeechChunk> {
    const input = text.trim();
    if (input === '') return;
    const { vendor } = this.#options.server;
    let hasAudio = false;
    try {
      for await (const chunk of speechAudio(await this.#request(input, voice, signal), vendor)) {
        hasAudio = true;
        yield chunk;
      }
    } catch (cause) {
      if (signal.aborted) return;
      throw cause instanceof ProviderError ? cause : networkFailure(vendor, cause);
    }
    if (!hasAudio && /[\p{L}\p{N}]/u.test(input)) throw reportedFailure(vendor, 'answered without audio', true);
  }

  /** A server that has no WAV is asked for bare samples, and from then on. */
  async #request(input: string, voice: string, signal: AbortSignal): Promise<Response> {
    const asked = this.#format;
    try {
      return await this.#post(input, voice, signal);
    } catch (cause) {
      if (asked === 'pcm' || !refusesFormat(cause)) throw cause;
      this.#format = 'pcm';
      return this.#post(input, voice, signal);
    }
  }

  async #post(input: string, voice: string, signal: AbortSignal): Promise<Response> {
    assertUsable(this.#options.server);
    const { server, extra = {}, wireVoice = (name: string) => name } = this.#options;
    const { model = this.#options.model, name } = modelAndVoice(voice);
    return requestVendor({
      url: `${server.baseUrl}/audio/speech`,
      headers: server.headers,
      body: { model, voice: wireVoice(name), input, response_format: this.#format, ...extra },
      vendor: server.vendor,
      signal,
      fetch: this.#connections.fetch,
    });
  }
}

/** The refusal names the field or its value: 400 and 422 are also said of voices and models. */
const refusesFormat = (cause: unknown): boolean =>
  cause instanceof ProviderError && !cause.retryable && /response_format|\bwav\b/i.test(cause.message);

/** `model/voice` names a model of the server other than its usual one; a model's name may have slashes itself. */
function modelAndVoice(voice: string): { model?: string; name: string } {
  const slash = voice.includes('://') ? -1 : voice.lastIndexOf('/');
  return slash < 0 ? { name: voice } : { model: voice.slice(0, slash), name: voice.slice(slash + 1) };
}
