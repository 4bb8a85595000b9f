import type { SpeechToText, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { WireSound } from '../recognition/wire-sound.ts';
import { socketUrl } from '../transport/socket-url.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';
import { LANGUAGES, languageCode } from './languages.ts';
import { TokenStream } from './token-stream.ts';

const DEFAULT_MODEL = 'stt-rt-v5';
/** Of all terms; the vendor takes about 10,000 in all of a context (https://soniox.com/docs/stt/concepts/context). */
const MAX_TERM_CHARACTERS = 8000;

/** The WebSocket API (https://soniox.com/docs/api-reference/stt/websocket-api). */
export function sonioxSpeechToText(connection: VendorConnection, model: string | null): SpeechToText {
  const vendor = vendorOf('stt', connection);
  return {
    name: vendor.provider,
    capabilities: {
      interim: true,
      endOfTurn: 'over',
      wideband: true,
      // Not measured; the documentation tells no time either.
      finalPatienceMs: 1000,
      keyTerms: true,
      languages: LANGUAGES,
      detectsLanguage: true,
    },
    async open(options: SpeechToTextOptions): Promise<SpeechToTextStream> {
      const stream = new TokenStream({
        url: socketUrl(baseUrlOf('stt-rt', connection), '/transcribe-websocket'),
        headers: headersOf(connection),
        startMessage: configuration(model ?? DEFAULT_MODEL, options),
        vendor,
        sampleRateHz: options.sampleRateHz,
        signal: options.signal,
      });
      await stream.ready;
      return stream;
    },
  };
}

function configuration(model: string, { language, hints, sampleRateHz }: SpeechToTextOptions): object {
  const sound = new WireSound(sampleRateHz);
  const terms = termsOf(hints);
  return {
    model,
    audio_format: sound.isWide ? 'pcm_s16le' : 'mulaw',
    sample_rate: sound.rateHz,
    num_channels: 1,
    enable_endpoint_detection: true,
    ...(language === null ? { enable_language_identification: true } : { language_hints: [languageCode(language)] }),
    ...(terms.length > 0 && { context: { terms } }),
  };
}

function termsOf(hints: readonly string[]): string[] {
  let characters = 0;
  return hints.filter((hint) => {
    characters += hint.length;
    return hint.trim() !== '' && characters <= MAX_TERM_CHARACTERS;
  });
}
