import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { azure } from './index.ts';
import { AzureServer } from './testing/azure-server.ts';

const startServer = (): Promise<AzureServer> => new AzureServer().start();
const fixture = { vendor: azure, model: null, startServer };

// What is written keeps its connections; one that heard nothing for long is made again.
speechToTextConformance({ ...fixture, name: 'Azure', idleLimitMs: null });
textToSpeechConformance({ ...fixture, name: 'Azure', voice: 'en-US-AvaMultilingualNeural' });
