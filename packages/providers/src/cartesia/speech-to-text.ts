import type { SpeechToText, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { WireSound } from '../recognition/wire-sound.ts';
import { socketUrl } from '../transport/socket-url.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';
import { InkStream } from './ink-stream.ts';
import { HEARD_LANGUAGES } from './languages.ts';

const DEFAULT_MODEL = 'ink-2';
/** https://docs.cartesia.ai/use-the-api/stt/keyterms */
const MAX_KEY_TERMS = 100;
const MAX_KEY_TERM_CHARACTERS = 1200;

/** Ink with turns of its own. */
export function cartesiaSpeechToText(connection: VendorConnection, model: string | null): SpeechToText {
  const vendor = vendorOf('stt', connection);
  return {
    name: vendor.provider,
    capabilities: {
      interim: true,
      endOfTurn: 'likely',
      wideband: true,
      // A turn that it is asked to end ends 640 ms behind the last voice at the latest, most of which have passed.
      finalPatienceMs: 1000,
      keyTerms: true,
      languages: HEARD_LANGUAGES,
      detectsLanguage: false,
    },
    async open({ hints, sampleRateHz, signal }: SpeechToTextOptions): Promise<SpeechToTextStream> {
      const sound = new WireSound(sampleRateHz);
      const url = socketUrl(baseUrlOf(connection), '/stt/turns/websocket', [
        ['model', model ?? DEFAULT_MODEL],
        ['encoding', sound.isWide ? 'pcm_s16le' : 'pcm_mulaw'],
        ['sample_rate', String(sound.rateHz)],
        ...keyTerms(hints).map((term): [string, string] => ['keyterm', term]),
      ]);
      const stream = new InkStream({
        url,
        headers: headersOf(connection),
        vendor,
        sampleRateHz,
        signal,
        closeMessage: { type: 'close' },
      });
      await stream.ready;
      return stream;
    },
  };
}

/** As many as the vendor takes. */
function keyTerms(hints: string[]): string[] {
  let characters = 0;
  return hints.slice(0, MAX_KEY_TERMS).filter(({ length }) => {
    if (length === 0 || characters + length > MAX_KEY_TERM_CHARACTERS) return false;
    characters += length;
    return true;
  });
}
