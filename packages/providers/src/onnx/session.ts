import type { InferenceSession, Tensor } from 'onnxruntime-web';

/** What a model takes and gives, by name. */
export type Tensors = Record<string, Tensor>;

export interface OnnxSession {
  readonly inputNames: readonly string[];
  float(data: Float32Array, shape: readonly number[]): Tensor;
  integer(value: number): Tensor;
  run(inputs: Tensors): Promise<Tensors>;
}

/**
 * A model in ONNX Runtime's WebAssembly: nothing of it is native, so that a model that is broken ends its session alone. One
 * thread, since every call of the host competes for the processors.
 * @throws Error where the library is not installed, or does not like the model
 */
export async function openSession(file: Uint8Array): Promise<OnnxSession> {
  const { env, InferenceSession: Session, Tensor: OnnxTensor } = await import('onnxruntime-web');
  env.wasm.numThreads = 1;
  env.logLevel = 'error';
  const session: InferenceSession = await Session.create(file, { executionProviders: ['wasm'] });
  return {
    inputNames: session.inputNames,
    float: (data, shape) => new OnnxTensor('float32', data, shape),
    integer: (value) => new OnnxTensor('int64', BigInt64Array.of(BigInt(value)), []),
    run: async (inputs) => (await session.run(inputs)) as Tensors,
  };
}
