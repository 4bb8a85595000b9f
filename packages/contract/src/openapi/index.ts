export { openApiDocument } from './document.ts';
export type * from './document-types.ts';
export * from './meanings.ts';
