export { analyzeWithModel } from './analyze-with-model.ts';
export { ModelOrFallback } from './model-or-fallback.ts';
export { openAiCompatibleModel } from './open-ai-compatible-model.ts';
export { warmUpLanguageModels } from './warm-up.ts';
