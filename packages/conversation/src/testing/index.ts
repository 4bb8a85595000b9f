/** What finds words in audio, for what trains it and what measures it. */
export { SOUND_CLASSES, type SoundClass } from '../alignment/sound-classes.ts';
export { CONTEXT_FRAMES, NETWORK_INPUTS, type SoundNetworkWeights } from '../alignment/sound-network.ts';
export { wordFeatures } from '../end-of-turn/expected-end.ts';
/** What the end of a turn is learned from: a bench checks that it does not measure with it. */
export type { CorpusTurn } from '../end-of-turn/training/corpus.ts';
export { learnableTurns, trainingTexts, withheldModule } from '../end-of-turn/training/turns.ts';
export { turnEnd } from '../end-of-turn/turn-end.ts';
export { windowMs } from '../end-of-turn/window.ts';
/** What second voices are judged by, for what trains it. */
export { CallerSound } from '../hearing/caller-sound.ts';
export { CLAIM_SOUND, claimFeatures } from '../hearing/claim-features.ts';
export { packFor } from '../languages/packs.ts';
export { spokenLanguage } from '../languages/spoken-language.ts';
export { ClauseSound } from '../speaking/clause-sound.ts';
export { SYLLABLE_GAP_MS } from '../turns/utterance-state.ts';
/** Time that passes by frames, and providers that wait in it, for what drives a conversation without a call. */
export { ScriptedLanguageModel } from './scripted-language-model.ts';
export { ScriptedSpeechToText } from './scripted-speech-to-text.ts';
export { ToneTextToSpeech } from './tone-text-to-speech.ts';
export { settle, VirtualTime } from './virtual-time.ts';
