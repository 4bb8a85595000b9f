import type { DocumentPassage, DocumentSearch } from '@parley/contract';
import type { Database, Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Embedder, Embedders } from './embedders.ts';
import { fused, likenessOf } from './fusion.ts';
import { searchWords } from './search-words.ts';
import type { WordSearch } from './searched-group.ts';
import { MOST_COMPARED, VectorIndex } from './vector-index.ts';
import type { NearPassage } from './vector-messages.ts';

/** A caller who waits for a reply waits no longer than this for what embeddings add to words. */
const EMBEDDED_WITHIN_MS = 250;
const NEAREST = 20;
/** Of documents that have none yet. */
const EMBED_AGAIN_AFTER_MS = 600_000;

export interface FoundPassages {
  passages: DocumentPassage[];
  method: DocumentSearch['method'];
}

export interface KnowledgeSearch extends WordSearch {
  /** How long embeddings may take. Default 250: a caller waits on the telephone. */
  embeddedWithinMs?: number;
}

interface KnowledgeOptions {
  db: Database;
  embedders: Embedders;
  jobs: Jobs;
  log: Logger;
}

/** What the documents of accounts say: found by their words, and by what they mean where a provider can tell. */
export class Knowledge {
  readonly #options: KnowledgeOptions;
  readonly #vectors: VectorIndex;
  readonly #embedAgain = new Map<string, number>();

  constructor(options: KnowledgeOptions) {
    this.#options = options;
    this.#vectors = new VectorIndex({ db: options.db });
  }

  async search({ embeddedWithinMs = EMBEDDED_WITHIN_MS, ...search }: KnowledgeSearch): Promise<FoundPassages> {
    const { db, log } = this.#options;
    const { promise: late, resolve } = Promise.withResolvers<null>();
    const abort = new AbortController();
    const timer = setTimeout(() => {
      abort.abort();
      resolve(null);
    }, embeddedWithinMs);
    const near = this.#near(search, abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted) log.warn({ err: error }, 'documents were searched by words alone');
      return null;
    });
    const [byWords, byMeaning] = await Promise.all([
      searchWords(db, { ...search, limit: Math.max(search.limit, NEAREST) }),
      Promise.race([near, late]),
    ]);
    clearTimeout(timer);
    if (!byMeaning) return { passages: byWords.slice(0, search.limit), method: 'text' };
    const near20 = await passagesOf(db, byMeaning);
    return { passages: fused(byWords, near20).slice(0, search.limit), method: 'hybrid' };
  }

  /** Idempotent. */
  close(): Promise<void> {
    return this.#vectors.close();
  }

  /** Null: no embeddings can be compared. */
  async #near(search: WordSearch, signal: AbortSignal): Promise<NearPassage[] | null> {
    const { db, embedders } = this.#options;
    const embedder = await embedders.of(db, search.accountId);
    if (!embedder) return null;
    const documentIds = await this.#embedded(search, embedder);
    if (documentIds.length === 0) return null;
    const [vector] = await embedder.embed([search.query], 'query', signal);
    const near = await this.#vectors.nearest(vector!, { documentIds, model: embedder.model, limit: NEAREST });
    return near.map((passage) => ({ ...passage, similarity: likenessOf(passage.similarity, embedder.model) }));
  }

  /** Those with embeddings of the model; for the others they are asked for. None where there are too many to compare. */
  async #embedded({ accountId, documentIds }: WordSearch, embedder: Embedder): Promise<string[]> {
    const rows = await this.#options.db.query<{ document_id: string; passages: number; model: string | null }>({
      name: 'embedded-documents',
      text: `select document_id, passages, embedding_model as model from documents
        where account_id = $1 and status = 'ready' and ($2::text[] is null or document_id = any($2))`,
      values: [accountId, documentIds],
    });
    const missing = rows.filter(({ model }) => model !== embedder.model);
    await this.#wantEmbeddings(
      accountId,
      missing.map(({ document_id: id }) => id),
    );
    const there = rows.filter(({ model }) => model === embedder.model);
    const passages = there.reduce((sum, one) => sum + one.passages, 0);
    return passages > MOST_COMPARED ? [] : there.map(({ document_id: id }) => id);
  }

  /** A provider may have been connected after the documents were read. */
  async #wantEmbeddings(accountId: string, documentIds: string[]): Promise<void> {
    const { db, jobs } = this.#options;
    const nowMs = performance.now();
    const due = documentIds.filter((id) => (this.#embedAgain.get(id) ?? -Infinity) < nowMs);
    if (due.length === 0) return;
    for (const id of due) this.#embedAgain.set(id, nowMs + EMBED_AGAIN_AFTER_MS);
    if (this.#embedAgain.size > 10_000) this.#embedAgain.clear();
    await db.transaction((tx) =>
      jobs.enqueueAll(
        tx,
        'document.embed',
        due.map((documentId) => ({ documentId })),
        { group: accountId },
      ),
    );
  }
}

async function passagesOf(db: Queryable, near: readonly NearPassage[]): Promise<DocumentPassage[]> {
  const rows = await db.query<DocumentPassage>({
    name: 'near-passages',
    text: `select p.document_id, d.name, p.passage_no as passage, p.heading, p.text, given.score
      from unnest($1::text[], $2::int[], $3::float8[]) with ordinality as given (document_id, passage_no, score, no)
        join document_passages p using (document_id, passage_no) join documents d using (document_id) order by no`,
    values: [
      near.map(({ documentId }) => documentId),
      near.map(({ passage }) => passage),
      near.map(({ similarity }) => similarity),
    ],
  });
  return rows;
}
