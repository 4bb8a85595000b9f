import type { Tensor } from 'onnxruntime-web';
import { type OnnxRuntime, webAssembly } from './runtime.ts';

/** What a model takes and gives, by name. */
export type Tensors = Record<string, Tensor>;

export interface OnnxSession {
  readonly inputNames: readonly string[];
  float(data: Float32Array, shape: readonly number[]): Tensor;
  integer(value: number): Tensor;
  integers(values: readonly number[], shape: readonly number[]): Tensor;
  truth(value: boolean): Tensor;
  run(inputs: Tensors): Promise<Tensors>;
}

export interface SessionOptions {
  /** Default: WebAssembly. */
  runtime?: () => Promise<OnnxRuntime>;
  /**
   * How much the runtime rearranges the model. `disabled`: not at all, which is loaded in two thirds of the time and of the memory (a
   * Moonshine's encoder runs as fast). `constants`: what is constant is computed once, also the numbers that weights stand for, which
   * takes their size four times. Default: all that it can, which keeps memory at hand, too.
   */
  optimization?: 'disabled' | 'constants' | 'all';
}

/** The runtime leaves weights as they are, for processors that compute with bytes, unless this says that there are none. */
const COMPUTES_WEIGHTS = { session: { disable_quant_qdq: '1' } };
const KEEPS_NOTHING = { enableCpuMemArena: false, enableMemPattern: false };
const OPTIMIZATIONS = {
  disabled: { graphOptimizationLevel: 'disabled', ...KEEPS_NOTHING },
  constants: { graphOptimizationLevel: 'basic', ...KEEPS_NOTHING, extra: COMPUTES_WEIGHTS },
  all: { graphOptimizationLevel: 'all' },
} as const;

/** @throws Error where the library is not installed, or does not like the model */
export async function openSession(
  file: Uint8Array,
  { runtime = webAssembly, optimization = 'all' }: SessionOptions = {},
): Promise<OnnxSession> {
  const { Session, OnnxTensor, options } = await runtime();
  const session = await Session.create(file, { ...options, ...OPTIMIZATIONS[optimization] });
  return {
    inputNames: session.inputNames,
    float: (data, shape) => new OnnxTensor('float32', data, shape),
    integer: (value) => new OnnxTensor('int64', BigInt64Array.of(BigInt(value)), []),
    integers: (values, shape) => new OnnxTensor('int64', BigInt64Array.from(values, BigInt), shape),
    truth: (value) => new OnnxTensor('bool', Uint8Array.of(value ? 1 : 0), [1]),
    run: async (inputs) => (await session.run(inputs)) as Tensors,
  };
}
