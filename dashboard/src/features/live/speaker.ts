import { LIVE_RATE_HZ } from './live-sound.ts';
import playbackUrl from './playback-worklet.ts?worker&url';

/** Plays frames as they come. Open it in the handler of a click: browsers keep silent pages silent. */
export class Speaker {
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;

  private constructor(context: AudioContext, node: AudioWorkletNode) {
    this.#context = context;
    this.#node = node;
  }

  static async open(): Promise<Speaker> {
    const context = new AudioContext({ sampleRate: LIVE_RATE_HZ, latencyHint: 'interactive' });
    try {
      await context.audioWorklet.addModule(playbackUrl);
      const node = new AudioWorkletNode(context, 'playback', { numberOfInputs: 0, outputChannelCount: [1] });
      node.connect(context.destination);
      // Without a click it stays suspended, and resumes with the next one; nobody waits for it.
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

  /** What was sent and has not been played is not played. */
  clear(): void {
    this.#node.port.postMessage('clear');
  }

  close(): void {
    this.#node.disconnect();
    void this.#context.close();
  }
}
