export * from './builtin/index.ts';
