import type { Vendor } from '../vendor.ts';
import { ID } from './connection.ts';
import { MODELS } from './models.ts';
import { assemblyAiSpeechToText } from './speech-to-text.ts';

/** https://www.assemblyai.com/docs/streaming */
export const assemblyAi: Vendor = {
  id: ID,
  speechToText: assemblyAiSpeechToText,
  listModels: async () => MODELS,
};
