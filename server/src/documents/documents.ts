import type { ChangeDocument, DocumentType, KnowledgeDocument, UploadDocument } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { insertParts } from './document-parts.ts';
import { DOCUMENT_COLUMNS, type DocumentRow, toDocument } from './document-rows.ts';

const DOCUMENTS_AT_MOST = 1000;
const BYTES_AT_MOST = 1024 ** 3;
/** So many agents are named, and the others counted. */
const MOST_NAMED = 3;
const UNTITLED = 'Untitled';

export function noSuchDocument(documentId: string, param = 'document_id'): RequestError {
  const message = `There is no document ${documentId}. GET /v1/documents lists yours.`;
  return new RequestError('not_found', message, { param });
}

export async function listDocuments(db: Queryable, accountId: string): Promise<KnowledgeDocument[]> {
  const rows = await db.query<DocumentRow>(
    `select ${DOCUMENT_COLUMNS} from documents where account_id = $1 order by document_id`,
    [accountId],
  );
  return rows.map(toDocument);
}

export async function findDocument(
  db: Queryable,
  accountId: string,
  documentId: string,
  lock: 'for update' | '' = '',
): Promise<KnowledgeDocument | undefined> {
  const rows = await db.query<DocumentRow>(
    `select ${DOCUMENT_COLUMNS} from documents where account_id = $1 and document_id = $2 ${lock}`,
    [accountId, documentId],
  );
  return rows[0] && toDocument(rows[0]);
}

async function refuseTooMuch(tx: Queryable, accountId: string, bytes: number): Promise<void> {
  // Two that are sent at once are counted one after the other.
  await tx.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
  const rows = await tx.query<{ documents: number; bytes: number }>(
    'select count(*) as documents, coalesce(sum(size_bytes), 0)::int8 as bytes from documents where account_id = $1',
    [accountId],
  );
  const { documents, bytes: stored } = rows[0]!;
  const limit =
    documents >= DOCUMENTS_AT_MOST
      ? `${DOCUMENTS_AT_MOST} documents at most`
      : stored + bytes > BYTES_AT_MOST
        ? `documents of ${BYTES_AT_MOST / 1024 ** 2} MiB in all at most`
        : null;
  if (limit === null) return;
  throw new RequestError('unprocessable', `An account has ${limit}. Remove one that no agent uses.`);
}

/** Stored at once; its text is read by a job. @throws RequestError `unprocessable` */
export async function uploadDocument(
  { db, jobs }: { db: Database; jobs: Jobs },
  acting: Acting,
  file: { type: DocumentType; bytes: Buffer },
  { name = UNTITLED, language = null }: { name?: string | undefined; language?: UploadDocument['language'] | null },
): Promise<KnowledgeDocument> {
  return db.transaction(async (tx) => {
    await refuseTooMuch(tx, acting.accountId, file.bytes.length);
    const documentId = newId('doc');
    const rows = await tx.query<DocumentRow>(
      `insert into documents (document_id, account_id, name, content_type, size_bytes, language)
       values ($1, $2, $3, $4, $5, $6) returning ${DOCUMENT_COLUMNS}`,
      [documentId, acting.accountId, name, file.type, file.bytes.length, language ?? null],
    );
    await insertParts(tx, documentId, file.bytes);
    await jobs.enqueue(tx, 'document.read', { documentId }, { group: acting.accountId });
    const document = toDocument(rows[0]!);
    await audit(tx, acting, { action: 'document.created', target: documentId, after: document });
    return document;
  });
}

/** @throws RequestError `not_found` */
export async function changeDocument(
  db: Database,
  acting: Acting,
  documentId: string,
  { name }: ChangeDocument,
): Promise<KnowledgeDocument> {
  return db.transaction(async (tx) => {
    const before = await findDocument(tx, acting.accountId, documentId, 'for update');
    if (!before) throw noSuchDocument(documentId);
    if (name === undefined || name === before.name) return before;
    const rows = await tx.query<DocumentRow>(
      `update documents set name = $2, updated_at = clock_timestamp() where document_id = $1
       returning ${DOCUMENT_COLUMNS}`,
      [documentId, name],
    );
    const after = toDocument(rows[0]!);
    await audit(tx, acting, { action: 'document.updated', target: documentId, before, after });
    return after;
  });
}

/** @throws RequestError `not_found`, and `conflict` while an agent knows it. */
export async function deleteDocument(db: Database, acting: Acting, documentId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await findDocument(tx, acting.accountId, documentId, 'for update');
    if (!before) throw noSuchDocument(documentId);
    // An agent that is being given it holds its row, see known-documents.ts.
    refuseInUse(documentId, await agentsThatKnow(tx, acting.accountId, documentId));
    await tx.query('delete from documents where document_id = $1', [documentId]);
    await audit(tx, acting, { action: 'document.deleted', target: documentId, before });
  });
}

async function agentsThatKnow(tx: Queryable, accountId: string, documentId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select v.settings ->> 'name' as name from agents a join agent_versions v using (agent_id, version)
     where a.account_id = $1 and a.deleted_at is null
       and (v.settings -> 'knowledge' -> 'document_ids')::jsonb ? $2
     order by a.seq`,
    [accountId, documentId],
  );
  return rows.map(({ name }) => name);
}

function refuseInUse(documentId: string, agents: string[]): void {
  if (agents.length === 0) return;
  const shown = agents.slice(0, MOST_NAMED).map((name) => `"${name}"`);
  const more = agents.length - shown.length;
  const named = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const [who, whose] =
    agents.length === 1 ? [`the agent ${named} knows`, 'its'] : [`the agents ${named} know`, 'their'];
  throw new RequestError(
    'conflict',
    `Document ${documentId} is in use: ${who} it. Take it out of ${whose} knowledge, then remove it.`,
  );
}
