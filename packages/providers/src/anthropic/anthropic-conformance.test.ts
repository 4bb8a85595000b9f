import { languageModelConformance } from '../testing/conformance/language-model.ts';
import { anthropic } from './index.ts';
import { AnthropicServer } from './testing/anthropic-server.ts';

languageModelConformance({
  name: 'Anthropic',
  vendor: anthropic,
  model: 'claude-haiku-4-5',
  startServer: () => new AnthropicServer().start(),
});
