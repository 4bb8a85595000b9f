import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '@parley/conversation/provider';
import type { VendorConnection } from '../vendor.ts';
import { OPENAI_URL } from './openai-url.ts';
import { RealtimeTranscription } from './realtime-transcription.ts';
import { type TranscriptionModel, transcriptionModel } from './transcription-model.ts';

/** Speech recognition by OpenAI's Realtime API. */
export class OpenAiSpeechToText implements SpeechToText {
  readonly name: string;
  readonly capabilities: SpeechToTextCapabilities;
  readonly #connection: VendorConnection;
  readonly #model: TranscriptionModel;

  constructor(connection: VendorConnection, model: string | null) {
    this.#connection = connection;
    this.#model = transcriptionModel(model);
    this.name = connection.name ?? 'openai';
    this.capabilities = {
      interim: this.#model.listensAlways,
      wideband: true,
      endOfTurn: 'none',
      finalPatienceMs: 3000,
      keyTerms: this.#model.takesKeywords || this.#model.takesPrompt,
      languages: null,
      // It hears whatever is spoken, and does not say which language that was.
      detectsLanguage: false,
    };
  }

  async open(options: SpeechToTextOptions): Promise<SpeechToTextStream> {
    const { baseUrl, apiKey } = this.#connection;
    return RealtimeTranscription.open({
      ...options,
      baseUrl: baseUrl ?? OPENAI_URL,
      apiKey,
      model: this.#model,
      vendor: { role: 'stt', provider: this.name, apiKey },
    });
  }
}
