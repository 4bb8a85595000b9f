import type { VendorModel } from '../vendor.ts';

/** The vendor lists them in its documentation alone (https://www.assemblyai.com/docs/getting-started/models). */
export const MODELS: VendorModel[] = [
  { id: 'universal-streaming-english', name: 'Universal Streaming English', kind: 'transcriber' },
  { id: 'universal-streaming-multilingual', name: 'Universal Streaming Multilingual', kind: 'transcriber' },
  { id: 'u3-rt-pro', name: 'Universal-3 Pro Streaming', kind: 'transcriber' },
];
