import type { DocumentType } from '@parley/contract';
import type { Passage } from './passages.ts';

/** To the worker: the file in parts, then its type; after each batch of passages, that the next may come. */
export type ToReader = { type: 'part'; bytes: Uint8Array } | { type: 'read'; as: DocumentType } | { type: 'next' };

/** From the worker. */
export type FromReader =
  /** The language, as far as the document states it or it is recognized. */
  | { type: 'language'; language: string | null }
  | { type: 'passages'; passages: Passage[] }
  | { type: 'end' }
  /** In words for people. */
  | { type: 'unreadable'; message: string };
