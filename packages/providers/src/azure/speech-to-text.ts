import type { SpeechToText, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { WireSound } from '../recognition/wire-sound.ts';
import { socketUrl } from '../transport/socket-url.ts';
import type { VendorConnection } from '../vendor.ts';
import { BASE_MODEL } from './catalog.ts';
import { baseUrlOf, isRetryableClose, socketHeadersOf, vendorOf } from './connection.ts';
import { CANDIDATES, LANGUAGES, localeOf } from './locales.ts';
import { TurnStream } from './turn-stream.ts';

/** The vendor takes no more phrases (https://learn.microsoft.com/azure/ai-services/speech-service/improve-accuracy-phrase-list). */
const MAX_PHRASES = 500;

/** Recognition by turns. A model is a deployment of the resource's own. */
export function azureSpeechToText(connection: VendorConnection, model: string | null): SpeechToText {
  const vendor = vendorOf('stt', connection);
  return {
    name: vendor.provider,
    capabilities: {
      interim: true,
      endOfTurn: 'none',
      wideband: true,
      // Not measured; the documentation tells no time either.
      finalPatienceMs: 1000,
      keyTerms: true,
      languages: LANGUAGES,
      detectsLanguage: true,
    },
    async open(options: SpeechToTextOptions): Promise<SpeechToTextStream> {
      const base = baseUrlOf('stt', connection, vendor);
      const stream = new TurnStream({
        vendor,
        sound: new WireSound(options.sampleRateHz),
        signal: options.signal,
        detectsLanguage: options.language === null,
        context: contextOf(options),
        socketOptions: () => ({
          url: socketUrl(base, '/stt/speech/universal/v2', parametersOf(model, options)),
          headers: socketHeadersOf(connection),
          vendor,
          isRetryable: isRetryableClose,
        }),
      });
      await stream.ready;
      return stream;
    },
  };
}

function parametersOf(model: string | null, { language }: SpeechToTextOptions): [string, string][] {
  const isBase = model === null || model === BASE_MODEL;
  return [
    ['format', 'detailed'],
    language === null ? ['lidEnabled', 'true'] : ['language', localeOf(language)],
    ...(isBase ? [] : [['cid', model] as [string, string]]),
  ];
}

/** What is said of each turn before its audio. */
function contextOf({ language, hints }: SpeechToTextOptions): object {
  const phrases = hints.filter((hint) => hint.trim() !== '').slice(0, MAX_PHRASES);
  return {
    phraseDetection: { mode: 'Conversation', ...(language !== null && { language: localeOf(language) }) },
    phraseOutput: {
      format: 'Detailed',
      detailed: { options: ['WordTimings'] },
      interimResults: { resultType: 'Auto' },
      phraseResults: { resultType: 'Always' },
    },
    ...(language === null && {
      languageId: {
        languages: CANDIDATES,
        mode: 'DetectContinuous',
        onSuccess: { action: 'Recognize' },
        onUnknown: { action: 'None' },
        priority: 'PrioritizeLatency',
      },
    }),
    ...(phrases.length > 0 && {
      dgi: { groups: [{ type: 'Generic', items: phrases.map((text) => ({ text })) }] },
    }),
  };
}
