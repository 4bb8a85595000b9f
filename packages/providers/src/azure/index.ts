import type { Vendor } from '../vendor.ts';
import { listModels, listVoices } from './catalog.ts';
import { ID } from './connection.ts';
import { azureSpeechToText } from './speech-to-text.ts';
import { azureTextToSpeech } from './text-to-speech.ts';

/**
 * Azure AI Speech, by the socket protocol of its own client library
 * (https://github.com/microsoft/cognitive-services-speech-sdk-js, MIT): the vendor documents no other for streams.
 */
export const azure: Vendor = {
  id: ID,
  speechToText: azureSpeechToText,
  textToSpeech: azureTextToSpeech,
  listVoices,
  listModels,
};
