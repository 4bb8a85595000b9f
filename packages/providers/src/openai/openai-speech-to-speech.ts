import type {
  SpeechToSpeech,
  SpeechToSpeechCapabilities,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
} from '@parley/conversation/provider';
import { assertUsable, type ServerConnection } from '../openai-compatible/server-connection.ts';
import { RealtimeConversation } from './realtime-conversation.ts';
import { REALTIME_VOICES } from './realtime-settings.ts';

/** A model of OpenAI's Realtime API. */
export class OpenAiSpeechToSpeech implements SpeechToSpeech {
  readonly name: string;
  readonly capabilities: SpeechToSpeechCapabilities = {
    rates: { 8000: { inputRateHz: 8000, outputRateHz: 8000 }, 16000: { inputRateHz: 16_000, outputRateHz: 24_000 } },
    truncation: 'audio',
    interimTranscripts: false,
    languages: null,
  };
  readonly #server: ServerConnection;
  readonly #apiKey: string | null;
  readonly #model: string;

  constructor(options: { name: string; server: ServerConnection; apiKey: string | null; model: string }) {
    this.name = options.name;
    this.#server = options.server;
    this.#apiKey = options.apiKey;
    this.#model = options.model;
  }

  /** One of the account's own has an id. */
  hasVoice(name: string): boolean {
    return REALTIME_VOICES.includes(name) || name.startsWith('voice_');
  }

  async open(options: SpeechToSpeechOptions): Promise<SpeechToSpeechSession> {
    assertUsable(this.#server);
    const { baseUrl, vendor } = this.#server;
    return RealtimeConversation.open({ ...options, baseUrl, apiKey: this.#apiKey, model: this.#model, vendor });
  }
}
