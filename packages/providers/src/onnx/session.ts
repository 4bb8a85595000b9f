import type { InferenceSession, Tensor } from 'onnxruntime-web';

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
  /**
   * How much the runtime rearranges the model. `disabled`: not at all, which is loaded in two thirds of the time and of the memory (a
   * Moonshine's encoder runs as fast). `basic`: it computes once what is constant (with that a Moonshine's decoder takes .6 of the
   * time for each token, and 0.3 s and 40 MB more to load). Default: all that it can, which keeps memory at hand, too.
   */
  optimization?: 'disabled' | 'basic' | 'all';
}

/**
 * A model in ONNX Runtime's WebAssembly: nothing of it is native, so that a model that is broken ends its session alone. One
 * thread, since every call of the host competes for the processors.
 * @throws Error where the library is not installed, or does not like the model
 */
export async function openSession(
  file: Uint8Array,
  { optimization = 'all' }: SessionOptions = {},
): Promise<OnnxSession> {
  const { env, InferenceSession: Session, Tensor: OnnxTensor } = await import('onnxruntime-web');
  env.wasm.numThreads = 1;
  env.logLevel = 'error';
  const session: InferenceSession = await Session.create(file, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: optimization,
    ...(optimization !== 'all' && { enableCpuMemArena: false, enableMemPattern: false }),
  });
  return {
    inputNames: session.inputNames,
    float: (data, shape) => new OnnxTensor('float32', data, shape),
    integer: (value) => new OnnxTensor('int64', BigInt64Array.of(BigInt(value)), []),
    integers: (values, shape) => new OnnxTensor('int64', BigInt64Array.from(values, BigInt), shape),
    truth: (value) => new OnnxTensor('bool', Uint8Array.of(value ? 1 : 0), [1]),
    run: async (inputs) => (await session.run(inputs)) as Tensors,
  };
}
