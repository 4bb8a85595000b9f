import { OpenAiServer } from '../openai/testing/openai-server.ts';
import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { mistral } from './index.ts';

languageModelConformance({
  name: 'Mistral',
  vendor: mistral,
  model: 'mistral-small-latest',
  startServer: () => new OpenAiServer().start(),
});
