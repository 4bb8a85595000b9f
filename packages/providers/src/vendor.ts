import type {
  EndOfTurnModel,
  SpeechDetector,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
} from '@parley/conversation/provider';
import type { AskedModel } from './chat/question.ts';
import type { InstalledLanguages } from './sherpa-onnx/installed-languages.ts';

/** Where a vendor is reached, and with which account. The key is a secret. */
export interface VendorConnection {
  /** Without a slash at the end; `http:`, `https:`, and `ws:` and `wss:` for vendors that have sockets alone. Null: the vendor's own. */
  baseUrl: string | null;
  apiKey: string | null;
  /** What the account calls it, by which its failures name it. Absent: the vendor's id. */
  name?: string;
  /** Of models on this host: what is installed. */
  recognizers?: readonly InstalledLanguages[];
  voices?: readonly InstalledLanguages[];
}

export interface VendorVoice {
  /** The part after the slash in an agent's `voice_id`. */
  id: string;
  name: string;
  /** BCP 47; empty where the vendor does not say. */
  languages: string[];
}

export interface VendorModel {
  /** The part after the slash in an agent's `model` or `transcriber`. */
  id: string;
  name: string;
  kind: 'transcriber' | 'voice' | 'language' | 'speech_to_speech';
}

/**
 * What a vendor offers. Each maker is called for one call, and what it makes lives as long as the call; models are as
 * the vendor names them, null: its default. `list…` reject with a ProviderError.
 */
export interface Vendor {
  /** The part before the slash in an agent's `model`, `voice_id` and `transcriber`. */
  readonly id: string;
  readonly speechToText?: (connection: VendorConnection, model: string | null) => SpeechToText;
  readonly textToSpeech?: (connection: VendorConnection, model: string | null) => TextToSpeech;
  readonly languageModel?: (connection: VendorConnection, model: string) => AskedModel;
  /** Null: the model is none that hears and speaks by itself. */
  readonly speechToSpeech?: (connection: VendorConnection, model: string) => SpeechToSpeech | null;
  /** Null for the model: the one that is installed. */
  readonly speechDetector?: (connection: VendorConnection, model: string | null) => SpeechDetector;
  readonly endOfTurn?: (connection: VendorConnection, model: string | null) => EndOfTurnModel;
  readonly listVoices?: (connection: VendorConnection, signal: AbortSignal) => Promise<VendorVoice[]>;
  readonly listModels?: (connection: VendorConnection, signal: AbortSignal) => Promise<VendorModel[]>;
}
