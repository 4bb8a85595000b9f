import type { DocumentStatus, DocumentType, KnowledgeDocument } from '@parley/contract';
import { unixSeconds } from '../kernel/unix-seconds.ts';

export interface DocumentRow {
  document_id: string;
  name: string;
  content_type: DocumentType;
  size_bytes: number;
  status: DocumentStatus;
  error: string | null;
  language: string | null;
  passages: number;
  embedding_model: string | null;
  created_at: Date;
  updated_at: Date;
}

export const DOCUMENT_COLUMNS =
  'document_id, name, content_type, size_bytes, status, error, language, passages, embedding_model, created_at, updated_at';

export function toDocument({ created_at: createdAt, updated_at: updatedAt, ...row }: DocumentRow): KnowledgeDocument {
  return { ...row, created_at: unixSeconds(createdAt), updated_at: unixSeconds(updatedAt) };
}
