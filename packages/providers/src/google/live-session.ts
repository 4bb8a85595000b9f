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
import { changedInstructions, inBrackets, wordForWord } from '../speech-to-speech/spoken-prompt.ts';
import { socketUrl } from '../transport/socket-url.ts';
import { type FailingVendor, statusFailure } from '../transport/vendor-failure.ts';
import { VendorSocket } from '../transport/vendor-socket.ts';
import { liveHistory, liveSetup } from './live-setup.ts';
import { LiveTurns } from './live-turns.ts';
import { type LiveClientMessage, type LiveServerMessage, type LiveUsage, liveMessage } from './live-wire.ts';

const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
/** Audio leaves in pieces of so many frames: "20 ms to 100 ms" are recommended. */
const FRAMES_PER_MESSAGE = 2;
const AUDIO = 'audio/pcm;rate=16000';
/** A session that goes away is left so long before it does, whatever it is saying. */
const LEAVE_BEFORE_MS = 2000;
/** Where it does not say how long it stays. */
const STAYS_MS = 5000;
/** What is said while the next connection opens: ten seconds of it. */
const MOST_KEPT_MESSAGES = 250;

/** -38 dBov. */
const LOUD_RMS = 400;

/** Of a setup that is not accepted, or a key (RFC 6455, 7.4.1). */
const INVALID = [1007, 1008];

const SPEAK_NOW = 'Speak now.';
const NOT_NOW = 'Not done: you only listen for now.';
const UNHEARD = 'What you have said meanwhile was heard by nobody.';

export interface LiveSessionOptions extends SpeechToSpeechOptions {
  /** Without the version segment. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  vendor: FailingVendor;
}

/**
 * A session of the Live API (https://ai.google.dev/api/live). The server detects turns, stops what it is saying when the
 * caller speaks, and answers by itself. Its connections last ten minutes: before one ends, another one resumes it.
 */
export class LiveSession implements SpeechToSpeechSession {
  #options: LiveSessionOptions;
  readonly #events = new ProviderEvents<SpeechToSpeechEvent>();
  readonly #turns = new LiveTurns((event) => this.#events.push(event));
  readonly #configured = Promise.withResolvers<void>();
  #socket: VendorSocket;
  /** The connection that resumes the session, while it opens, and what it has missed so far. */
  #next: VendorSocket | null = null;
  #kept: LiveClientMessage[] = [];
  #handle: string | null = null;
  /** The connection was set up with what is not so any more: another one resumes the session in the next pause. */
  #isStale = false;
  /** For the model, and not sent yet. */
  readonly #notes: string[] = [];
  /** Calls whose results the model waits for. */
  readonly #openCalls = new Set<string>();
  #leaving: NodeJS.Timeout | null = null;
  #pending: Buffer[] = [];
  #listensOnly: boolean;
  #isConfigured = false;
  #isClosed = false;

  private constructor(options: LiveSessionOptions) {
    this.#options = options;
    this.#listensOnly = options.listenOnly;
    this.#turns.mute(options.listenOnly);
    this.#configured.promise.catch(() => undefined);
    this.#socket = this.#connect(null);
  }

  static async open(options: LiveSessionOptions): Promise<LiveSession> {
    const { signal } = options;
    signal.throwIfAborted();
    const session = new LiveSession(options);
    signal.addEventListener('abort', () => session.close(), { once: true });
    await session.#configured.promise;
    return session;
  }

