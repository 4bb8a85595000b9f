import type { AudioRateHz } from '@parley/audio';
import { ProviderEvents, type SpeechChunk } from '@parley/conversation/provider';
import { SpokenSound } from '../../transport/spoken-sound.ts';
import { type FailingVendor, reportedFailure } from '../../transport/vendor-failure.ts';
import type { VendorSocket } from '../../transport/vendor-socket.ts';
import { type AuraMessage, auraMessage } from './aura-messages.ts';
import { speakableParts } from './speakable-parts.ts';

/** "20 times every 60 seconds"; what is beyond is not processed (https://developers.deepgram.com/docs/tts-ws-flush). */
const MAX_FLUSHES = 20;
const FLUSH_WINDOW_MS = 60_000;
/** A vendor that does not confirm a `Clear` by then may send stale audio at any time. */
const CLEAR_TIMEOUT_MS = 2000;

export interface AuraConnectionOptions {
  socket: VendorSocket;
  vendor: FailingVendor;
  voice: string;
  /** Of its speech. */
  rateHz: AudioRateHz;
  /** It may have become idle, or is of no more use. */
  onChange: () => void;
}

/** A socket with one voice at one rate. It says one clause at a time: audio has no mark of what it belongs to. */
export class AuraConnection {
  readonly voice: string;
  readonly rateHz: AudioRateHz;
  readonly #socket: VendorSocket;
  readonly #vendor: FailingVendor;
  readonly #onChange: () => void;
  #sound: SpokenSound;
  #clause: ProviderEvents<SpeechChunk> | null = null;
  #clearTimer: NodeJS.Timeout | null = null;
  #flushesMs: number[] = [];
  #isClosed = false;

  constructor({ socket, vendor, voice, rateHz, onChange }: AuraConnectionOptions) {
    this.#socket = socket;
    this.#vendor = vendor;
    this.voice = voice;
    this.rateHz = rateHz;
    this.#sound = new SpokenSound(rateHz);
    this.#onChange = onChange;
    void this.#receive();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** It has nothing to say, and nothing stale to come. */
  get isIdle(): boolean {
    return !this.#isClosed && this.#clause === null && this.#clearTimer === null;
  }

  get mayFlush(): boolean {
    const nowMs = performance.now();
    this.#flushesMs = this.#flushesMs.filter((atMs) => nowMs - atMs < FLUSH_WINDOW_MS);
    return this.#flushesMs.length < MAX_FLUSHES;
  }

  /** Of an idle connection that may flush. Ends with the clause's audio; when `signal` aborts it ends. */
  async *speak(text: string, signal: AbortSignal): AsyncGenerator<SpeechChunk> {
    const clause = new ProviderEvents<SpeechChunk>();
    this.#sound = new SpokenSound(this.rateHz);
    this.#clause = clause;
    const abandon = (): void => this.#abandon(clause);
    signal.addEventListener('abort', abandon, { once: true });
    try {
      this.#ask(text);
      yield* clause;
    } finally {
      signal.removeEventListener('abort', abandon);
      abandon();
    }
  }

  #ask(text: string): void {
    for (const part of speakableParts(text)) this.#socket.send({ type: 'Speak', text: part });
    this.#socket.send({ type: 'Flush' });
    this.#flushesMs.push(performance.now());
  }

  /** Idempotent. Ends what is being said. */
  close(): void {
    if (!this.#isClosed) this.#socket.send({ type: 'Close' });
    this.#stop(null);
  }

  #abandon(clause: ProviderEvents<SpeechChunk>): void {
    clause.end();
    if (this.#clause !== clause) return;
    this.#clause = null;
    this.#clearTimer = setTimeout(() => this.close(), CLEAR_TIMEOUT_MS);
    this.#socket.send({ type: 'Clear' });
  }

  async #receive(): Promise<void> {
    try {
      for await (const message of this.#socket) {
        if (message.type === 'binary') this.#hear(message.data);
        else this.#read(auraMessage(message.text));
      }
      this.#stop(reportedFailure(this.#vendor, 'ended the connection', true));
    } catch (cause) {
      this.#stop(cause as Error);
    }
  }

  #hear(audio: Buffer): void {
    // What comes before a `Cleared` belongs to a clause that is no longer wanted.
    this.#clause?.push(this.#sound.decode(audio));
  }

  #read(message: AuraMessage | null): void {
    if (message?.type === 'Flushed') this.#endClause();
    else if (message?.type === 'Cleared') this.#endClearing();
    else if (message?.type === 'Error') throw reportedFailure(this.#vendor, message.text, true);
    // The clause would never be flushed.
    else if (message?.type === 'Warning' && this.#clause && /flush/i.test(message.text))
      throw reportedFailure(this.#vendor, message.text, true);
  }

  #endClause(): void {
    this.#clause?.end();
    if (this.#clause === null) return;
    this.#clause = null;
    this.#onChange();
  }

  #endClearing(): void {
    if (this.#clearTimer === null) return;
    clearTimeout(this.#clearTimer);
    this.#clearTimer = null;
    this.#onChange();
  }

  #stop(error: Error | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#clearTimer ?? undefined);
    this.#socket.close();
    this.#clause?.end(error);
    this.#clause = null;
    this.#onChange();
  }
}
