import { OnnxThread } from './onnx-thread.ts';
import { WINDOW_SAMPLES } from './silero-vad.ts';

/** Calls that are judged at a time. */
const LARGEST_BATCH = 64;
/** A host that is a second behind will not catch up: what is older is left out. */
const MOST_WAITING = 32;

interface Call {
  windows: { samples: Float32Array; untilMs: number }[];
  onProbability: (probability: number, untilMs: number) => void;
  onError: (error: Error) => void;
}

/** Silero for all calls: while the model judges some windows others gather, which it judges together. */
export class VoiceBatches {
  readonly #thread: OnnxThread;
  readonly #calls = new Map<number, Call>();
  #isRunning = false;
  #nextCall = 0;

  constructor(file: string) {
    this.#thread = new OnnxThread({ kind: 'vad', file });
  }

  get ready(): Promise<void> {
    return this.#thread.ready;
  }

  /** A new call. Returns its number. */
  add(handlers: Pick<Call, 'onProbability' | 'onError'>): number {
    const call = this.#nextCall++;
    this.#calls.set(call, { windows: [], ...handlers });
    return call;
  }

  /** @param samples 256 of 8 kHz, −1 to 1 */
  write(call: number, samples: Float32Array, untilMs: number): void {
    const entry = this.#calls.get(call);
    if (!entry) return;
    entry.windows.push({ samples, untilMs });
    if (entry.windows.length > MOST_WAITING) entry.windows.shift();
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => void this.#run());
  }

  remove(call: number): void {
    if (this.#calls.delete(call)) this.#thread.forget(call);
  }

  close(): void {
    this.#thread.close();
  }

  async #run(): Promise<void> {
    for (;;) {
      const ready = [...this.#calls].filter(([, { windows }]) => windows.length > 0).slice(0, LARGEST_BATCH);
      if (ready.length === 0) break;
      await this.#judge(ready);
    }
    this.#isRunning = false;
  }

  async #judge(ready: readonly [number, Call][]): Promise<void> {
    // Those that come last next time were first: nothing is left waiting.
    for (const [number, call] of ready) {
      this.#calls.delete(number);
      this.#calls.set(number, call);
    }
    const windows = new Float32Array(ready.length * WINDOW_SAMPLES);
    const times = ready.map(([, call], i) => {
      const { samples, untilMs } = call.windows.shift()!;
      windows.set(samples, i * WINDOW_SAMPLES);
      return untilMs;
    });
    try {
      const calls = ready.map(([number]) => number);
      const probabilities = await this.#thread.ask({ type: 'voice', calls, windows });
      for (const [i, [, { onProbability }]] of ready.entries()) onProbability(probabilities[i]!, times[i]!);
    } catch (cause) {
      for (const [, { onError }] of ready) onError(cause as Error);
    }
  }
}
