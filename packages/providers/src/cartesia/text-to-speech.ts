import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechChunk, SpeechOptions, SpokenWord, TextToSpeech } from '@parley/conversation/provider';
import type { ContextProtocol } from '../contexts/context-protocol.ts';
import { ContextTextToSpeech } from '../contexts/context-text-to-speech.ts';
import { plainText } from '../contexts/plain-text.ts';
import { socketUrl } from '../transport/socket-url.ts';
import { SpokenSound } from '../transport/spoken-sound.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, type ErrorMessage, headersOf, reportedError, vendorOf } from './connection.ts';
import { LANGUAGES, languageCode } from './languages.ts';

const DEFAULT_MODEL = 'sonic-3';
/** "Dozens" by the documentation; the account's plan has less, and says so. */
const MAX_CONTEXTS = 24;

interface Message extends ErrorMessage {
  type: 'chunk' | 'timestamps' | 'flush_done' | 'done' | 'error';
  context_id?: string | null;
  /** Audio in base64. */
  data?: string;
  /** Seconds from the context's beginning. */
  word_timestamps?: { words: string[]; start: number[]; end: number[] } | null;
}

/**
 * Sonic over a socket (https://docs.cartesia.ai/api-reference/tts/websocket).
 *
 * Each clause is a context that is complete at once (`continue: false`) and ends with `done`. A context for the whole
 * speech would expire a second behind its last audio, which is while the clause before is being heard
 * (https://docs.cartesia.ai/use-the-api/tts-websocket/contexts), and would count as one more generation of the account.
 */
export function cartesiaTextToSpeech(connection: VendorConnection, model: string | null): TextToSpeech {
  const modelId = model ?? DEFAULT_MODEL;
  const vendor = vendorOf('tts', connection);
  const url = socketUrl(baseUrlOf(connection), '/tts/websocket');
  const protocol: ContextProtocol<Message> = {
    name: vendor.provider,
    capabilities: { wordTimes: true, languagesOf: () => LANGUAGES },
    vendor,
    headers: headersOf(connection),
    maxContexts: MAX_CONTEXTS,
    // The vendor has no such message: a connection that it closes for its silence is made again when it is needed.
    keepAlive: null,
    url: () => url,
    say: (context, text, options) => [generation(context, { text, model: modelId, options })],
    cancel: (context) => ({ context_id: context, cancel: true }),
    news: (message) => ({
      context: message.context_id ?? null,
      isEnd: message.type === 'done',
      failure: message.type === 'error' ? reportedError(vendor, message) : null,
    }),
    reader: (_, { sampleRateHz }) => {
      const sound = new SpokenSound(sampleRateHz);
      return { read: (message) => chunkOf(message, sound) };
    },
  };
  return new ContextTextToSpeech(protocol);
}

interface Generation {
  text: string;
  model: string;
  options: SpeechOptions;
}

const generation = (context: string, { text, model, options }: Generation): object => ({
  model_id: model,
  voice: { mode: 'id', id: options.voice },
  language: languageCode(options.language),
  output_format: { container: 'raw', ...encodingAt(options.sampleRateHz ?? SAMPLE_RATE_HZ) },
  context_id: context,
  transcript: plainText(text),
  continue: false,
  add_timestamps: true,
  // Of the text as it was written, which is what the transcript has.
  use_normalized_timestamps: false,
});

const encodingAt = (rateHz: AudioRateHz): object => ({
  encoding: rateHz === SAMPLE_RATE_HZ ? 'pcm_mulaw' : 'pcm_s16le',
  sample_rate: rateHz,
});

function chunkOf({ type, data, word_timestamps: times }: Message, sound: SpokenSound): SpeechChunk | null {
  if (type === 'chunk') return sound.decode(Buffer.from(data ?? '', 'base64'));
  if (type !== 'timestamps' || !times) return null;
  const words = times.words.map((text, index): SpokenWord => {
    const startMs = (times.start[index] ?? 0) * 1000;
    return { text, startMs, endMs: (times.end[index] ?? 0) * 1000 || startMs };
  });
  return { samples: new Int16Array(0), sampleRateHz: sound.rateHz, words };
}
