import {
  type HeardItem,
  ProviderError,
  ProviderEvents,
  type SessionChange,
  type SpeechToSpeechEvent,
  type SpeechToSpeechOptions,
  type SpeechToSpeechSession,
  type ToolResult,
} from '@parley/conversation/provider';
import { writtenArguments } from '../chat/tool-arguments.ts';
import { inBrackets, wordForWord } from '../speech-to-speech/spoken-prompt.ts';
import { socketUrl } from '../transport/socket-url.ts';
import { SpokenSound } from '../transport/spoken-sound.ts';
import type { FailingVendor } from '../transport/vendor-failure.ts';
import { VendorSocket } from '../transport/vendor-socket.ts';
import {
  agentSettings,
  conversationSettings,
  historyItems,
  inputSettings,
  noteItem,
  resultItem,
  TRANSCRIBER,
} from './realtime-settings.ts';
import { RealtimeSound } from './realtime-sound.ts';
import { parsedEvent, type RealtimeFault, realtimeFailure } from './realtime-wire.ts';

/** Audio leaves in pieces of so many frames: the vendor's detector hears no sooner for smaller ones. */
const FRAMES_PER_MESSAGE = 2;
/** Of replies that were called off, what still comes is dropped. */
const MOST_DROPPED = 20;

/** Refusals that mean nothing: what they refuse was overtaken by what the server had done by itself. */
const OVERTAKEN = new Set(['response_cancel_not_active', 'input_audio_buffer_commit_empty']);
const HAS_ACTIVE_RESPONSE = 'conversation_already_has_active_response';
/** The session is over, though its socket may be open for a while. */
const FATAL = /session_expired|insufficient_quota|invalid_api_key|authentication|rate_limit/;

interface TokenDetails {
  audio_tokens?: number;
  cached_tokens?: number;
  cached_tokens_details?: { audio_tokens?: number };
}

interface WireResponse {
  id?: string;
  status?: string;
  status_details?: { reason?: string; error?: RealtimeFault };
  output?: { type?: string; call_id?: string; name?: string; arguments?: string; status?: string }[];
  usage?: {
    input_tokens?: number;
    output_tokens?: number;
    input_token_details?: TokenDetails;
    output_token_details?: TokenDetails;
  } | null;
}

/** What the server says, as far as it matters (https://developers.openai.com/api/reference/resources/realtime/server-events). */
interface ServerEvent {
  type: string;
  item_id?: string;
  /** Of a transcription: what it is charged by. */
  usage?: { type?: string; seconds?: number } | null;
  response_id?: string;
  delta?: string;
  transcript?: string;
  response?: WireResponse;
  error?: RealtimeFault;
}

export interface RealtimeConversationOptions extends SpeechToSpeechOptions {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  vendor: FailingVendor;
}

/**
 * A conversation of the Realtime API (https://developers.openai.com/api/docs/guides/realtime-conversations). The server
 * detects turns, stops its reply when the caller speaks, and answers by itself.
 */
export class RealtimeConversation implements SpeechToSpeechSession {
  readonly #vendor: FailingVendor;
  #options: RealtimeConversationOptions;
  readonly #socket: VendorSocket;
  readonly #sound: RealtimeSound;
  /** Of what is being said. */
  #spoken: { itemId: string; sound: SpokenSound } | null = null;
  readonly #events = new ProviderEvents<SpeechToSpeechEvent>();
  readonly #configured = Promise.withResolvers<void>();
  #isConfigured = false;
  #isClosed = false;
  #listensOnly: boolean;
  #pending: Uint8Array[] = [];
  /** The response under way; '' while it was asked for and not begun. */
  #active: string | null = null;
  /** What was asked for last, and what is asked for behind the one under way. */
  #asked: object = {};
  #next: object | null = null;
  #dropsNext = false;
  #dropped: string[] = [];
  /** Transcripts so far, by item. */
  #heard = new Map<string, string>();
  #said = new Map<string, string>();

