import type { Vendor } from '../vendor.ts';
import { listModels, listVoices } from './catalog.ts';
import { ID } from './connection.ts';
import { sonioxSpeechToText } from './speech-to-text.ts';
import { sonioxTextToSpeech } from './text-to-speech.ts';

/** Soniox: recognition by tokens with an end of speech of its own, and voices that speak every language. */
export const soniox: Vendor = {
  id: ID,
  speechToText: sonioxSpeechToText,
  textToSpeech: sonioxTextToSpeech,
  listVoices,
  listModels,
};
