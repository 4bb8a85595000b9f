import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';
import {
  type ClauseRequest,
  RequestedSpeech,
  type SpeechChunk,
  type SpeechOptions,
  type SpeechSession,
  type SynthesizeClause,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '@parley/conversation/provider';
import type { VendorConnection } from '../../vendor.ts';
import { DeepgramAccount } from '../deepgram-account.ts';
import { AuraConnection } from './aura-connection.ts';
import { voiceLanguages } from './voice-languages.ts';

/** Idle connections that are kept: one for the next clause, one more for what is said beside it. */
const MAX_IDLE = 2;

/**
 * Speech by Aura on `/v1/speak`. A voice is a model there, and a socket has one of them, so that connections are made
 * for voices; sessions share them, clause by clause.
 */
export class DeepgramTextToSpeech implements TextToSpeech {
  readonly name: string;
  readonly capabilities: TextToSpeechCapabilities = { wordTimes: false, languagesOf: voiceLanguages };
  readonly #account: DeepgramAccount;
  /** Longest unused first. */
  #connections: AuraConnection[] = [];
  readonly #sessions = new Set<AuraSession>();
  #isClosed = false;

  constructor(connection: VendorConnection) {
    this.#account = new DeepgramAccount(connection, 'tts');
    this.name = this.#account.vendor.provider;
  }

  prewarm({ voice, sampleRateHz = SAMPLE_RATE_HZ }: SpeechOptions): void {
    if (!this.#isClosed && !this.#idle(voice, sampleRateHz)) this.#connect(voice, sampleRateHz);
  }

  open(options: SpeechOptions, isFresh = false): SpeechSession {
    if (isFresh) for (const idle of this.#connections.filter(({ isIdle }) => isIdle)) idle.close();
    const session = new AuraSession(
      options,
      (request) => this.#speak(request),
      () => this.#sessions.delete(session),
    );
    this.#sessions.add(session);
    if (this.#isClosed) session.close();
    return session;
  }

  close(): void {
    this.#isClosed = true;
    for (const session of [...this.#sessions]) session.close();
    for (const connection of [...this.#connections]) connection.close();
  }

  async *#speak({ text, voice, sampleRateHz = SAMPLE_RATE_HZ, signal }: ClauseRequest): AsyncGenerator<SpeechChunk> {
    if (text.trim() === '' || this.#isClosed) return;
    const connection = this.#idle(voice, sampleRateHz) ?? this.#connect(voice, sampleRateHz);
    this.#connections = [...this.#connections.filter((other) => other !== connection), connection];
    yield* connection.speak(text, signal);
  }

  #idle(voice: string, rateHz: AudioRateHz): AuraConnection | undefined {
    return this.#connections.findLast(
      (other) => other.voice === voice && other.rateHz === rateHz && other.isIdle && other.mayFlush,
    );
  }

  #connect(voice: string, rateHz: AudioRateHz): AuraConnection {
    const parameters: [string, string][] = [
      ['model', voice],
      ['encoding', rateHz === SAMPLE_RATE_HZ ? 'mulaw' : 'linear16'],
      ['sample_rate', String(rateHz)],
    ];
    const connection = new AuraConnection({
      socket: this.#account.connect('/v1/speak', parameters),
      vendor: this.#account.vendor,
      voice,
      rateHz,
      onChange: () => this.#tidy(),
    });
    this.#connections.push(connection);
    return connection;
  }

  /** Connections beyond those that are kept close, the longest unused first. */
  #tidy(): void {
    this.#connections = this.#connections.filter(({ isClosed }) => !isClosed);
    const idle = this.#connections.filter(({ isIdle }) => isIdle);
    for (const connection of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) connection.close();
  }
}

class AuraSession extends RequestedSpeech {
  readonly #onClosed: () => void;

  constructor(options: SpeechOptions, synthesize: SynthesizeClause, onClosed: () => void) {
    super(options, synthesize);
    this.#onClosed = onClosed;
  }

  override close(): void {
    super.close();
    this.#onClosed();
  }
}
