/** Which model a thread runs, from which file. */
export interface OnnxThreadData {
  kind: 'vad' | 'end-of-turn';
  file: string;
}

/** To a thread. Numbered ones are answered. */
export type OnnxCommand =
  | { type: 'voice'; id: number; calls: number[]; windows: Float32Array }
  | { type: 'turn'; id: number; samples: Int16Array }
  | { type: 'forget'; call: number };

/** From a thread: `ready` or `failed` first. */
export type OnnxReport =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'result'; id: number; probabilities: Float32Array }
  | { type: 'error'; id: number; message: string };
