import type { AudioRateHz } from '@parley/audio';
import type { SpeechChunk, SpeechOptions, TextToSpeech } from '@parley/conversation/provider';
import { AlignedWords, type Alignment } from '../contexts/aligned-words.ts';
import type { ClauseReader, ContextNews, ContextProtocol } from '../contexts/context-protocol.ts';
import { ContextTextToSpeech } from '../contexts/context-text-to-speech.ts';
import { plainText } from '../contexts/plain-text.ts';
import { socketUrl } from '../transport/socket-url.ts';
import { SpokenSound } from '../transport/spoken-sound.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';
import { namedFailure } from './failures.ts';
import { DEFAULT_MODEL, languagesOf, spokenLanguageCode } from './languages.ts';

/** The longest that the vendor allows: agents listen for longer than its usual 20 s. */
const INACTIVITY_TIMEOUT_SECONDS = 180;
const KEEP_ALIVE_MS = 60_000;
/** The vendor has five; a keep-alive without a context is in one of its own. */
const MAX_CONTEXTS = 4;

/** `contextId` by the documentation, `context_id` as seen since May 2026. Absent fields may be null. */
interface Message {
  contextId?: string | null;
  context_id?: string | null;
  audio?: string | null;
  isFinal?: boolean | null;
  alignment?: Alignment | null;
  normalizedAlignment?: Alignment | null;
  error?: string | null;
  message?: string | null;
}

/**
 * `multi-stream-input` (https://elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-multi-stream-input).
 *
 * A flush is not answered, and the last aligned characters of a clause are not always its last ones. What is certain
 * is `isFinal`, sent once for a context that is closed, behind the audio of what was flushed before. So each clause is
 * a context, flushed and closed at once. Times of words count from its beginning then, too.
 */
export function elevenLabsTextToSpeech(connection: VendorConnection, model: string | null): TextToSpeech {
  const modelId = model ?? DEFAULT_MODEL;
  const vendor = vendorOf('tts', connection);
  const protocol: ContextProtocol<Message> = {
    name: vendor.provider,
    capabilities: { wordTimes: true, languagesOf: () => languagesOf(modelId) },
    vendor,
    headers: headersOf(connection),
    maxContexts: MAX_CONTEXTS,
    keepAlive: { message: { text: '' }, everyMs: KEEP_ALIVE_MS },
    url: (options) => socketUrl(baseUrlOf(connection), ...addressOf(modelId, options)),
    say: (context, text) => [
      { text: ' ', context_id: context },
      { text: `${plainText(text).trim()} `, context_id: context, flush: true },
      { context_id: context, close_context: true },
    ],
    cancel: () => null,
    news: (message) => newsOf(message, (name, text) => namedFailure(vendor, name, text)),
    reader: (text, { sampleRateHz }) => new AlignedSpeech(plainText(text), sampleRateHz),
  };
  return new ContextTextToSpeech(protocol);
}

function addressOf(
  model: string,
  { voice, language, sampleRateHz = 8000 }: SpeechOptions,
): [path: string, parameters: [string, string][]] {
  const code = spokenLanguageCode(model, language);
  const parameters: [string, string][] = [
    ['model_id', model],
    ['output_format', sampleRateHz === 8000 ? 'ulaw_8000' : 'pcm_16000'],
    ['inactivity_timeout', String(INACTIVITY_TIMEOUT_SECONDS)],
    // Text comes by the clause: the vendor need not gather it.
    ['auto_mode', 'true'],
    ['sync_alignment', 'true'],
    ...(code === null ? [] : [['language_code', code] as [string, string]]),
  ];
  return [`/v1/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input`, parameters];
}

function newsOf(message: Message, failureOf: (name: string, text: string) => Error): ContextNews {
  const { error, isFinal } = message;
  return {
    context: message.contextId ?? message.context_id ?? null,
    isEnd: isFinal === true,
    failure: typeof error === 'string' ? failureOf(error, message.message ?? '') : null,
  };
}

class AlignedSpeech implements ClauseReader<Message> {
  readonly #words: AlignedWords;
  readonly #sound: SpokenSound;
  #audioMs = 0;

  constructor(text: string, rateHz: AudioRateHz | undefined) {
    this.#words = new AlignedWords(text);
    this.#sound = new SpokenSound(rateHz);
  }

  read({ audio, alignment, normalizedAlignment, isFinal }: Message): SpeechChunk | null {
    const { samples, sampleRateHz } = this.#sound.decode(Buffer.from(audio ?? '', 'base64'));
    const times = alignment ?? normalizedAlignment;
    const words = times ? this.#words.add(times, this.#audioMs) : [];
    if (isFinal) words.push(...this.#words.end());
    this.#audioMs += (samples.length * 1000) / sampleRateHz;
    if (samples.length === 0 && words.length === 0) return null;
    return { samples, sampleRateHz, ...(words.length > 0 && { words }) };
  }
}
