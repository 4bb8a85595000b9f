import type { WebSocket } from 'ws';
import type { OnnxThread } from '../../onnx/onnx-thread.ts';
import type { InstalledModel } from '../../open-models/installed-models.ts';
import type { LoadedModels } from './loaded-models.ts';
import { TURN_HEADER_BYTES, type TurnReport } from './protocol.ts';

export interface JudgingTurnsOptions {
  socket: WebSocket;
  model: InstalledModel;
  models: LoadedModels<OnnxThread>;
}

/** One call's turns. The model is kept loaded as long as the call lasts. */
export class JudgingTurns {
  readonly #options: JudgingTurnsOptions;
  readonly #thread: Promise<OnnxThread>;

  constructor(options: JudgingTurnsOptions) {
    this.#options = options;
    const { socket, models, model } = options;
    this.#thread = models.use(model);
    this.#thread.catch((cause: Error) => {
      this.#report({ type: 'error', id: null, message: cause.message, retryable: false });
      socket.close(1011);
    });
    socket.on('message', (message) => void this.#judge(message as Buffer));
    socket.on('close', () => {
      this.#thread.then(
        () => models.release(model),
        () => undefined,
      );
    });
  }

  async #judge(message: Buffer): Promise<void> {
    const id = message.readUInt32LE(0);
    const samples = new Int16Array((message.length - TURN_HEADER_BYTES) >> 1);
    for (let i = 0; i < samples.length; i++) samples[i] = message.readInt16LE(TURN_HEADER_BYTES + 2 * i);
    try {
      const thread = await this.#thread;
      const [probability] = await thread.ask({ type: 'turn', samples });
      this.#report({ type: 'turn', id, probability: probability! });
    } catch (cause) {
      this.#report({ type: 'error', id, message: (cause as Error).message, retryable: true });
    }
  }

  #report(report: TurnReport): void {
    this.#options.socket.send(JSON.stringify(report));
  }
}
