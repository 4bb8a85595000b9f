import type { OnnxSession, Tensors } from './session.ts';

const SAMPLE_RATE_HZ = 8000;
/** Samples of 8 kHz that the model judges at a time: 32 ms. */
export const WINDOW_SAMPLES = 256;

/** What a version of the model keeps of a call: tensors of two layers, and the end of the window before. */
interface Shape {
  context: number;
  /** Names of a state as it goes in and comes out, and its width. */
  states: readonly (readonly [input: string, output: string, width: number])[];
}

/** Versions 3 and 4 have the two states of an LSTM apart. */
const APART: Shape = {
  context: 0,
  states: [
    ['h', 'hn', 64],
    ['c', 'cn', 64],
  ],
};
/** From version 5 on, at 8 kHz (silero-vad, utils_vad.py, `OnnxWrapper`). */
const TOGETHER: Shape = { context: 32, states: [['state', 'stateN', 128]] };
const LAYERS = 2;

/** What the model keeps of one call. */
interface CallState {
  context: Float32Array;
  /** For each state, one array a layer. */
  states: Float32Array[][];
}

/** Silero's voice activity detector at 8 kHz, for many calls at once. */
export class SileroVad {
  readonly #session: OnnxSession;
  readonly #shape: Shape;
  readonly #calls = new Map<number, CallState>();

  /** @throws Error for a model of another shape */
  constructor(session: OnnxSession) {
    const names = new Set(session.inputNames);
    const shape = [TOGETHER, APART].find(({ states }) => states.every(([input]) => names.has(input)));
    if (!shape || !names.has('input') || !names.has('sr'))
      throw new Error(`is no Silero VAD: its inputs are ${session.inputNames.join(', ')}`);
    this.#session = session;
    this.#shape = shape;
  }

  /**
   * One window of each of these calls, which all differ.
   * @param windows `WINDOW_SAMPLES` for each call, −1 to 1
   * @returns probability of speech, one a call
   */
  async judge(calls: readonly number[], windows: Float32Array): Promise<Float32Array> {
    const states = calls.map((call) => this.#stateOf(call));
    const { output, ...after } = await this.#session.run(this.#inputs(states, windows));
    for (const [i, state] of states.entries()) this.#keep(state, windows, i, after, calls.length);
    return (output!.data as Float32Array).slice();
  }

  forget(call: number): void {
    this.#calls.delete(call);
  }

  #stateOf(call: number): CallState {
    const known = this.#calls.get(call);
    if (known) return known;
    const state: CallState = {
      context: new Float32Array(this.#shape.context),
      states: this.#shape.states.map(([, , width]) => Array.from({ length: LAYERS }, () => new Float32Array(width))),
    };
    this.#calls.set(call, state);
    return state;
  }

  #inputs(states: readonly CallState[], windows: Float32Array): Tensors {
    const { context, states: shapes } = this.#shape;
    const row = context + WINDOW_SAMPLES;
    const input = new Float32Array(states.length * row);
    for (const [i, state] of states.entries()) {
      input.set(state.context, i * row);
      input.set(windows.subarray(i * WINDOW_SAMPLES, (i + 1) * WINDOW_SAMPLES), i * row + context);
    }
    const inputs: Tensors = {
      input: this.#session.float(input, [states.length, row]),
      sr: this.#session.integer(SAMPLE_RATE_HZ),
    };
    for (const [index, [name, , width]] of shapes.entries()) {
      const before = new Float32Array(LAYERS * states.length * width);
      for (let layer = 0; layer < LAYERS; layer++)
        for (const [i, state] of states.entries())
          before.set(state.states[index]![layer]!, (layer * states.length + i) * width);
      inputs[name] = this.#session.float(before, [LAYERS, states.length, width]);
    }
    return inputs;
  }

  #keep(state: CallState, windows: Float32Array, at: number, after: Tensors, calls: number): void {
    const { context, states: shapes } = this.#shape;
    const end = (at + 1) * WINDOW_SAMPLES;
    state.context.set(windows.subarray(end - context, end));
    for (const [index, [, name, width]] of shapes.entries()) {
      const data = after[name]!.data as Float32Array;
      for (let layer = 0; layer < LAYERS; layer++) {
        const from = (layer * calls + at) * width;
        state.states[index]![layer]!.set(data.subarray(from, from + width));
      }
    }
  }
}
