import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { elevenLabs } from './index.ts';
import { ElevenLabsServer } from './testing/elevenlabs-server.ts';
import { SCRIBE_IDLE_LIMIT_MS } from './testing/scribe-conversation.ts';

const startServer = (): Promise<ElevenLabsServer> => new ElevenLabsServer().start();
const fixture = { vendor: elevenLabs, model: null, startServer };

speechToTextConformance({ ...fixture, name: 'Scribe', idleLimitMs: SCRIBE_IDLE_LIMIT_MS, tellsTimes: false });
textToSpeechConformance({ ...fixture, name: 'ElevenLabs', voice: 'Xb7hH8MSUJpSbSDYk0k2' });
