import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { soniox } from './index.ts';
import { SonioxServer } from './testing/soniox-server.ts';

const startServer = (): Promise<SonioxServer> => new SonioxServer().start();
const fixture = { vendor: soniox, model: null, startServer };

speechToTextConformance({ ...fixture, name: 'Soniox', idleLimitMs: 20_000 });
textToSpeechConformance({ ...fixture, name: 'Soniox', voice: 'Adrian' });
