import { randomUUID } from 'node:crypto';
import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechChunk, SpeechOptions, TextToSpeech } from '@parley/conversation/provider';
import type { ClauseReader, ContextProtocol } from '../contexts/context-protocol.ts';
import { ContextTextToSpeech } from '../contexts/context-text-to-speech.ts';
import { socketUrl } from '../transport/socket-url.ts';
import { SpokenSound } from '../transport/spoken-sound.ts';
import type { VendorConnection } from '../vendor.ts';
import { type Boundary, BoundaryWords } from './boundary-words.ts';
import { baseUrlOf, isRetryableClose, plainId, socketHeadersOf, vendorOf } from './connection.ts';
import { LANGUAGES, localeOf, voiceLanguages } from './locales.ts';
import {
  jsonMessage,
  jsonOf,
  parseMessage,
  type ServiceMessage,
  speechConfig,
  textMessage,
} from './service-message.ts';
import { ssmlOf } from './ssml.ts';

/** One request follows the other on a connection; what is said over another has one of its own. */
const MAX_CONNECTIONS = 3;

interface Metadata {
  Metadata?: { Type: string; Data: Boundary }[];
}

const synthesisAt = (rateHz: AudioRateHz): object => ({
  audio: {
    metadataOptions: {
      bookmarkEnabled: false,
      punctuationBoundaryEnabled: false,
      sentenceBoundaryEnabled: false,
      sessionEndEnabled: false,
      visemeEnabled: false,
      wordBoundaryEnabled: true,
    },
    outputFormat: rateHz === SAMPLE_RATE_HZ ? 'raw-8khz-8bit-mono-mulaw' : 'raw-16khz-16bit-mono-pcm',
  },
  language: { autoDetection: false },
});

/** The model is the voice's. */
export function azureTextToSpeech(connection: VendorConnection, _model: string | null): TextToSpeech {
  const vendor = vendorOf('tts', connection);
  const protocol: ContextProtocol<ServiceMessage> = {
    name: vendor.provider,
    capabilities: { wordTimes: true, languagesOf: (voice) => voiceLanguages(voice) ?? LANGUAGES },
    vendor,
    get headers() {
      return socketHeadersOf(connection);
    },
    maxContexts: 1,
    maxConnections: MAX_CONNECTIONS,
    keepsCancelled: true,
    // The vendor has no such message: a connection that it closes for its silence is made again when it is needed.
    keepAlive: null,
    get greeting() {
      return [speechConfig(plainId(randomUUID()))];
    },
    isRetryable: isRetryableClose,
    url: () => socketUrl(baseUrlOf('tts', connection, vendor), '/tts/cognitiveservices/websocket/v1'),
    say: (context, text, options) => request(plainId(context), text, options),
    cancel: (context) => jsonMessage('synthesis.control', plainId(context), { action: 'stop' }),
    parse: parseMessage,
    news: ({ path, requestId }) => ({ context: dashedId(requestId), isEnd: path === 'turn.end', failure: null }),
    reader: (text, { sampleRateHz }) => new TimedSpeech(text, sampleRateHz),
  };
  return new ContextTextToSpeech(protocol);
}

const request = (
  requestId: string,
  text: string,
  { voice, language, sampleRateHz = SAMPLE_RATE_HZ }: SpeechOptions,
): string[] => [
  jsonMessage('synthesis.context', requestId, { synthesis: synthesisAt(sampleRateHz) }),
  textMessage(
    { path: 'ssml', requestId, contentType: 'application/ssml+xml' },
    ssmlOf(text, { voice, locale: localeOf(language) }),
  ),
];

const dashedId = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

class TimedSpeech implements ClauseReader<ServiceMessage> {
  readonly #words: BoundaryWords;
  readonly #sound: SpokenSound;

  constructor(text: string, rateHz: AudioRateHz | undefined) {
    this.#words = new BoundaryWords(text);
    this.#sound = new SpokenSound(rateHz);
  }

  read({ path, body }: ServiceMessage): SpeechChunk | null {
    if (path === 'audio' && typeof body !== 'string' && body.length > 0) return this.#sound.decode(body);
    if (path !== 'audio.metadata' || typeof body !== 'string') return null;
    const { Metadata: metadata = [] } = jsonOf<Metadata>(body) ?? {};
    const words = metadata
      .filter(({ Type: type }) => type === 'WordBoundary')
      .map(({ Data: data }) => this.#words.at(data));
    return words.length > 0 ? { samples: new Int16Array(0), sampleRateHz: this.#sound.rateHz, words } : null;
  }
}
