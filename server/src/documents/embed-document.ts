import type { Database } from '../db/index.ts';
import type { Embedders } from './embedders.ts';

/** Texts of one request: some 20 000 tokens. */
const BATCH = 64;
const REQUEST_WITHIN_MS = 30_000;

interface Dependencies {
  db: Database;
  embedders: Embedders;
}

/**
 * Gives the passages of a document their embeddings, where the account has a provider of them. Goes on where it was broken
 * off; what another model has made is made anew.
 */
export async function embedDocument({ db, embedders }: Dependencies, documentId: string): Promise<void> {
  const [document] = await db.query<{ account_id: string; embedding_model: string | null }>(
    `select account_id, embedding_model from documents where document_id = $1 and status = 'ready'`,
    [documentId],
  );
  const embedder = document ? await embedders.of(db, document.account_id) : null;
  if (!document || !embedder || document.embedding_model === embedder.model) return;
  if (document.embedding_model !== null) {
    await db.transaction(async (tx) => {
      await tx.query('update documents set embedding_model = null where document_id = $1', [documentId]);
      await tx.query('update document_passages set embedding = null where document_id = $1', [documentId]);
    });
  }
  for (;;) {
    const passages = await db.query<{ passage_no: number; heading: string | null; text: string }>(
      `select passage_no, heading, text from document_passages where document_id = $1 and embedding is null
       order by passage_no limit ${BATCH}`,
      [documentId],
    );
    if (passages.length === 0) break;
    const texts = passages.map(({ heading, text }) => (heading === null ? text : `${heading}\n${text}`));
    const vectors = await embedder.embed(texts, 'passage', AbortSignal.timeout(REQUEST_WITHIN_MS));
    await db.query(
      `update document_passages p set embedding = given.embedding
       from unnest($2::int[], $3::bytea[]) as given (passage_no, embedding)
       where p.document_id = $1 and p.passage_no = given.passage_no`,
      [documentId, passages.map(({ passage_no: no }) => no), vectors.map(bytesOf)],
    );
  }
  await db.query(
    `update documents set embedding_model = $2, updated_at = clock_timestamp()
     where document_id = $1 and status = 'ready'`,
    [documentId, embedder.model],
  );
}

/** Little-endian on every host that this runs on. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => Buffer.from(buffer, byteOffset, byteLength);
