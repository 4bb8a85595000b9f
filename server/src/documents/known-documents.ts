import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

export async function documentIdsOf(db: Queryable, accountId: string): Promise<Set<string>> {
  const rows = await db.query<{ document_id: string }>('select document_id from documents where account_id = $1', [
    accountId,
  ]);
  return new Set(rows.map(({ document_id: id }) => id));
}

/** The first of the documents that the account does not have; -1 when it has all. */
export async function firstUnknown(
  db: Queryable,
  accountId: string,
  documentIds: readonly string[],
  lock: 'for key share' | '' = '',
): Promise<number> {
  if (documentIds.length === 0) return -1;
  const rows = await db.query<{ document_id: string }>(
    `select document_id from documents where account_id = $1 and document_id = any($2) ${lock}`,
    [accountId, documentIds],
  );
  const known = new Set(rows.map(({ document_id: id }) => id));
  return documentIds.findIndex((id) => !known.has(id));
}

/** @throws RequestError `unprocessable` for what is not among those that there are. */
export function refuseDocumentsBeside(
  known: ReadonlySet<string>,
  knowledge: { document_ids?: readonly string[] | undefined } | undefined,
): void {
  for (const [index, id] of (knowledge?.document_ids ?? []).entries()) if (!known.has(id)) throw unknown(id, index);
}

/** What an agent is given must be there, and stays until the agent has it. @throws RequestError `unprocessable` */
export async function refuseUnknownDocuments(
  tx: Queryable,
  accountId: string,
  { document_ids: documentIds }: { document_ids: readonly string[] },
): Promise<void> {
  const index = await firstUnknown(tx, accountId, documentIds, 'for key share');
  if (index >= 0) throw unknown(documentIds[index]!, index);
}

function unknown(documentId: string, index: number): RequestError {
  return new RequestError('unprocessable', `There is no document ${documentId}. GET /v1/documents lists yours.`, {
    param: `knowledge.document_ids[${index}]`,
  });
}
