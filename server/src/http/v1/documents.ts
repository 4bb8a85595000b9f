import type { routes } from '@parley/contract';
import {
  changeDocument,
  deleteDocument,
  findDocument,
  listDocuments,
  noSuchDocument,
  uploadDocument,
} from '../../documents/documents.ts';
import { firstUnknown } from '../../documents/known-documents.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';

type Routes = typeof routes;

const DEFAULT_PASSAGES = 5;
/** Longer than in a call, since no caller waits for it. */
const EMBEDDED_WITHIN_MS = 5000;

export function listDocumentsEndpoint(api: ApiDependencies): EndpointHandler<Routes['listDocuments']> {
  return async ({ principal }) => {
    const documents = await listDocuments(api.db, principal.accountId);
    return { body: { data: documents, total: documents.length } };
  };
}

export function uploadDocumentEndpoint(api: ApiDependencies): EndpointHandler<Routes['uploadDocument']> {
  return async ({ principal, query, body }) => {
    const document = await uploadDocument({ db: api.db, jobs: api.finish.jobs }, principal, body, query);
    return { body: document, headers: { location: `${api.publicUrl()}/v1/documents/${document.document_id}` } };
  };
}

export function getDocumentEndpoint(api: ApiDependencies): EndpointHandler<Routes['getDocument']> {
  return async ({ principal, params }) => {
    const document = await findDocument(api.db, principal.accountId, params.document_id!);
    if (!document) throw noSuchDocument(params.document_id!);
    return { body: document };
  };
}

export function updateDocumentEndpoint(api: ApiDependencies): EndpointHandler<Routes['updateDocument']> {
  return async ({ principal, params, body }) => ({
    body: await changeDocument(api.db, principal, params.document_id!, body),
  });
}

export function deleteDocumentEndpoint(api: ApiDependencies): EndpointHandler<Routes['deleteDocument']> {
  return async ({ principal, params }) => {
    await deleteDocument(api.db, principal, params.document_id!);
    return { body: undefined };
  };
}

export function searchDocumentsEndpoint(api: ApiDependencies): EndpointHandler<Routes['searchDocuments']> {
  return async ({ principal: { accountId }, body: { query, document_ids: documentIds, limit = DEFAULT_PASSAGES } }) => {
    const unknown = documentIds ? await firstUnknown(api.db, accountId, documentIds) : -1;
    if (unknown >= 0) throw noSuchDocument(documentIds![unknown]!, `document_ids[${unknown}]`);
    const { passages, method } = await api.knowledge.search({
      accountId,
      query,
      limit,
      documentIds: documentIds ?? null,
      embeddedWithinMs: EMBEDDED_WITHIN_MS,
    });
    return { body: { data: passages, total: passages.length, method } };
  };
}
