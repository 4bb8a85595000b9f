import { EchoCanceller, FRAME_SAMPLES } from '@parley/audio';
import { EchoGate } from './echo-gate.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);

/** What the caller says, without what the line sends back of the agent. */
export class EchoRemover {
  readonly #gate = new EchoGate();
  readonly #canceller = new EchoCanceller();
  #delay: number | null = null;

  /** @param heard the next frame of 20 ms, 160 samples of 8 kHz mono */
  remove(heard: Int16Array): Int16Array {
    const isEcho = this.#gate.isEcho(heard);
    this.#followDelay();
    const rest = this.#canceller.cancel(heard);
    if (this.#canceller.isConverged) return rest;
    return isEcho ? SILENCE : rest;
  }

  /** The frame that was sent while the last one was heard; null is silence. */
  noteSent(frame: Int16Array | null): void {
    this.#gate.noteSent(frame);
    this.#canceller.noteSent(frame);
  }

  #followDelay(): void {
    const { delaySamples } = this.#gate;
    if (delaySamples === null || delaySamples === this.#delay) return;
    this.#delay = delaySamples;
    this.#canceller.useDelay(delaySamples);
  }
}
