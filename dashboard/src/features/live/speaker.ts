import { LIVE_RATE_HZ } from './live-sound.ts';
import playbackUrl from './playback-worklet.ts?worker&url';

/** Decibels below full scale that a meter shows as nothing. */
const QUIETEST_DB = 50;

/** Plays frames as they come. Open it in the handler of a click: browsers keep silent pages silent. */
export class Speaker {
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;
  readonly #analyser: AnalyserNode;
  readonly #samples: Float32Array<ArrayBuffer>;

  private constructor(context: AudioContext, node: AudioWorkletNode) {
    this.#context = context;
    this.#node = node;
    this.#analyser = new AnalyserNode(context, { fftSize: 512 });
    this.#samples = new Float32Array(this.#analyser.fftSize);
    node.connect(this.#analyser);
  }

  static async open(): Promise<Speaker> {
    const context = new AudioContext({ sampleRate: LIVE_RATE_HZ, latencyHint: 'interactive' });
    try {
      await context.audioWorklet.addModule(playbackUrl);
      const node = new AudioWorkletNode(context, 'playback', { numberOfInputs: 0, outputChannelCount: [1] });
      node.connect(context.destination);
      // Not awaited: without a click it stays suspended, and resumes with the next one.
      void context.resume();
      return new Speaker(context, node);
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  play(frame: ArrayBuffer): void {
    this.#node.port.postMessage(frame, [frame]);
  }

  /** How loud it is at this moment: 0 is silence, 1 as loud as it can be. Speech is about in the middle. */
  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / this.#samples.length;
    return Math.max(0, Math.min(1, 1 + (10 * Math.log10(power + 1e-9)) / QUIETEST_DB));
  }

  /** What was sent and has not been played is not played. */
  clear(): void {
    this.#node.port.postMessage('clear');
  }

  close(): void {
    this.#node.disconnect();
    void this.#context.close();
  }
}
