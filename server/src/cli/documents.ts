import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentSearch, DocumentType, KnowledgeDocument } from '@parley/contract';
import { deleteDocument, listDocuments } from '../documents/documents.ts';
import { operatorOf } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { accountNamed } from './accounts.ts';
import type { RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { askService } from './service-request.ts';
import { table } from './table.ts';

const typeOf: Record<string, DocumentType> = {
  '.txt': 'text/plain',
  '.text': 'text/plain',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.pdf': 'application/pdf',
};

export const listAllDocuments: RunCommand = async ({ db, options }) => {
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const data = await listDocuments(db, accountId);
  const rows = data.map(({ document_id, name, status, language, passages, error }) => ({
    ...{ document_id, name, status, language, passages, error },
  }));
  return { json: { data, total: data.length }, text: table(rows) };
};

export const addDocument: RunCommand = async ({ db, config, options, words }) => {
  const [file] = words as [string];
  const type = typeOf[path.extname(file).toLowerCase()];
  if (!type) {
    const known = Object.keys(typeOf).join(', ');
    throw new CommandError('invalid_request', `${file} is of no type that can be read: ${known}.`, 'file');
  }
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandError('invalid_request', `${file} cannot be read: ${error.message}.`, 'file');
  });
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const query = new URLSearchParams({
    name: options.name ?? path.basename(file),
    ...(options.language === undefined ? {} : { language: options.language }),
  });
  const document = await askService<KnowledgeDocument>(
    { db, config },
    {
      ...{ accountId, method: 'POST', path: `/documents?${query}` },
      ...{ file: { type, bytes: new Uint8Array(bytes) }, permission: 'agents:write' },
    },
  );
  return { json: document, text: `${document.document_id}   ${document.name} is being read.` };
};

export const removeDocument: RunCommand = async ({ db, options, words }) => {
  const [documentId] = words as [string];
  const { account_id: accountId } = await accountNamed(db, options.account!);
  try {
    await deleteDocument(db, operatorOf(accountId), documentId);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new CommandError(error.code, error.message, error.param);
  }
  return { json: { document_id: documentId, removed: true }, text: `${documentId} is removed.` };
};

export const searchAllDocuments: RunCommand = async ({ db, config, options, words }) => {
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const body = { query: words[0]! };
  const found = await askService<DocumentSearch>(
    { db, config },
    { accountId, method: 'POST', path: '/documents/search', body, permission: 'agents:read' },
  );
  const shown = found.data.map(({ name, heading, text, score }) => {
    const place = heading === null ? name : `${name}, ${heading}`;
    return `${place}   (${score})\n${text}`;
  });
  return { json: found, text: shown.join('\n\n') || 'Nothing fits.' };
};
