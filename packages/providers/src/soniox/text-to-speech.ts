import type { AudioRateHz } from '@parley/audio';
import type { SpeechChunk, SpeechOptions, TextToSpeech } from '@parley/conversation/provider';
import { AlignedWords, type Alignment } from '../contexts/aligned-words.ts';
import type { ClauseReader, ContextProtocol } from '../contexts/context-protocol.ts';
import { ContextTextToSpeech } from '../contexts/context-text-to-speech.ts';
import { socketUrl } from '../transport/socket-url.ts';
import { SpokenSound } from '../transport/spoken-sound.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, type ErrorMessage, failureOf, headersOf, vendorOf } from './connection.ts';
import { LANGUAGES, languageCode } from './languages.ts';

const DEFAULT_MODEL = 'tts-rt-v2';
/** A connection carries five streams; one that was called off counts until its end is reported. */
const MAX_STREAMS = 4;
/** The vendor asks for one every 20 to 30 s (https://soniox.com/docs/tts/rt/connection-keepalive). */
const KEEP_ALIVE_MS = 15_000;

interface Timestamps {
  characters: string[];
  character_start_times_seconds: number[];
  character_end_times_seconds: number[];
}

interface Message extends ErrorMessage {
  stream_id?: string;
  /** Base64. */
  audio?: string;
  /** Of the characters that this audio says. */
  timestamps?: Timestamps | null;
  audio_end?: boolean;
  /** Nothing comes of the stream any more. */
  terminated?: boolean;
}

/** A stream for each clause, on one socket (https://soniox.com/docs/api-reference/tts/websocket-api). */
export function sonioxTextToSpeech(connection: VendorConnection, model: string | null): TextToSpeech {
  const vendor = vendorOf('tts', connection);
  const protocol: ContextProtocol<Message> = {
    name: vendor.provider,
    capabilities: { wordTimes: true, languagesOf: () => LANGUAGES },
    vendor,
    headers: headersOf(connection),
    maxContexts: MAX_STREAMS,
    keepAlive: { message: { keep_alive: true }, everyMs: KEEP_ALIVE_MS },
    url: () => socketUrl(baseUrlOf('tts-rt', connection), '/tts-websocket'),
    say: (stream, text, options) => [
      configuration(stream, model ?? DEFAULT_MODEL, options),
      { stream_id: stream, text, text_end: true },
    ],
    cancel: (stream) => ({ stream_id: stream, cancel: true }),
    news: (message) => ({
      context: message.stream_id ?? null,
      isEnd: message.terminated === true,
      failure: failureOf(vendor, message),
    }),
    reader: (text, { sampleRateHz }) => new TimedSpeech(text, sampleRateHz),
  };
  return new ContextTextToSpeech(protocol);
}

const configuration = (
  stream: string,
  model: string,
  { voice, language, sampleRateHz = 8000 }: SpeechOptions,
): object => ({
  stream_id: stream,
  model,
  voice,
  language: languageCode(language),
  audio_format: sampleRateHz === 8000 ? 'pcm_mulaw' : 'pcm_s16le',
  sample_rate: sampleRateHz,
  return_timestamps: true,
});

class TimedSpeech implements ClauseReader<Message> {
  readonly #words: AlignedWords;
  readonly #sound: SpokenSound;
  #audioMs = 0;

  constructor(text: string, rateHz: AudioRateHz | undefined) {
    this.#words = new AlignedWords(text);
    this.#sound = new SpokenSound(rateHz);
  }

  read({ audio = '', timestamps, audio_end: isLast, terminated }: Message): SpeechChunk | null {
    const { samples, sampleRateHz } = this.#sound.decode(Buffer.from(audio, 'base64'));
    const words = timestamps ? this.#words.add(alignmentOf(timestamps), this.#audioMs) : [];
    if (isLast || terminated) words.push(...this.#words.end());
    this.#audioMs += (samples.length * 1000) / sampleRateHz;
    if (samples.length === 0 && words.length === 0) return null;
    return { samples, sampleRateHz, ...(words.length > 0 && { words }) };
  }
}

function alignmentOf(timestamps: Timestamps): Alignment {
  const starts = timestamps.character_start_times_seconds;
  const ends = timestamps.character_end_times_seconds;
  return {
    chars: timestamps.characters,
    charStartTimesMs: starts.map((seconds) => seconds * 1000),
    charDurationsMs: starts.map((seconds, index) => ((ends[index] ?? seconds) - seconds) * 1000),
  };
}
