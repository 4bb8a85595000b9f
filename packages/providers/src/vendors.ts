import type { Vendor } from './vendor.ts';

/** Each is loaded when a call first needs it: what is not used costs no memory. */
const loaders: Record<string, () => Promise<Vendor>> = {
  anthropic: async () => (await import('./anthropic/index.ts')).anthropic,
  assemblyai: async () => (await import('./assemblyai/index.ts')).assemblyAi,
  azure: async () => (await import('./azure/index.ts')).azure,
  cartesia: async () => (await import('./cartesia/index.ts')).cartesia,
  deepgram: async () => (await import('./deepgram/index.ts')).deepgram,
  elevenlabs: async () => (await import('./elevenlabs/index.ts')).elevenLabs,
  google: async () => (await import('./google/index.ts')).google,
  groq: async () => (await import('./groq/index.ts')).groq,
  mistral: async () => (await import('./mistral/index.ts')).mistral,
  openai: async () => (await import('./openai/index.ts')).openai,
  'openai-compatible': async () => (await import('./openai-compatible/index.ts')).openaiCompatible,
  'sherpa-onnx': async () => (await import('./sherpa-onnx/index.ts')).sherpaOnnx,
  soniox: async () => (await import('./soniox/index.ts')).soniox,
};

/** Null: this version has no such vendor. */
export async function loadVendor(id: string): Promise<Vendor | null> {
  return Object.hasOwn(loaders, id) ? loaders[id]!() : null;
}
