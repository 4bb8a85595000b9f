import { z } from 'zod';
import { LanguageTag } from './language-tag.ts';
import { DocumentId, distinct, ReferencedId, UnixSeconds } from './text.ts';

/** What text can be taken out of. */
export const documentTypes = ['text/plain', 'text/markdown', 'text/html', 'application/pdf'] as const;

export const DocumentType = z.enum(documentTypes).meta({ id: 'DocumentType', description: 'What a document is' });
export type DocumentType = z.infer<typeof DocumentType>;

export const MOST_DOCUMENT_BYTES = 16 * 1024 * 1024;
export const MOST_AGENT_DOCUMENTS = 100;

export const DocumentStatus = z.enum(['processing', 'ready', 'failed']).meta({
  id: 'DocumentStatus',
  description: 'processing: its text is being read; ready: agents can use it; failed: error says why',
});
export type DocumentStatus = z.infer<typeof DocumentStatus>;

const documentName = z.string().min(1).max(200).regex(/\S/, 'must not be blank');

export const KnowledgeDocument = z
  .object({
    document_id: DocumentId.meta({ description: 'Identifier of the document' }),
    name: z.string().meta({ description: 'What agents and transcripts call it' }),
    content_type: DocumentType,
    size_bytes: z.int().meta({ description: 'As it was sent' }),
    status: DocumentStatus,
    error: z.string().nullable().meta({ description: 'Why nothing could be read out of it; null otherwise' }),
    language: z.string().nullable().meta({
      description: 'The language it is searched in: as it was given, else as it was recognized; null until then',
    }),
    passages: z.int().meta({ description: 'Pieces that it was cut into; 0 until it is ready' }),
    embedding_model: z.string().nullable().meta({
      description: 'What its passages were embedded with, as provider/model; null: it is found by its words alone',
    }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  })
  .meta({ id: 'KnowledgeDocument', description: 'What agents can look up' });
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>;

export const DocumentList = z
  .object({
    data: z.array(KnowledgeDocument).meta({ description: 'All documents of the account, the oldest first' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'DocumentList' });
export type DocumentList = z.infer<typeof DocumentList>;

export const UploadDocument = z
  .strictObject({
    name: documentName
      .optional()
      .meta({ description: 'What it is called, for example its file name', default: 'Untitled' }),
    language: LanguageTag.optional().meta({ description: 'What it is written in; left out, it is recognized' }),
  })
  .meta({ id: 'UploadDocument' });
export type UploadDocument = z.infer<typeof UploadDocument>;

export const ChangeDocument = z
  .strictObject({ name: documentName.meta({ description: 'What it is called' }) })
  .partial()
  .meta({ id: 'ChangeDocument', description: 'The fields to change; what is left out stays as it is' });
export type ChangeDocument = z.infer<typeof ChangeDocument>;

export const SearchDocuments = z
  .strictObject({
    query: z.string().min(1).max(1000).regex(/\S/, 'must not be blank').meta({ description: 'As a caller would ask' }),
    document_ids: distinct(z.array(ReferencedId).min(1).max(MOST_AGENT_DOCUMENTS))
      .optional()
      .meta({ description: 'Search these alone; left out, all of the account' }),
    limit: z.int().min(1).max(20).optional().meta({ description: 'Passages at most', default: 5 }),
  })
  .meta({ id: 'SearchDocuments' });
export type SearchDocuments = z.infer<typeof SearchDocuments>;

export const DocumentPassage = z
  .object({
    document_id: DocumentId.meta({ description: 'The document' }),
    name: z.string().meta({ description: 'What the document is called' }),
    passage: z.int().min(1).meta({ description: 'Which piece of the document, counted from 1' }),
    heading: z
      .string()
      .nullable()
      .meta({ description: 'The headings above it, outermost first; null where there is none' }),
    text: z.string().meta({ description: 'What the agent is given' }),
    score: z.number().min(0).max(1).meta({ description: 'How much of what was asked is in it' }),
  })
  .meta({ id: 'DocumentPassage', description: 'A piece of a document' });
export type DocumentPassage = z.infer<typeof DocumentPassage>;

export const DocumentSearch = z
  .object({
    data: z.array(DocumentPassage).meta({ description: 'The best first' }),
    total: z.int().meta({ description: 'How many there are here' }),
    method: z.enum(['text', 'hybrid']).meta({
      description: 'text: by words alone; hybrid: by words and by embeddings',
    }),
  })
  .meta({ id: 'DocumentSearch' });
export type DocumentSearch = z.infer<typeof DocumentSearch>;

/** Where an agent's answer comes from. */
export const TurnSource = DocumentPassage.pick({ document_id: true, name: true, passage: true, heading: true }).meta({
  id: 'TurnSource',
  description: 'A passage of a document that the agent had before it when it said this',
});
export type TurnSource = z.infer<typeof TurnSource>;

export const Knowledge = z
  .strictObject({
    document_ids: distinct(z.array(ReferencedId).max(MOST_AGENT_DOCUMENTS)).meta({
      description: 'Documents of the account that the agent knows',
    }),
    mode: z.enum(['tool', 'context', 'both']).meta({
      description:
        'tool: the agent looks up what it wants with search_knowledge; context: with each turn of the caller it is shown the passages that fit; both: the one and the other',
    }),
  })
  .meta({ id: 'Knowledge', description: 'What the agent knows beside its prompt' });
export type Knowledge = z.infer<typeof Knowledge>;
