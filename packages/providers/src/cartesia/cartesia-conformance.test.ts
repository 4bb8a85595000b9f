import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { cartesia } from './index.ts';
import { CartesiaServer } from './testing/cartesia-server.ts';

const startServer = (): Promise<CartesiaServer> => new CartesiaServer().start();
const fixture = { vendor: cartesia, model: null, startServer };

speechToTextConformance({ ...fixture, name: 'Ink', idleLimitMs: null, tellsTimes: false });
textToSpeechConformance({ ...fixture, name: 'Sonic', voice: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' });