  write(samples: Int16Array): void {
    if (this.#isClosed) return;
    if (isLoud(samples)) this.#turns.hearVoice();
    // The low byte first, as on every host that this runs on.
    this.#pending.push(Buffer.copyBytesFrom(samples));
    if (this.#pending.length < FRAMES_PER_MESSAGE) return;
    const data = Buffer.concat(this.#pending.splice(0)).toString('base64');
    this.#send({ realtimeInput: { audio: { data, mimeType: AUDIO } } });
  }

  /** "A message here will interrupt any current model generation": it waits for the end of what is under way. */
  note(text: string): void {
    this.#notes.push(text);
    this.#sendNotes();
  }

  reply(hint: string | null): void {
    this.#ask(inBrackets(hint ?? SPEAK_NOW));
  }

  say(text: string): void {
    this.#turns.cancel();
    this.#ask(wordForWord(text));
  }

  /** The model goes on when it has them, wanted or not. */
  answerTools(results: readonly ToolResult[], wantsReply: boolean): void {
    if (wantsReply) this.#turns.ask();
    for (const { call } of results) this.#openCalls.delete(call.id);
    this.#respond(
      results.map(({ call: { id, name }, result }) => ({ id, name, result })),
      this.#notes.splice(0),
    );
  }

  /**
   * "You cannot update the configuration while the connection is open. However, you can change the configuration
   * parameters, except the model, when pausing and resuming."
   */
  update(changed: SessionChange): void {
    const { prompt: before } = this.#options;
    this.#options = { ...this.#options, ...changed };
    const { prompt } = this.#options;
    if (prompt !== before) this.note(changedInstructions(before, prompt));
    if (changed.tools) this.#isStale = true;
    this.#renew();
  }

  cancel(): void {
    this.#turns.cancel();
  }

  truncate({ text }: HeardItem): void {
    const heard = text === '' ? 'nothing of what you said last' : `only this of what you said last: "${text}"`;
    this.#tell([`The caller spoke, and heard ${heard}`]);
  }

  listenOnly(only: boolean): void {
    if (this.#listensOnly === only) return;
    this.#listensOnly = only;
    if (this.#turns.mute(only) && !only) this.note(UNHEARD);
  }

  close(): void {
    if (!this.#isClosed) this.#end(null);
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToSpeechEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  #ask(text: string): void {
    this.#turns.ask();
    this.#send({ realtimeInput: { text } });
  }

  /** @param notes come with the last of them */
  #respond(results: readonly { id: string; name: string; result: string }[], notes: readonly string[] = []): void {
    const note = notes.length > 0 && { note: notes.map(inBrackets).join('\n') };
    const functionResponses = results.map(({ id, name, result }, index) => ({
      id,
      name,
      response: { result, ...(index === results.length - 1 && note) },
    }));
    this.#send({ toolResponse: { functionResponses } });
  }

  #sendNotes(): void {
    if (this.#notes.length === 0 || this.#turns.isActive || this.#openCalls.size > 0) return;
    this.#tell(this.#notes.splice(0));
  }

  #tell(notes: readonly string[]): void {
    const turns = [{ role: 'user' as const, parts: notes.map((text) => ({ text: inBrackets(text) })) }];
    this.#send({ clientContent: { turns, turnComplete: false } });
  }

  /** Once nothing is under way that would be lost. */
  #renew(): void {
    if (this.#isStale && this.#turns.isIdle && this.#openCalls.size === 0) this.#resume();
  }

  #send(message: LiveClientMessage): void {
    if (this.#isClosed) return;
    this.#socket.send(message);
    if (this.#next) this.#kept = [...this.#kept, message].slice(-MOST_KEPT_MESSAGES);
  }

  #connect(handle: string | null): VendorSocket {
    const { baseUrl, apiKey, model, vendor } = this.#options;
    const socket = new VendorSocket({
      url: socketUrl(baseUrl, PATH),
      headers: apiKey === null ? {} : { 'x-goog-api-key': apiKey },
      vendor,
      // Never asked to: what it ends ends in the middle of a call.
      isOrderly: () => false,
      isRetryable: (code) => this.#isConfigured || !INVALID.includes(code),
    });
    socket.send({ setup: liveSetup(model, this.#options, handle) });
    void this.#listen(socket);
    return socket;
  }

  async #listen(socket: VendorSocket): Promise<void> {
    try {
      for await (const message of socket) {
        // JSON in frames of either kind.
        this.#receive(socket, liveMessage(message.type === 'text' ? message.text : message.data.toString('utf8')));
      }
      this.#lose(socket, null);
    } catch (cause) {
      this.#lose(socket, cause as Error);
    }
  }

  #receive(socket: VendorSocket, message: LiveServerMessage): void {
    if (socket === this.#next) {
      if (message.setupComplete) this.#moveTo(socket);
      return;
    }
    if (socket !== this.#socket) return;
    const { serverContent, toolCall, toolCallCancellation, usageMetadata, goAway, sessionResumptionUpdate } = message;
    if (message.setupComplete) this.#begin();
    if (sessionResumptionUpdate?.resumable && sessionResumptionUpdate.newHandle)
      this.#handle = sessionResumptionUpdate.newHandle;
    if (serverContent) this.#turns.hear(serverContent);
    if (toolCall) this.#callTools(toolCall.functionCalls ?? []);
    if (toolCallCancellation?.ids) this.#withdraw(toolCallCancellation.ids);
    if (usageMetadata) this.#noteUsage(usageMetadata);
    if (goAway) this.#prepareToLeave(goAway.timeLeft);
    this.#sendNotes();
    if (serverContent?.turnComplete && this.#leaving) this.#resume();
    else this.#renew();
  }

  #begin(): void {
    if (this.#isConfigured) return;
    this.#isConfigured = true;
    const { model, history } = this.#options;
    const said = liveHistory(model, history);
    if (said) this.#send({ clientContent: said });
    this.#configured.resolve();
  }

  #callTools(calls: NonNullable<NonNullable<LiveServerMessage['toolCall']>['functionCalls']>): void {
    const known = calls.map(({ id = '', name = '', args = {} }) => ({ id, name, arguments: { ...args } }));
    if (this.#turns.callTools()) {
      for (const { id } of known) this.#openCalls.add(id);
      this.#events.push({ type: 'tool_calls', calls: known });
    }
    // It would wait for ever.
    else this.#respond(known.map(({ id, name }) => ({ id, name, result: NOT_NOW })));
  }

  #withdraw(callIds: string[]): void {
    for (const id of callIds) this.#openCalls.delete(id);
    this.#events.push({ type: 'tool_calls_withdrawn', callIds });
  }

  #noteUsage(used: LiveUsage): void {
    this.#events.push({
      type: 'usage',
      inputTokens: used.promptTokenCount ?? 0,
      inputAudioTokens: audioIn(used.promptTokensDetails),
      cachedInputTokens: used.cachedContentTokenCount ?? 0,
      cachedInputAudioTokens: audioIn(used.cacheTokensDetails),
      outputTokens: (used.responseTokenCount ?? 0) + (used.thoughtsTokenCount ?? 0),
      outputAudioTokens: audioIn(used.responseTokensDetails),
    });
  }

  /** In the next pause, or when there is no time left. */
  #prepareToLeave(timeLeft: string | undefined): void {
    if (this.#leaving || this.#next) return;
    const staysMs = Number.parseFloat(timeLeft ?? '') * 1000;
    const waitMs = Math.max(0, (Number.isFinite(staysMs) ? staysMs : STAYS_MS) - LEAVE_BEFORE_MS);
    this.#leaving = setTimeout(() => this.#resume(), waitMs).unref();
    if (!this.#turns.isActive) this.#resume();
  }

  #resume(): void {
    if (this.#leaving) clearTimeout(this.#leaving);
    this.#leaving = null;
    // Without a handle the end of the connection is that of the session, and the conversation opens another one.
    if (this.#isClosed || this.#next || this.#handle === null) return;
    this.#kept = [];
    this.#isStale = false;
    this.#next = this.#connect(this.#handle);
  }

  #moveTo(socket: VendorSocket): void {
    const old = this.#socket;
    this.#socket = socket;
    this.#next = null;
    for (const message of this.#kept.splice(0)) socket.send(message);
    old.close();
  }

  #lose(socket: VendorSocket, error: Error | null): void {
    if (socket === this.#socket) this.#end(error === null ? null : withAdvice(error, this.#options.vendor));
    else if (socket === this.#next) this.#next = null;
  }

  #end(error: Error | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#leaving) clearTimeout(this.#leaving);
    this.#pending = [];
    this.#kept = [];
    this.#configured.reject(
      error ??
        new ProviderError('llm', this.#options.vendor.provider, 'closed before it was open', { retryable: true }),
    );
    this.#events.end(error);
    this.#next?.close();
    this.#socket?.close();
  }
}

/** Words that come in silence are late ones: no finer ear is needed for that. */
function isLoud(samples: Int16Array): boolean {
  let energy = 0;
  for (let index = 0; index < samples.length; index += 1) energy += samples[index]! * samples[index]!;
  return energy > LOUD_RMS ** 2 * samples.length;
}

const audioIn = (details: { modality?: string; tokenCount?: number }[] = []): number =>
  details.reduce((sum, { modality, tokenCount = 0 }) => (modality === 'AUDIO' ? sum + tokenCount : sum), 0);

/** A wrong key is reported in the close of a connection that was accepted. */
function withAdvice(error: Error, vendor: FailingVendor): Error {
  if (!/API[ _]key/i.test(error.message)) return error;
  const message = error.message.replace(`${vendor.provider}: `, '').replace(/^401 /, '');
  return statusFailure(vendor, 401, { message });
}
