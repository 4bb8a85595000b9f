import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { sherpaOnnx } from './index.ts';
import { FakeEngine } from './testing/fake-engine.ts';

const startServer = (): Promise<FakeEngine> => new FakeEngine().start();
const fixture = { vendor: sherpaOnnx, startServer };

speechToTextConformance({ ...fixture, name: 'The engine', model: 'zipformer-en', idleLimitMs: null });
textToSpeechConformance({ ...fixture, name: 'The engine', model: null, voice: 'piper-en-us-lessac' });
