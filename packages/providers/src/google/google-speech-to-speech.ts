import type {
  SpeechToSpeech,
  SpeechToSpeechCapabilities,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
} from '@parley/conversation/provider';
import { assertUsable, type ServerConnection } from '../openai-compatible/server-connection.ts';
import { LiveSession } from './live-session.ts';
import { LIVE_VOICES } from './live-setup.ts';

/** In calls of either rate. */
const RATES = { inputRateHz: 16_000, outputRateHz: 24_000 } as const;

/** A model of Google's Live API. */
export class GoogleSpeechToSpeech implements SpeechToSpeech {
  readonly name: string;
  readonly capabilities: SpeechToSpeechCapabilities = {
    rates: { 8000: RATES, 16000: RATES },
    truncation: 'note',
    interimTranscripts: true,
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

  hasVoice(name: string): boolean {
    return LIVE_VOICES.includes(name);
  }

  async open(options: SpeechToSpeechOptions): Promise<SpeechToSpeechSession> {
    assertUsable(this.#server);
    const { vendor } = this.#server;
    const baseUrl = this.#server.baseUrl.replace(/\/v\d\w*$/, '');
    return LiveSession.open({ ...options, baseUrl, apiKey: this.#apiKey, model: this.#model, vendor });
  }
}
