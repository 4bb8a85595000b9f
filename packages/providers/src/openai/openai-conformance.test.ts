import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { speechToSpeechConformance } from '../testing/conformance/speech-to-speech.ts';
import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { openai } from './index.ts';
import { OpenAiServer } from './testing/openai-server.ts';

const startServer = (): Promise<OpenAiServer> => new OpenAiServer().start();

speechToTextConformance({ name: 'OpenAI', vendor: openai, model: null, startServer, idleLimitMs: null });
textToSpeechConformance({ name: 'OpenAI', vendor: openai, model: null, voice: 'marin', startServer });
languageModelConformance({ name: 'OpenAI', vendor: openai, model: 'gpt-6-luna', startServer });
speechToSpeechConformance({ name: 'OpenAI', vendor: openai, model: 'gpt-realtime', voice: 'cedar', startServer });
