import { MOST_DOCUMENT_BYTES } from '../../document.ts';
import type { routes } from '../../routes.ts';
import { exampleDocument, examplePassage } from './examples/example-documents.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { document_id: documentId } = exampleDocument;

const noSuchDocument: ErrorCase[] = [
  {
    when: 'There is no such document in this account.',
    fix: 'Check `document_id`: GET /documents lists yours.',
    message: `There is no document ${documentId}. GET /v1/documents lists yours.`,
    param: 'document_id',
  },
];

export const listDocuments: RouteDocumentation<typeof routes.listDocuments> = {
  tag: 'Documents',
  description: 'All documents of the account, in one page, the oldest first.',
  response: { data: [exampleDocument], total: 1 },
  errors: {},
  client: `const { data: documents } = await parley.documents.list();`,
};

export const uploadDocument: RouteDocumentation<typeof routes.uploadDocument> = {
  tag: 'Documents',
  description: `The body is the file as it is, of ${MOST_DOCUMENT_BYTES / 1024 / 1024} MiB at most, with its type in \`Content-Type\`: text, Markdown, HTML or PDF. Texts are UTF-8.

The response comes at once, with the status \`processing\`; some moments later the document is \`ready\`, or \`failed\` with the reason in \`error\`: a PDF that is encrypted, or that holds pictures of text and no text. Agents name documents in \`knowledge.document_ids\`.`,
  query: { name: 'Opening hours', language: 'en' },
  upload: {
    type: 'text/markdown',
    text: '# Opening hours\n\nMonday to Friday from 8 to 18. On Saturday from 9 to 12. Closed on Sunday.\n',
  },
  responseHeaders: ['Location'],
  response: { ...exampleDocument, status: 'processing', language: null, passages: 0, embedding_model: null },
  errors: {
    invalid_request: [
      {
        when: 'The body is of another type, or its type is not said.',
        fix: 'Send `Content-Type`: text/plain, text/markdown, text/html or application/pdf.',
        message: 'Content-Type: must be one of text/plain, text/markdown, text/html, application/pdf.',
        param: 'Content-Type',
      },
    ],
    unprocessable: [
      {
        when: 'The account has as many documents as it may have.',
        fix: 'Remove those that no agent uses.',
        message: 'An account has 1000 documents at most. Remove one that no agent uses.',
      },
    ],
  },
  client: `const document = await parley.documents.upload(
  '# Opening hours\\n\\nMonday to Friday from 8 to 18.',
  { type: 'text/markdown', name: 'Opening hours' },
);`,
};

export const searchDocuments: RouteDocumentation<typeof routes.searchDocuments> = {
  tag: 'Documents',
  description:
    'What an agent would find: for trying out. Words are found in all their forms in the languages that PostgreSQL knows; where a provider of the account offers embeddings, by their meaning, too.',
  request: { query: 'When are you open on Saturday?' },
  response: { data: [examplePassage], total: 1, method: 'text' },
  errors: {
    not_found: [
      {
        when: 'There is no such document in this account.',
        fix: 'Check `document_ids`: GET /documents lists yours.',
        message: `There is no document ${documentId}. GET /v1/documents lists yours.`,
        param: 'document_ids[0]',
      },
    ],
  },
  client: `const { data: passages } = await parley.documents.search({ query: 'When are you open on Saturday?' });`,
};

export const getDocument: RouteDocumentation<typeof routes.getDocument> = {
  tag: 'Documents',
  description: 'One document of the account, without its text.',
  response: exampleDocument,
  errors: { not_found: noSuchDocument },
  client: `const { status, error } = await parley.documents.get('${documentId}');`,
};

export const updateDocument: RouteDocumentation<typeof routes.updateDocument> = {
  tag: 'Documents',
  description: 'Gives it another name. To change what is in it, upload it again and name the new one in the agents.',
  request: { name: 'Opening hours 2026' },
  response: { ...exampleDocument, name: 'Opening hours 2026' },
  errors: { not_found: noSuchDocument },
  client: `await parley.documents.update('${documentId}', { name: 'Opening hours 2026' });`,
};

export const deleteDocument: RouteDocumentation<typeof routes.deleteDocument> = {
  tag: 'Documents',
  description: 'Removes it with its text. Transcripts keep the names of their sources.',
  response: undefined,
  errors: {
    not_found: noSuchDocument,
    conflict: [
      {
        when: 'An agent knows it.',
        fix: 'Take it out of `knowledge.document_ids` of the agents that `message` names.',
        message: `Document ${documentId} is in use: the agent "Appointment desk" knows it. Take it out of its knowledge, then remove it.`,
      },
    ],
  },
  client: `await parley.documents.delete('${documentId}');`,
};
