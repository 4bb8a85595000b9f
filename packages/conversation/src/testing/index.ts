/** What the end of a turn is learned from: a bench checks that it does not measure with it. */
export { trainingTexts, withheldModule } from '../end-of-turn/training/turns.ts';
/** Time that passes by frames, and providers that wait in it, for what drives a conversation without a call. */
export { ScriptedLanguageModel } from './scripted-language-model.ts';
export { ScriptedSpeechToText } from './scripted-speech-to-text.ts';
export { ToneTextToSpeech } from './tone-text-to-speech.ts';
export { settle, VirtualTime } from './virtual-time.ts';