  private constructor(options: RealtimeConversationOptions) {
    const { baseUrl, apiKey, model, vendor, history, listenOnly } = options;
    this.#options = options;
    this.#vendor = vendor;
    this.#sound = new RealtimeSound(options.callRateHz);
    this.#listensOnly = listenOnly;
    this.#configured.promise.catch(() => undefined);
    this.#socket = new VendorSocket({
      url: socketUrl(baseUrl, '/realtime', [['model', model]]),
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      vendor,
      // Never asked to: what it ends ends in the middle of a call.
      isOrderly: () => false,
    });
    const { format } = this.#sound;
    this.#socket.send({ type: 'session.update', session: conversationSettings(model, format, options) });
    for (const item of historyItems(history)) this.#createItem(item);
    void this.#listen();
  }

  static async open(options: RealtimeConversationOptions): Promise<RealtimeConversation> {
    const { signal } = options;
    signal.throwIfAborted();
    const session = new RealtimeConversation(options);
    signal.addEventListener('abort', () => session.close(), { once: true });
    await session.#configured.promise;
    return session;
  }

  write(samples: Int16Array): void {
    if (this.#isClosed) return;
    this.#pending.push(this.#sound.encode(samples));
    if (this.#pending.length < FRAMES_PER_MESSAGE) return;
    const audio = Buffer.concat(this.#pending.splice(0)).toString('base64');
    this.#socket.send({ type: 'input_audio_buffer.append', audio });
  }

  note(text: string): void {
    this.#createItem(noteItem(inBrackets(text)));
  }

  reply(hint: string | null): void {
    if (hint !== null) this.note(hint);
    this.#ask({});
  }

  say(text: string): void {
    this.cancel();
    this.#ask({ instructions: wordForWord(text), tool_choice: 'none' });
  }

  answerTools(results: readonly ToolResult[], wantsReply: boolean): void {
    for (const { call, result } of results) this.#createItem(resultItem(call.id, result));
    if (wantsReply) this.#ask({});
  }

  cancel(): void {
    this.#next = null;
    if (this.#active === null) return;
    this.#socket.send({ type: 'response.cancel' });
    if (this.#active === '') this.#dropsNext = true;
    else this.#drop(this.#active);
  }

  truncate({ itemId, heardMs }: HeardItem): void {
    this.#socket.send({
      type: 'conversation.item.truncate',
      item_id: itemId,
      content_index: 0,
      audio_end_ms: heardMs,
    });
  }

  update(changed: SessionChange): void {
    this.#options = { ...this.#options, ...changed };
    this.#change(agentSettings(this.#options));
  }

  listenOnly(only: boolean): void {
    if (this.#listensOnly === only) return;
    this.#listensOnly = only;
    this.#change({ audio: { input: inputSettings(this.#sound.format, { ...this.#options, listenOnly: only }) } });
  }

  close(): void {
    if (!this.#isClosed) this.#end(null);
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToSpeechEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  /** "Only the fields that are present in the session.update are updated." */
  #change(session: object): void {
    this.#socket.send({ type: 'session.update', session: { type: 'realtime', ...session } });
  }

  #createItem(item: object): void {
    this.#socket.send({ type: 'conversation.item.create', item });
  }

  /** One response at a time. */
  #ask(response: object): void {
    if (this.#active !== null) {
      this.#next = response;
      return;
    }
    this.#active = '';
    this.#asked = response;
    this.#socket.send({ type: 'response.create', response });
  }

  #drop(responseId: string): void {
    this.#dropped = [...this.#dropped, responseId].slice(-MOST_DROPPED);
  }

  async #listen(): Promise<void> {
    try {
      for await (const message of this.#socket) {
        if (message.type === 'text') this.#receive(parsedEvent<ServerEvent>(message.text));
      }
      this.#end(null);
    } catch (cause) {
      this.#end(cause as Error);
    }
  }

  #receive(event: ServerEvent): void {
    const { item_id: itemId = '', delta = '', transcript = '' } = event;
    switch (event.type) {
      case 'session.updated':
        this.#isConfigured = true;
        this.#configured.resolve();
        return;
      case 'input_audio_buffer.speech_started':
        this.#events.push({ type: 'voice_started' });
        return;
      case 'input_audio_buffer.speech_stopped':
        this.#events.push({ type: 'voice_stopped', itemId });
        return;
      case 'conversation.item.input_audio_transcription.delta':
        this.#hear(itemId, (this.#heard.get(itemId) ?? '') + delta, false);
        return;
      case 'conversation.item.input_audio_transcription.completed':
        this.#hear(itemId, transcript, true);
        this.#noteTranscription(event);
        return;
      case 'conversation.item.input_audio_transcription.failed':
        this.#warn(`what the caller said could not be written: ${event.error?.message ?? 'no reason was given'}`);
        this.#hear(itemId, this.#heard.get(itemId) ?? '', true);
        return;
      case 'response.created':
        this.#begin(event.response?.id ?? '');
        return;
      case 'response.output_audio.delta':
        this.#play(event);
        return;
      case 'response.output_audio.done':
        this.#events.push({ type: 'item_ended', itemId });
        return;
      case 'response.output_audio_transcript.delta':
        this.#write(itemId, (this.#said.get(itemId) ?? '') + delta, false);
        return;
      case 'response.output_audio_transcript.done':
        this.#write(itemId, transcript === '' ? (this.#said.get(itemId) ?? '') : transcript, true);
        return;
      case 'response.done':
        this.#finish(event.response ?? {});
        return;
      case 'error':
        this.#refuse(event.error ?? {});
        return;
    }
  }

  #hear(itemId: string, text: string, isFinal: boolean): void {
    if (isFinal) this.#heard.delete(itemId);
    else this.#heard.set(itemId, text);
    this.#events.push({ type: 'heard', itemId, text, isFinal });
  }

  #write(itemId: string, text: string, isFinal: boolean): void {
    if (isFinal) this.#said.delete(itemId);
    else this.#said.set(itemId, text);
    this.#events.push({ type: 'transcript', itemId, text, isFinal });
  }

  #begin(responseId: string): void {
    this.#active = responseId;
    if (this.#dropsNext) this.#drop(responseId);
    this.#dropsNext = false;
  }

  #play({ item_id: itemId = '', response_id: responseId = '', delta = '' }: ServerEvent): void {
    if (this.#dropped.includes(responseId)) return;
    const audio = Buffer.from(delta, 'base64');
    if (this.#spoken?.itemId !== itemId) this.#spoken = { itemId, sound: new SpokenSound(this.#options.callRateHz) };
    this.#events.push({ type: 'audio', itemId, samples: this.#spoken.sound.decode(audio).samples });
  }

  #finish(response: WireResponse): void {
    const { id = '', status, status_details: details, output = [], usage } = response;
    if (usage) this.#noteUsage(usage);
    if (status === 'failed') throw realtimeFailure(this.#vendor, faultOf(details?.error), true);
    const isWanted = !this.#dropped.includes(id);
    const calls = output.filter((item) => item.type === 'function_call');
    if (isWanted && status === 'completed' && calls.length > 0) {
      this.#events.push({
        type: 'tool_calls',
        calls: calls.map(({ call_id: callId = '', name = '', arguments: written = '' }) => ({
          ...{ id: callId, name },
          ...writtenArguments(written),
        })),
      });
    }
    if (status === 'incomplete') this.#warn(`a reply was cut short: ${details?.reason ?? 'no reason was given'}`);
    if (isWanted && status !== 'cancelled' && calls.length === 0) this.#events.push({ type: 'reply_ended' });
    if (this.#active !== id) return;
    this.#active = null;
    const next = this.#next;
    this.#next = null;
    if (next) this.#ask(next);
  }

  #noteUsage({
    input_tokens: inputTokens = 0,
    output_tokens: outputTokens = 0,
    input_token_details: input = {},
    output_token_details: output = {},
  }: NonNullable<WireResponse['usage']>): void {
    this.#events.push({
      type: 'usage',
      inputTokens,
      inputAudioTokens: input.audio_tokens ?? 0,
      cachedInputTokens: input.cached_tokens ?? 0,
      cachedInputAudioTokens: input.cached_tokens_details?.audio_tokens ?? 0,
      outputTokens,
      outputAudioTokens: output.audio_tokens ?? 0,
    });
  }

  #noteTranscription({ usage }: ServerEvent): void {
    if (usage?.type !== 'duration' || usage.seconds === undefined) return;
    this.#events.push({ type: 'transcribed', model: TRANSCRIBER.name, audioMs: usage.seconds * 1000 });
  }

  /** "Most errors are recoverable and the session will stay open." */
  #refuse(fault: RealtimeFault): void {
    const { type = '', code, message = 'refused something without a word' } = fault;
    if (!this.#isConfigured || FATAL.test(`${type} ${code}`)) {
      throw realtimeFailure(this.#vendor, fault, this.#isConfigured);
    }
    // The server has begun to answer the caller at the same moment: what was asked for comes behind that.
    if (code === HAS_ACTIVE_RESPONSE) this.#next ??= this.#asked;
    else if (!OVERTAKEN.has(code ?? '')) this.#warn(message);
  }

  #warn(message: string): void {
    this.#events.push({ type: 'warning', message: `${this.#vendor.provider}: ${message}` });
  }

  #end(error: Error | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pending = [];
    this.#heard.clear();
    this.#said.clear();
    this.#configured.reject(
      error ?? new ProviderError('llm', this.#vendor.provider, 'closed before it was open', { retryable: true }),
    );
    this.#events.end(error);
    this.#socket.close();
  }
}

/** A failed response has a code and no message. */
function faultOf(error: RealtimeFault = {}): RealtimeFault {
  const { type = 'server_error', code } = error;
  return { ...error, message: error.message ?? `the reply failed: ${code ?? type}` };
}
