import type { SpeechToText, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { WireSound } from '../recognition/wire-sound.ts';
import { socketUrl } from '../transport/socket-url.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';
import { languageCode } from './languages.ts';
import { ScribeStream } from './scribe-stream.ts';

const DEFAULT_MODEL = 'scribe_v2_realtime';
/** https://elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime, `keyterms` */
const MAX_KEY_TERMS = 50;
const MAX_KEY_TERM_CHARACTERS = 20;

/** Scribe in real time, committed when Parley asks for it: its own commits go by silence alone. */
export function elevenLabsSpeechToText(connection: VendorConnection, model: string | null): SpeechToText {
  const vendor = vendorOf('stt', connection);
  return {
    name: vendor.provider,
    capabilities: {
      interim: true,
      endOfTurn: 'none',
      wideband: true,
      // 250 to 380 ms were measured from a commit to its transcript (https://github.com/innate-inc/innate-os/pull/715);
      // a slow network is given the rest.
      finalPatienceMs: 1000,
      keyTerms: true,
      // More than 90.
      languages: null,
      detectsLanguage: true,
    },
    async open(options: SpeechToTextOptions): Promise<SpeechToTextStream> {
      const url = socketUrl(baseUrlOf(connection), '/v1/speech-to-text/realtime', parametersOf(model, options));
      const { signal, language, sampleRateHz } = options;
      const headers = headersOf(connection);
      const stream = new ScribeStream({
        url,
        headers,
        vendor,
        sampleRateHz,
        signal,
        detectsLanguage: language === null,
      });
      await stream.ready;
      return stream;
    },
  };
}

function parametersOf(
  model: string | null,
  { language, hints, sampleRateHz }: SpeechToTextOptions,
): [string, string][] {
  const terms = hints.filter(({ length }) => length > 0 && length <= MAX_KEY_TERM_CHARACTERS).slice(0, MAX_KEY_TERMS);
  return [
    ['model_id', model ?? DEFAULT_MODEL],
    ['audio_format', new WireSound(sampleRateHz).isWide ? 'pcm_16000' : 'ulaw_8000'],
    ['commit_strategy', 'manual'],
    ['include_timestamps', 'true'],
    language === null ? ['include_language_detection', 'true'] : ['language_code', languageCode(language)],
    ...terms.map((term): [string, string] => ['keyterms', term]),
  ];
}
