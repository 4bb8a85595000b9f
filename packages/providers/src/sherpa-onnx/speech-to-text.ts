import type { SpeechToText, SpeechToTextOptions, SpeechToTextStream } from '@parley/conversation/provider';
import { RecognitionStream } from '../recognition/recognition-stream.ts';
import { socketUrl } from '../transport/socket-url.ts';
import { reportedFailure } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';
import { LISTEN_PATH, type ListenReport } from './engine/protocol.ts';
import { installedHearing } from './installed-languages.ts';

/** A recognizer of this host; without a model, the one that is installed for the language. */
export function sherpaSpeechToText(connection: VendorConnection, model: string | null): SpeechToText {
  const vendor = vendorOf('stt', connection);
  return {
    name: vendor.provider,
    capabilities: {
      interim: true,
      endOfTurn: 'over',
      wideband: true,
      // The audio after the last word is decoded in a moment, unless every processor is busy.
      finalPatienceMs: 1000,
      // The library takes them for all streams of a model alike.
      keyTerms: false,
      languages: installedHearing(connection.recognizers ?? [], model),
      detectsLanguage: false,
    },
    async open({ language, sampleRateHz, signal }: SpeechToTextOptions): Promise<SpeechToTextStream> {
      const wanted: [string, string][] = model === null ? [] : [['model', model]];
      if (language !== null) wanted.push(['language', language]);
      if (sampleRateHz !== undefined) wanted.push(['sample_rate', String(sampleRateHz)]);
      const stream = new ListenStream({
        url: socketUrl(baseUrlOf(connection), LISTEN_PATH, wanted),
        headers: headersOf(connection),
        vendor,
        sampleRateHz,
        signal,
      });
      await stream.ready;
      return stream;
    },
  };
}

class ListenStream extends RecognitionStream<ListenReport> {
  finalize(): void {
    if (this.isClosed) return;
    const audio = this.takeAudio();
    if (audio.length > 0) this.sendAudio(audio);
    this.send({ type: 'finalize' });
  }

  protected heard(): void {
    // The engine listens to silence as well.
  }

  protected sendAudio(audio: Uint8Array): void {
    this.send(audio);
  }

  protected received(report: ListenReport): void {
    if (report.type === 'error') throw reportedFailure(this.vendor, report.message, report.retryable);
    if (report.type === 'ready') this.begin();
    else if (report.type === 'over') this.emit({ type: 'turn', stage: 'over' });
    else this.emit(report);
  }
}
