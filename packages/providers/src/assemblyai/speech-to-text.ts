import type { SpeechToText, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { WireSound } from '../recognition/wire-sound.ts';
import { socketUrl } from '../transport/socket-url.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, isRetryableCode, vendorOf } from './connection.ts';
import { ENGLISH_MODEL as ENGLISH, hearing } from './languages.ts';
import { UniversalStream } from './universal-stream.ts';

const MULTILINGUAL = 'universal-streaming-multilingual';
/** https://www.assemblyai.com/docs/streaming/keyterms-prompting */
const MAX_KEY_TERMS = 100;
const MAX_KEY_TERM_CHARACTERS = 50;

/** Universal Streaming, version 3. Without a model, English has the one that is for English alone. */
export function assemblyAiSpeechToText(connection: VendorConnection, model: string | null): SpeechToText {
  const vendor = vendorOf(connection);
  return {
    name: vendor.provider,
    capabilities: {
      interim: true,
      endOfTurn: 'likely',
      wideband: true,
      // Words are final within 300 ms (https://www.assemblyai.com/docs/getting-started/models); a slow network is given
      // the rest.
      finalPatienceMs: 1000,
      keyTerms: true,
      ...hearing(model),
    },
    async open(options: SpeechToTextOptions): Promise<SpeechToTextStream> {
      const stream = new UniversalStream({
        url: socketUrl(baseUrlOf(connection), '/v3/ws', parametersOf(model, options)),
        headers: headersOf(connection),
        vendor,
        isRetryable: isRetryableCode,
        sampleRateHz: options.sampleRateHz,
        signal: options.signal,
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
  const sound = new WireSound(sampleRateHz);
  const isEnglish = language !== null && /^en\b/i.test(language);
  const terms = hints.filter(({ length }) => length > 0 && length <= MAX_KEY_TERM_CHARACTERS).slice(0, MAX_KEY_TERMS);
  return [
    ['speech_model', model ?? (isEnglish ? ENGLISH : MULTILINGUAL)],
    ['encoding', sound.isWide ? 'pcm_s16le' : 'pcm_mulaw'],
    ['sample_rate', String(sound.rateHz)],
    // Formatted text comes in a second message, behind the end of its turn.
    ['format_turns', 'false'],
    ...(language === null ? [['language_detection', 'true'] as [string, string]] : []),
    ...(terms.length > 0 ? [['keyterms_prompt', JSON.stringify(terms)] as [string, string]] : []),
  ];
}
