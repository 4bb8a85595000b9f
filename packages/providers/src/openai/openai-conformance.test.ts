import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { speechToSpeechConformance } from '../testing/conformance/speech-to-speech.ts';
import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { openai } from './index.ts';
import { OpenAiServer } from './testing/openai-server.ts';

const startServer = (): Promise<OpenAiServer> => new OpenAiServer().start();

const listening = { vendor: openai, startServer, idleLimitMs: null, answersInAnyOrder: true };
speechToTextConformance({ ...listening, name: 'OpenAI', model: null });
speechToTextConformance({ ...listening, name: 'OpenAI, which begins with the commit,', model: 'gpt-4o-transcribe' });
textToSpeechConformance({ name: 'OpenAI', vendor: openai, model: null, voice: 'marin', startServer });
languageModelConformance({ name: 'OpenAI', vendor: openai, model: 'gpt-6-luna', startServer });
const talking = { vendor: openai, model: 'gpt-realtime', voice: 'cedar', startServer };
speechToSpeechConformance({ ...talking, name: 'OpenAI' });
speechToSpeechConformance({ ...talking, name: 'OpenAI, in wideband,', callRateHz: 16_000 });
