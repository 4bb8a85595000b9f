import { type AudioRateHz, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechChunk, TextToSpeech } from '@parley/conversation/provider';
import type { ContextProtocol } from '../contexts/context-protocol.ts';
import { ContextTextToSpeech } from '../contexts/context-text-to-speech.ts';
import { socketUrl } from '../transport/socket-url.ts';
import { reportedFailure } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';
import { SPEAK_PATH, type SpeakCommand, type SpeakReport } from './engine/protocol.ts';
import { installedSpeech } from './installed-languages.ts';

/** Clauses that wait for a processor; more are not said before the first is heard. */
const MAX_CONTEXTS = 24;

const command = (message: SpeakCommand): SpeakCommand => message;

/** A voice of this host. */
export function sherpaTextToSpeech(connection: VendorConnection): TextToSpeech {
  const vendor = vendorOf('tts', connection);
  const url = socketUrl(baseUrlOf(connection), SPEAK_PATH);
  const protocol: ContextProtocol<SpeakReport> = {
    name: vendor.provider,
    capabilities: { wordTimes: false, languagesOf: (voice) => installedSpeech(connection.voices ?? [], voice) },
    vendor,
    headers: headersOf(connection),
    maxContexts: MAX_CONTEXTS,
    keepAlive: null,
    url: () => url,
    say: (context, text, { voice, sampleRateHz = SAMPLE_RATE_HZ }) => [
      command({ type: 'speak', context, text, voice, sampleRateHz }),
    ],
    cancel: (context) => command({ type: 'cancel', context }),
    news: (report) => ({
      context: report.context,
      isEnd: report.type === 'done',
      failure: report.type === 'error' ? reportedFailure(vendor, report.message, report.retryable) : null,
    }),
    reader: (_, { sampleRateHz = SAMPLE_RATE_HZ }) => ({ read: (report) => chunkOf(report, sampleRateHz) }),
  };
  return new ContextTextToSpeech(protocol);
}

function chunkOf(report: SpeakReport, sampleRateHz: AudioRateHz): SpeechChunk | null {
  if (report.type !== 'audio') return null;
  // Copied: samples begin at even addresses.
  const bytes = Uint8Array.from(Buffer.from(report.audio, 'base64'));
  return { samples: new Int16Array(bytes.buffer), sampleRateHz };
}
