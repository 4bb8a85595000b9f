import type { InferenceSession, Tensor } from 'onnxruntime-web';

/** ONNX Runtime, as it was built for somewhere. */
export interface OnnxRuntime {
  readonly Session: typeof InferenceSession;
  readonly OnnxTensor: typeof Tensor;
  readonly options: InferenceSession.SessionOptions;
}

/**
 * In WebAssembly: a model that is broken ends its session alone. One thread, since calls compete for the processors.
 * @throws Error where the library is not installed
 */
export async function webAssembly(): Promise<OnnxRuntime> {
  const { env, InferenceSession: Session, Tensor: OnnxTensor } = await import('onnxruntime-web');
  env.wasm.numThreads = 1;
  env.logLevel = 'error';
  return { Session, OnnxTensor, options: { executionProviders: ['wasm'] } };
}

/**
 * In the processor's own instructions, which take .4 of the time; in WebAssembly where there is no build for this platform. A
 * model that is broken may end the process.
 * @throws Error where neither library is installed
 */
export async function native(): Promise<OnnxRuntime> {
  const library = await import('onnxruntime-node').catch(() => null);
  if (!library) return webAssembly();
  const { env, InferenceSession: Session, Tensor: OnnxTensor } = library;
  env.logLevel = 'error';
  const oneThread = { intraOpNumThreads: 1, interOpNumThreads: 1 };
  return { Session, OnnxTensor, options: { executionProviders: ['cpu'], ...oneThread } };
}
