import { OpenAiServer } from '../openai/testing/openai-server.ts';
import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { speechToTextConformance } from '../testing/conformance/speech-to-text.ts';
import { textToSpeechConformance } from '../testing/conformance/text-to-speech.ts';
import { openaiCompatible } from './index.ts';
import { TranscriptionServer } from './testing/transcription-server.ts';

const startServer = (): Promise<OpenAiServer> => new OpenAiServer().start();
const fixture = { name: 'A server of one’s own', vendor: openaiCompatible, startServer };

speechToTextConformance({
  ...fixture,
  model: 'whisper',
  startServer: () => new TranscriptionServer().start(),
  idleLimitMs: null,
  answersInAnyOrder: true,
  uploads: true,
});
textToSpeechConformance({ ...fixture, model: 'kokoro', voice: 'af_heart' });
languageModelConformance({ ...fixture, model: 'qwen3:8b' });
