import { EchoCanceller, FRAME_SAMPLES, levelDbfs } from '@parley/audio';
import { EchoGate } from './echo-gate.ts';

const SILENCE = new Int16Array(FRAME_SAMPLES);
/** A filter that has learnt the path takes more than half of a frame that is little but echo. */
const LEAST_TAKEN_DB = 3;

/** What the caller says, without what the line sends back of the agent. */
export class EchoRemover {
  readonly #gate = new EchoGate();
  readonly #canceller = new EchoCanceller();

  /** @param heard the next frame of 20 ms, 160 samples of 8 kHz mono */
  remove(heard: Int16Array): Int16Array {
    const isEcho = this.#gate.isEcho(heard);
    if (!this.#canceller.isConverged) this.#followDelay();
    const rest = this.#canceller.cancel(heard);
    if (!isEcho) return rest;
    if (this.#canceller.isConverged && levelDbfs(rest) < levelDbfs(heard) - LEAST_TAKEN_DB) return rest;
    // The path is not known yet, or another one now.
    this.#followDelay();
    return SILENCE;
  }

  /** The frame that was sent while the last one was heard; null is silence. */
  noteSent(frame: Int16Array | null): void {
    this.#gate.noteSent(frame);
    this.#canceller.noteSent(frame);
  }

  #followDelay(): void {
    const { delaySamples } = this.#gate;
    if (delaySamples !== null) this.#canceller.useDelay(delaySamples);
  }
}
