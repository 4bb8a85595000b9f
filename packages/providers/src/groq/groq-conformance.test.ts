import { OpenAiServer } from '../openai/testing/openai-server.ts';
import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { groq } from './index.ts';

languageModelConformance({
  name: 'Groq',
  vendor: groq,
  model: 'llama-3.3-70b-versatile',
  startServer: () => new OpenAiServer().start(),
});
