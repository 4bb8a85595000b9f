export const ENGLISH_MODEL = 'universal-streaming-english';
/** https://www.assemblyai.com/docs/streaming/multilingual-transcription */
const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt'];

/** What a model hears, and whether it tells one language from another; null: without a model. */
export const hearing = (model: string | null) => ({
  languages: model === ENGLISH_MODEL ? ['en'] : LANGUAGES,
  detectsLanguage: model !== ENGLISH_MODEL,
});
