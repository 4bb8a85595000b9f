import { OpenAiServer } from '../openai/testing/openai-server.ts';
import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { openaiCompatible } from './index.ts';

const startServer = (): Promise<OpenAiServer> => new OpenAiServer().start();
const vendor = openaiCompatible;

textToSpeechConformance({ name: 'A server of one’s own', vendor, model: 'kokoro', voice: 'af_heart', startServer });
languageModelConformance({ name: 'A server of one’s own', vendor, model: 'qwen3:8b', startServer });
