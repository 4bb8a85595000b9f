/** Vendors on loopback, and open models of our own, for tests that go all the way through a service, and for what is measured. */
export { AnthropicServer } from '../anthropic/testing/anthropic-server.ts';
export { AssemblyAiServer } from '../assemblyai/testing/assemblyai-server.ts';
export { AzureServer } from '../azure/testing/azure-server.ts';
export { inlineRecognition } from '../builtin/testing/inline-recognition.ts';
export { interjectionScorer } from '../builtin/testing/interjection-scores.ts';
export { utteranceEndScorer } from '../builtin/testing/utterance-end-scores.ts';
export { CartesiaServer } from '../cartesia/testing/cartesia-server.ts';
export { DeepgramServer } from '../deepgram/testing/deepgram-server.ts';
export { ElevenLabsServer } from '../elevenlabs/testing/elevenlabs-server.ts';
export { GoogleServer } from '../google/testing/google-server.ts';
export { installTinyModels } from '../onnx/testing/tiny-models.ts';
export { OpenAiServer } from '../openai/testing/openai-server.ts';
export { installTones } from '../sherpa-onnx/testing/installed-tones.ts';
export { SonioxServer } from '../soniox/testing/soniox-server.ts';
export { EventLog } from './conformance/event-log.ts';
export type { LanguageModelServer } from './conformance/language-model.ts';
export type { SpeechToTextServer } from './conformance/speech-to-text-fixture.ts';
export type { TextToSpeechServer } from './conformance/text-to-speech.ts';
