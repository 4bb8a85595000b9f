import type { Vendor } from '../vendor.ts';
import { ID } from './connection.ts';
import { onnxEndOfTurn } from './end-of-turn.ts';
import { onnxSpeechDetector } from './speech-detector.ts';
import { sherpaSpeechToText } from './speech-to-text.ts';
import { sherpaTextToSpeech } from './text-to-speech.ts';

/** Open models on this host, in an engine of their own (`SpeechEngine`). */
export const sherpaOnnx: Vendor = {
  id: ID,
  speechToText: sherpaSpeechToText,
  textToSpeech: sherpaTextToSpeech,
  speechDetector: onnxSpeechDetector,
  endOfTurn: onnxEndOfTurn,
};
