export {
  type AnalysisRequest,
  analyzeWithModel,
  type CallAnalysis,
  type TranscriptLine,
} from './analyze-with-model.ts';
export { ModelNotFoundError } from './model-error.ts';
export { ModelOrFallback } from './model-or-fallback.ts';
export type { ModelServer } from './model-server.ts';
export { OpenAiCompatibleModel } from './open-ai-compatible-model.ts';
export { warmUpLanguageModels } from './warm-up.ts';
