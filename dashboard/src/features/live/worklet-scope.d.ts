/** What a worklet finds around it (Web Audio API, section 1.32), as far as the two worklets here need it. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
/** Of the audio context. */
declare const sampleRate: number;
