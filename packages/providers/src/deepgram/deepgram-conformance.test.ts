import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { deepgram } from './index.ts';
import { DeepgramServer } from './testing/deepgram-server.ts';

const startServer = (): Promise<DeepgramServer> => new DeepgramServer().start();

speechToTextConformance({ name: 'Nova', vendor: deepgram, model: 'nova-3', startServer, idleLimitMs: 10_000 });
speechToTextConformance({ name: 'Flux', vendor: deepgram, model: 'flux-general-en', startServer, idleLimitMs: null });
textToSpeechConformance({ name: 'Aura', vendor: deepgram, model: null, voice: 'aura-2-thalia-en', startServer });
