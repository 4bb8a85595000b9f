import type { Vendor } from '../vendor.ts';
import { listModels, listVoices } from './catalog.ts';
import { ID } from './connection.ts';
import { elevenLabsSpeechToText } from './speech-to-text.ts';
import { elevenLabsTextToSpeech } from './text-to-speech.ts';

/** ElevenLabs: speech on `multi-stream-input`, recognition by Scribe in real time. */
export const elevenLabs: Vendor = {
  id: ID,
  speechToText: elevenLabsSpeechToText,
  textToSpeech: elevenLabsTextToSpeech,
  listVoices,
  listModels,
};
