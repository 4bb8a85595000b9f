import { createRequire } from 'node:module';

/** The part of sherpa-onnx-node that is used here; its own types are comments. */
export interface RecognizerStream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
  inputFinished(): void;
  setOption(name: string, value: string): void;
}

export interface RecognizerResult {
  text: string;
  tokens: string[];
  /** Seconds from `start_time`, one a token. */
  timestamps: number[];
  start_time?: number;
  num_trailing_blanks?: number;
}

export interface OnlineRecognizer {
  createStream(): RecognizerStream;
  isReady(stream: RecognizerStream): boolean;
  decodeStreams(streams: RecognizerStream[]): void;
  isEndpoint(stream: RecognizerStream): boolean;
  reset(stream: RecognizerStream): void;
  getResult(stream: RecognizerStream): RecognizerResult;
}

export interface OfflineTts {
  readonly sampleRate: number;
  readonly numSpeakers: number;
  generateAsync(request: {
    text: string;
    sid: number;
    speed: number;
    /** Memory of the library's own would be freed behind our back. */
    enableExternalBuffer: false;
    /** A sentence at a time; false stops. */
    onProgress(progress: { samples: Float32Array }): boolean;
  }): Promise<{ samples: Float32Array }>;
}

export interface SherpaLibrary {
  OnlineRecognizer: new (configuration: object) => OnlineRecognizer;
  OfflineTts: { createAsync(configuration: object): Promise<OfflineTts> };
}

/** @throws Error where it is not installed, or not for this platform. */
export function loadLibrary(): SherpaLibrary {
  return createRequire(import.meta.url)('sherpa-onnx-node') as SherpaLibrary;
}
