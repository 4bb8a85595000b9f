import type { DocumentPassage, KnowledgeDocument } from '../../../document.ts';
import { CREATED_AT, idOf } from './path-parameters.ts';

export const exampleDocument: KnowledgeDocument = {
  document_id: idOf('document_id'),
  name: 'Opening hours',
  content_type: 'text/markdown',
  size_bytes: 95,
  status: 'ready',
  error: null,
  language: 'en',
  passages: 1,
  embedding_model: null,
  created_at: CREATED_AT - 3600,
  updated_at: CREATED_AT - 3600,
};

export const examplePassage: DocumentPassage = {
  document_id: idOf('document_id'),
  name: 'Opening hours',
  passage: 1,
  heading: 'Opening hours',
  text: 'Monday to Friday from 8 to 18. On Saturday from 9 to 12. Closed on Sunday.',
  score: 1,
};
