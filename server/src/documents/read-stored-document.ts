import type { DocumentType } from '@parley/contract';
import type { Database, Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../kernel/logger.ts';
import { configurationFor } from './configurations.ts';
import { readParts } from './document-parts.ts';
import { UnreadableError } from './reading/block.ts';
import { readDocument } from './reading/document-reader.ts';
import type { Passage } from './reading/passages.ts';
import { searchText } from './search-text.ts';

/** Rows of one statement. */
const ROWS = 100;

interface Dependencies {
  db: Database;
  jobs: Jobs;
  log: Logger;
}

/** Takes the text out of a document that was uploaded, and makes it searchable. Does nothing the second time. */
export async function readStoredDocument({ db, jobs, log }: Dependencies, documentId: string): Promise<void> {
  const [document] = await db.query<{ account_id: string; content_type: DocumentType; language: string | null }>(
    `select account_id, content_type, language from documents where document_id = $1 and status = 'processing'`,
    [documentId],
  );
  if (!document) return;
  let { language } = document;
  const passages: Passage[] = [];
  try {
    await readDocument({
      type: document.content_type,
      parts: readParts(db, documentId),
      onLanguage: async (found) => {
        language ??= found;
      },
      onPassages: async (batch) => {
        passages.push(...batch);
      },
    });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    log.info({ document_id: documentId, reason: error.message }, 'a document cannot be read');
    await db.query(
      `update documents set status = 'failed', error = $2, updated_at = clock_timestamp()
       where document_id = $1 and status = 'processing'`,
      [documentId, error.message],
    );
    return;
  }
  await storePassages({ db, jobs }, { documentId, accountId: document.account_id }, { language, passages });
}

interface StoredDocument {
  documentId: string;
  accountId: string;
}

async function storePassages(
  { db, jobs }: Pick<Dependencies, 'db' | 'jobs'>,
  document: StoredDocument,
  { language, passages }: { language: string | null; passages: Passage[] },
): Promise<void> {
  const tag = validTag(language);
  await db.transaction(async (tx) => {
    const configuration = await configurationFor(tx, tag);
    const [still] = await tx.query(
      `update documents set status = 'ready', language = $2, configuration = $3, passages = $4,
         updated_at = clock_timestamp()
       where document_id = $1 and status = 'processing' returning 1`,
      [document.documentId, tag, configuration, passages.length],
    );
    // It was removed, or another node has read it.
    if (!still) return;
    for (let at = 0; at < passages.length; at += ROWS)
      await insertPassages(tx, document, configuration, passages.slice(at, at + ROWS), at);
    await jobs.enqueue(tx, 'document.embed', { documentId: document.documentId }, { group: document.accountId });
  });
}

/** Its identifiers are words of its passages, too: so the index alone tells whose they are. */
async function insertPassages(
  tx: Queryable,
  { documentId, accountId }: StoredDocument,
  configuration: string,
  passages: readonly Passage[],
  before: number,
): Promise<void> {
  await tx.query({
    name: 'insert-passages',
    text: `insert into document_passages (document_id, passage_no, heading, text, words)
      select $1, given.passage_no, given.heading, given.text,
        setweight(to_tsvector($2::regconfig, given.heading_words), 'A') || to_tsvector($2::regconfig, given.words)
          || array_to_tsvector(array[$1, $8])
      from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[])
        as given (passage_no, heading, text, heading_words, words)`,
    values: [
      documentId,
      configuration,
      passages.map((_, index) => before + index + 1),
      passages.map(({ heading }) => heading),
      passages.map(({ text }) => text),
      passages.map(({ heading }) => searchText(heading ?? '')),
      passages.map(({ text }) => searchText(text)),
      accountId,
    ],
  });
}

/** What a document says of itself need not be a language tag. */
function validTag(language: string | null): string | null {
  try {
    return language === null ? null : (Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0] ?? null);
  } catch {
    return null;
  }
}
