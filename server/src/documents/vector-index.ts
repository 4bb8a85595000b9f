import { Worker } from 'node:worker_threads';
import type { Queryable } from '../db/index.ts';
import type { FromVectors, NearPassage, ToVectors } from './vector-messages.ts';

/** Rows of one statement: what is decoded at once takes a moment. */
const ROWS = 100;
/** More than that takes longer than a reply may wait. */
export const MOST_COMPARED = 20_000;

/** Embeddings of documents that were searched lately, in a thread of its own, which compares them. */
export class VectorIndex {
  readonly #db: Queryable;
  #worker: Worker | null = null;
  readonly #loading = new Map<string, Promise<void>>();
  readonly #searches = new Map<number, (near: NearPassage[]) => void>();
  #searchId = 0;

  constructor({ db }: { db: Queryable }) {
    this.#db = db;
  }

  /** The nearest first. Those documents that were not used for long are read first, which takes a while. */
  async nearest(
    query: Float32Array,
    { documentIds, model, limit }: { documentIds: readonly string[]; model: string; limit: number },
  ): Promise<NearPassage[]> {
    const names = documentIds.map((documentId) => `${model} ${documentId}`);
    await Promise.all(names.map((name, index) => this.#load(name, documentIds[index]!)));
    this.#searchId += 1;
    const id = this.#searchId;
    return new Promise((resolve) => {
      this.#searches.set(id, resolve);
      this.#send({ type: 'search', id, names, query, limit });
    });
  }

  /** Idempotent. */
  async close(): Promise<void> {
    for (const resolve of this.#searches.values()) resolve([]);
    this.#searches.clear();
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #load(name: string, documentId: string): Promise<void> {
    const known = this.#loading.get(name);
    if (known) return known;
    const loading = this.#read(name, documentId);
    this.#loading.set(name, loading);
    loading.catch(() => this.#loading.delete(name));
    return loading;
  }

  async #read(name: string, documentId: string): Promise<void> {
    for (let after = 0; ; ) {
      const rows = await this.#db.query<{ passage_no: number; embedding: Buffer }>({
        name: 'read-embeddings',
        text: `select passage_no, embedding from document_passages
          where document_id = $1 and passage_no > $2 and embedding is not null order by passage_no limit ${ROWS}`,
        values: [documentId, after],
      });
      if (rows.length === 0) return;
      after = rows.at(-1)!.passage_no;
      this.#send({
        type: 'add',
        name,
        documentId,
        passages: rows.map(({ passage_no: passage }) => passage),
        vectors: new Uint8Array(Buffer.concat(rows.map(({ embedding }) => embedding))),
      });
    }
  }

  #send(message: ToVectors): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./vector-worker.ts', import.meta.url));
    worker.on('message', (message: FromVectors) => {
      if (message.type === 'dropped') this.#loading.delete(message.name);
      else {
        this.#searches.get(message.id)?.(message.near);
        this.#searches.delete(message.id);
      }
    });
    const forget = () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#loading.clear();
      for (const resolve of this.#searches.values()) resolve([]);
      this.#searches.clear();
    };
    worker.on('error', forget);
    worker.on('exit', forget);
    worker.unref();
    return worker;
  }
}
