import { encodeG711, FRAME_SAMPLES } from '@parley/audio';
import type { SpeechDetector, SpeechDetectorOptions, SpeechDetectorStream } from '@parley/conversation/provider';
import { socketUrl } from '../transport/socket-url.ts';
import { reportedFailure } from '../transport/vendor-failure.ts';
import { VendorSocket } from '../transport/vendor-socket.ts';
import type { VendorConnection } from '../vendor.ts';
import { baseUrlOf, headersOf, ID, vendorOf } from './connection.ts';
import { DETECT_PATH, type DetectReport } from './engine/protocol.ts';

/** Messages of 40 ms: a window of the model has 32. */
const PIECE_FRAMES = 2;

/** Silero's detector on this host, which judges the windows of all calls together. */
export function onnxSpeechDetector(connection: VendorConnection, model: string | null): SpeechDetector {
  return { name: ID, open: (options) => new DetectorStream(connection, model, options) };
}

class DetectorStream implements SpeechDetectorStream {
  readonly #socket: VendorSocket;
  readonly #connection: VendorConnection;
  readonly #options: SpeechDetectorOptions;
  readonly #onAbort = (): void => this.close();
  #piece = new Uint8Array(PIECE_FRAMES * FRAME_SAMPLES);
  #frames = 0;

  constructor(connection: VendorConnection, model: string | null, options: SpeechDetectorOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#socket = new VendorSocket({
      url: socketUrl(baseUrlOf(connection), DETECT_PATH, model === null ? [] : [['model', model]]),
      headers: headersOf(connection),
      vendor: vendorOf('stt', connection),
    });
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal.aborted) this.close();
    void this.#consume();
  }

  write(frame: Int16Array): void {
    encodeG711('PCMU', frame, this.#piece.subarray(this.#frames * FRAME_SAMPLES));
    this.#frames += 1;
    if (this.#frames < PIECE_FRAMES) return;
    this.#socket.send(this.#piece);
    this.#piece = new Uint8Array(PIECE_FRAMES * FRAME_SAMPLES);
    this.#frames = 0;
  }

  close(): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#socket.close();
  }

  async #consume(): Promise<void> {
    try {
      for await (const message of this.#socket) {
        if (message.type !== 'text') continue;
        const report = JSON.parse(message.text) as DetectReport;
        if (report.type === 'error')
          throw reportedFailure(vendorOf('stt', this.#connection), report.message, report.retryable);
        this.#options.onProbability(report.probability, report.untilMs);
      }
    } catch (cause) {
      this.close();
      this.#options.onFailure(cause as Error);
    }
  }
}
