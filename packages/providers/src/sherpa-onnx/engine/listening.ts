import { type AudioRateHz, decodeG711 } from '@parley/audio';
import type { WebSocket } from 'ws';
import type { InstalledModel } from '../../open-models/installed-models.ts';
import type { DecodeLoop } from './decode-loop.ts';
import type { OnlineRecognizer } from './library.ts';
import type { LoadedModels } from './loaded-models.ts';
import type { ListenCommand, ListenReport } from './protocol.ts';
import { RecognizedSegment } from './recognized-segment.ts';

export interface ListeningOptions {
  socket: WebSocket;
  model: InstalledModel;
  /** BCP 47; null: it is not known. */
  language: string | null;
  /** Of what is sent: µ-law at 8 kHz, or 16-bit PCM at 16 kHz. */
  rateHz: AudioRateHz;
  recognizers: LoadedModels<OnlineRecognizer>;
  loop: DecodeLoop;
}

/** One call's recognition. */
export class Listening {
  readonly #options: ListeningOptions;
  #recognizer: OnlineRecognizer | null = null;
  /** Came while the model was being loaded. */
  #waiting: { message: Buffer; isBinary: boolean }[] = [];
  #current: RecognizedSegment | null = null;
  readonly #open = new Set<RecognizedSegment>();
  #heardMs = 0;
  #isClosed = false;

  constructor(options: ListeningOptions) {
    this.#options = options;
    const { socket } = options;
    socket.on('message', (message, isBinary) => this.#receive(message as Buffer, isBinary));
    socket.on('close', () => this.#close());
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const { recognizers, model } = this.#options;
    try {
      this.#recognizer = await recognizers.use(model);
    } catch (cause) {
      this.#fail((cause as Error).message, false);
      return;
    }
    if (this.#isClosed) {
      recognizers.release(model);
      return;
    }
    this.#current = this.#newSegment(this.#recognizer);
    this.#report({ type: 'ready' });
    for (const { message, isBinary } of this.#waiting.splice(0)) this.#receive(message, isBinary);
  }

  #receive(message: Buffer, isBinary: boolean): void {
    if (!this.#current || !this.#recognizer) {
      this.#waiting.push({ message, isBinary });
      return;
    }
    if (isBinary) {
      const samples = this.#decode(message);
      this.#heardMs += (samples.length * 1000) / this.#options.rateHz;
      this.#current.write(samples);
    } else if ((JSON.parse(message.toString('utf8')) as ListenCommand).type === 'finalize') {
      this.#current.finish();
      this.#current = this.#newSegment(this.#recognizer);
    }
    this.#options.loop.wake();
  }

  #decode(message: Buffer): Int16Array {
    if (this.#options.rateHz === 8000) return decodeG711('PCMU', message);
    // A message lies in its buffer where it likes; samples do not.
    return new Int16Array(new Uint8Array(message).buffer);
  }

  #newSegment(recognizer: OnlineRecognizer): RecognizedSegment {
    const { model, language, rateHz } = this.#options;
    const from = { fromMs: this.#heardMs, language, rateHz };
    const segment = new RecognizedSegment(recognizer, model.recognizer!, from, (report) => {
      if (segment.isOver) this.#open.delete(segment);
      this.#report(report);
    });
    this.#open.add(segment);
    this.#options.loop.add(segment, () => this.#fail('this host is too slow for so many calls', true));
    return segment;
  }

  #report(report: ListenReport): void {
    this.#options.socket.send(JSON.stringify(report));
  }

  #fail(message: string, retryable: boolean): void {
    this.#report({ type: 'error', message, retryable });
    this.#options.socket.close(1011);
    this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const segment of this.#open) this.#options.loop.remove(segment);
    this.#open.clear();
    this.#waiting = [];
    if (this.#recognizer) this.#options.recognizers.release(this.#options.model);
  }
}
