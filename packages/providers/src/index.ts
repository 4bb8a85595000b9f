export * from './builtin/index.ts';
export * from './openai-compatible/index.ts';
