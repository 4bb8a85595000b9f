import { parentPort } from 'node:worker_threads';
import type { FromVectors, NearPassage, ToVectors } from './vector-messages.ts';

/** Of all documents; those that were not searched for longest go first. */
const MOST_BYTES = 192 * 1024 * 1024;

interface Part {
  documentId: string;
  passages: number[];
  vectors: Float32Array;
}

const documents = new Map<string, Part[]>();
let bytes = 0;

const send = (message: FromVectors) => parentPort!.postMessage(message);

parentPort!.on('message', (message: ToVectors) => {
  if (message.type === 'add') add(message);
  else send({ type: 'near', id: message.id, near: nearest(message) });
});

function add({ name, documentId, passages, vectors }: Extract<ToVectors, { type: 'add' }>): void {
  const part = { documentId, passages, vectors: new Float32Array(vectors.slice().buffer) };
  documents.set(name, [...(documents.get(name) ?? []), part]);
  bytes += vectors.length;
  for (const [oldest, parts] of documents) {
    if (bytes <= MOST_BYTES || oldest === name) break;
    documents.delete(oldest);
    bytes -= parts.reduce((sum, one) => sum + one.vectors.byteLength, 0);
    send({ type: 'dropped', name: oldest });
  }
}

function nearest({ names, query, limit }: Extract<ToVectors, { type: 'search' }>): NearPassage[] {
  const near: NearPassage[] = [];
  for (const name of names) {
    const parts = documents.get(name) ?? [];
    // Used last, dropped last.
    if (documents.delete(name)) documents.set(name, parts);
    for (const part of parts) compare(part, query, near);
  }
  return near.sort((one, other) => other.similarity - one.similarity).slice(0, limit);
}

function compare({ documentId, passages, vectors }: Part, query: Float32Array, near: NearPassage[]): void {
  const { length } = query;
  for (const [index, passage] of passages.entries()) {
    let similarity = 0;
    const from = index * length;
    for (let at = 0; at < length; at += 1) similarity += query[at]! * vectors[from + at]!;
    near.push({ documentId, passage, similarity });
  }
}
