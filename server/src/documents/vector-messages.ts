/** A passage that means nearly what was asked. */
export interface NearPassage {
  documentId: string;
  passage: number;
  /** Cosine, from -1 to 1. */
  similarity: number;
}

export type ToVectors =
  /** Vectors behind one another, 32-bit numbers. */
  | { type: 'add'; name: string; documentId: string; passages: number[]; vectors: Uint8Array }
  | { type: 'search'; id: number; names: string[]; query: Float32Array; limit: number };

export type FromVectors =
  | { type: 'near'; id: number; near: NearPassage[] }
  /** There was no room for it any more. */
  | { type: 'dropped'; name: string };
