export * from './builtin/index.ts';
export type { AskedModel } from './chat/question.ts';
export { openEmbedder } from './embeddings/embedder.ts';
export { type ConnectionGuard, guardConnections } from './transport/connection-guard.ts';
export type { Vendor, VendorConnection, VendorModel, VendorVoice } from './vendor.ts';
export { loadVendor } from './vendors.ts';
