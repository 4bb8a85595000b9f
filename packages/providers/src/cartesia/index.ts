import type { Vendor } from '../vendor.ts';
import { listModels, listVoices } from './catalog.ts';
import { ID } from './connection.ts';
import { cartesiaSpeechToText } from './speech-to-text.ts';
import { cartesiaTextToSpeech } from './text-to-speech.ts';

/** Cartesia: speech by Sonic, recognition by Ink with turns. */
export const cartesia: Vendor = {
  id: ID,
  speechToText: cartesiaSpeechToText,
  textToSpeech: cartesiaTextToSpeech,
  listVoices,
  listModels,
};
