import { decodeG711 } from '@parley/audio';
import type { WebSocket } from 'ws';
import { WINDOW_SAMPLES } from '../../onnx/silero-vad.ts';
import type { VoiceBatches } from '../../onnx/voice-batches.ts';
import type { InstalledModel } from '../../open-models/installed-models.ts';
import type { LoadedModels } from './loaded-models.ts';
import type { DetectReport } from './protocol.ts';

const SAMPLES_PER_MS = 8;
const FULL_SCALE = 32_768;

export interface DetectingOptions {
  socket: WebSocket;
  model: InstalledModel;
  models: LoadedModels<VoiceBatches>;
}

/** One call's speech, window by window. What is heard while the model is being loaded is not judged. */
export class Detecting {
  readonly #options: DetectingOptions;
  #batches: VoiceBatches | null = null;
  #call = 0;
  #window = new Float32Array(WINDOW_SAMPLES);
  #filled = 0;
  #heardSamples = 0;
  #isClosed = false;

  constructor(options: DetectingOptions) {
    this.#options = options;
    options.socket.on('message', (message) => this.#hear(message as Buffer));
    options.socket.on('close', () => this.#close());
    void this.#begin();
  }

  async #begin(): Promise<void> {
    const { models, model } = this.#options;
    try {
      const batches = await models.use(model);
      if (this.#isClosed) {
        models.release(model);
        return;
      }
      this.#call = batches.add({
        onProbability: (probability, untilMs) => this.#report({ type: 'speech', probability, untilMs }),
        onError: (error) => this.#fail(error, true),
      });
      this.#batches = batches;
    } catch (cause) {
      this.#fail(cause as Error, false);
    }
  }

  #hear(message: Buffer): void {
    const samples = decodeG711('PCMU', message);
    for (const sample of samples) {
      this.#window[this.#filled] = sample / FULL_SCALE;
      this.#filled += 1;
      this.#heardSamples += 1;
      if (this.#filled < WINDOW_SAMPLES) continue;
      this.#batches?.write(this.#call, this.#window, this.#heardSamples / SAMPLES_PER_MS);
      this.#window = new Float32Array(WINDOW_SAMPLES);
      this.#filled = 0;
    }
  }

  #report(report: DetectReport): void {
    this.#options.socket.send(JSON.stringify(report));
  }

  #fail({ message }: Error, retryable: boolean): void {
    if (this.#isClosed) return;
    this.#report({ type: 'error', message, retryable });
    this.#options.socket.close(1011);
    this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#batches) return;
    this.#batches.remove(this.#call);
    this.#options.models.release(this.#options.model);
  }
}
