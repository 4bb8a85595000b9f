import type { Vendor } from '../vendor.ts';
import { DEEPGRAM } from './deepgram-account.ts';
import { listModels, listVoices } from './deepgram-models.ts';
import { DeepgramSpeechToText } from './listen/deepgram-speech-to-text.ts';
import { DeepgramTextToSpeech } from './speak/deepgram-text-to-speech.ts';

/** https://developers.deepgram.com */
export const deepgram: Vendor = {
  id: DEEPGRAM,
  speechToText: (connection, model) => new DeepgramSpeechToText(connection, model),
  // A voice is a model.
  textToSpeech: (connection) => new DeepgramTextToSpeech(connection),
  listVoices,
  listModels,
};
