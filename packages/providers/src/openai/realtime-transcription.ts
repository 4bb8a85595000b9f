import { FRAME_MS } from '@parley/audio';
import {
  ProviderError,
  ProviderEvents,
  type SpeechToTextEvent,
  type SpeechToTextOptions,
  type SpeechToTextStream,
} from '@parley/conversation/provider';
import { socketUrl } from '../transport/socket-url.ts';
import type { FailingVendor } from '../transport/vendor-failure.ts';
import { VendorSocket } from '../transport/vendor-socket.ts';
import { RealtimeSound } from './realtime-sound.ts';
import { parsedEvent, type RealtimeFault, realtimeFailure } from './realtime-wire.ts';
import { TranscriptionItems } from './transcription-items.ts';
import { type TranscriptionModel, transcriptionSettings } from './transcription-model.ts';

/** Audio leaves in pieces of so many frames: nothing is answered sooner for smaller ones. */
const FRAMES_PER_MESSAGE = 3;
/** "Expected at least 100ms of audio": a commit of less is refused as `input_audio_buffer_commit_empty`. */
const MIN_COMMIT_MS = 100;
/** What a model that begins with the commit need not hear: silence that is longer than this before the first voice. */
const MAX_SILENCE_MS = 5000;
const PRE_ROLL_MS = 500;

/** What the server says, as far as it matters (https://developers.openai.com/api/reference/resources/realtime/server-events). */
interface ServerEvent {
  type: string;
  item_id?: string;
  delta?: string;
  transcript?: string;
  error?: RealtimeFault;
}

export interface RealtimeTranscriptionOptions extends SpeechToTextOptions {
  baseUrl: string;
  apiKey: string | null;
  model: TranscriptionModel;
  vendor: FailingVendor;
}

/**
 * A transcription session of the Realtime API (https://developers.openai.com/api/docs/guides/realtime-transcription).
 * Turns are ours: its own detection is off, and `finalize` commits.
 */
export class RealtimeTranscription implements SpeechToTextStream {
  readonly #vendor: FailingVendor;
  readonly #model: TranscriptionModel;
  readonly #socket: VendorSocket;
  readonly #events = new ProviderEvents<SpeechToTextEvent>();
  readonly #items = new TranscriptionItems((event) => this.#events.push(event));
  readonly #sound: RealtimeSound;
  readonly #configured = Promise.withResolvers<void>();
  /** Audio that was not sent yet. */
  #pending: Uint8Array[] = [];
  #writtenMs = 0;
  /** Of the item that is being said. */
  #itemMs = 0;
  #hasVoice = false;
  /** The last of what was written before the first voice. */
  #preRoll: Uint8Array[] = [];
  #isConfigured = false;
  #isClosed = false;

  private constructor(options: RealtimeTranscriptionOptions) {
    const { baseUrl, apiKey, model, vendor, language, hints } = options;
    this.#sound = new RealtimeSound(options.sampleRateHz);
    this.#vendor = vendor;
    this.#model = model;
    this.#configured.promise.catch(() => undefined);
    this.#socket = new VendorSocket({
      url: socketUrl(baseUrl, '/realtime', [['intent', 'transcription']]),
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      vendor,
      // Never asked to: what it ends ends in the middle of a call.
      isOrderly: () => false,
    });
    this.#socket.send({
      type: 'session.update',
      session: transcriptionSettings({ model, language, hints, format: this.#sound.format }),
    });
    void this.#listen();
  }

  static async open(options: RealtimeTranscriptionOptions): Promise<RealtimeTranscription> {
    const { signal } = options;
    signal.throwIfAborted();
    const stream = new RealtimeTranscription(options);
    signal.addEventListener('abort', () => stream.close(), { once: true });
    await stream.#configured.promise;
    return stream;
  }

  write(frame: Int16Array, voiced: boolean): void {
    if (this.#isClosed) return;
    const audio = this.#sound.encode(frame);
    if (voiced) this.#items.hearVoice();
    this.#hasVoice ||= voiced;
    if (!this.#hasVoice && !this.#model.listensAlways) this.#skipSilence(audio);
    this.#writtenMs += FRAME_MS;
    this.#itemMs += FRAME_MS;
    this.#pending.push(audio);
    if (this.#pending.length >= FRAMES_PER_MESSAGE) this.#send();
    this.#items.passTime(this.#writtenMs);
  }

  finalize(): void {
    if (this.#isClosed) return;
    if (this.#itemMs === 0) {
      this.#items.commitNothing();
      return;
    }
    this.#pending.push(this.#sound.flush());
    if (this.#itemMs < MIN_COMMIT_MS) this.#pending.push(this.#sound.silence(MIN_COMMIT_MS - this.#itemMs));
    this.#send();
    this.#socket.send({ type: 'input_audio_buffer.commit' });
    this.#items.commit();
    this.#hasVoice = false;
    this.#itemMs = 0;
    this.#preRoll = [];
  }

  close(): void {
    if (this.#isClosed) return;
    this.#end(null);
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  #send(): void {
    if (this.#pending.length === 0) return;
    const audio = Buffer.concat(this.#pending.splice(0)).toString('base64');
    this.#socket.send({ type: 'input_audio_buffer.append', audio });
  }

  /** A model that begins with the commit would hear all the silence, and make words of it. */
  #skipSilence(audio: Uint8Array): void {
    this.#preRoll.push(audio);
    if (this.#preRoll.length > PRE_ROLL_MS / FRAME_MS) this.#preRoll.shift();
    if (this.#itemMs < MAX_SILENCE_MS) return;
    this.#pending = [];
    this.#socket.send({ type: 'input_audio_buffer.clear' });
    this.#pending.push(...this.#preRoll.slice(0, -1));
    this.#itemMs = this.#pending.length * FRAME_MS;
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
    const { type, item_id: id = '' } = event;
    if (type === 'session.updated') {
      this.#isConfigured = true;
      this.#configured.resolve();
    } else if (type === 'input_audio_buffer.committed') this.#items.committed(id);
    else if (type === 'conversation.item.input_audio_transcription.delta') this.#items.delta(id, event.delta ?? '');
    else if (type === 'conversation.item.input_audio_transcription.completed')
      this.#items.completed(id, event.transcript ?? '');
    else if (type === 'conversation.item.input_audio_transcription.failed') throw this.#failure(event);
    else if (type === 'error') this.#refuse(event);
  }

  /** "Most errors are recoverable and the session will stay open": one that says that there was nothing to transcribe is. */
  #refuse(event: ServerEvent): void {
    if (event.error?.code === 'input_audio_buffer_commit_empty') this.#items.refusedCommit();
    else throw this.#failure(event);
  }

  #failure({ error = {} }: ServerEvent): ProviderError {
    return realtimeFailure(this.#vendor, error, this.#isConfigured);
  }

  #end(error: Error | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pending = [];
    this.#preRoll = [];
    this.#configured.reject(
      error ?? new ProviderError('stt', this.#vendor.provider, 'closed before it was open', { retryable: true }),
    );
    this.#events.end(error);
    this.#socket.close();
  }
}
