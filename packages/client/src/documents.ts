import type {
  ChangeDocument,
  DocumentList,
  DocumentSearch,
  DocumentType,
  KnowledgeDocument,
  SearchDocuments,
} from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** 16 MiB over a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000;

interface UploadOptions {
  type: DocumentType;
  /** What it is called; `Untitled` when left out. */
  name?: string;
  /** What it is written in, as a BCP 47 tag; recognized when left out. */
  language?: string;
}

export class Documents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options?: RequestOptions): Promise<DocumentList> {
    return this.#transport.request({ method: 'GET', path: ['documents'], repeatable: true }, options);
  }

  /** The file as it is. Its text is read afterwards: `get` tells when it is `ready`. */
  upload(
    file: string | Uint8Array<ArrayBuffer>,
    { type, ...query }: UploadOptions,
    options?: RequestOptions,
  ): Promise<KnowledgeDocument> {
    const request = {
      method: 'POST',
      path: ['documents'],
      query,
      file: { type, bytes: file },
      repeatable: false,
    } as const;
    return this.#transport.request(request, { timeoutMs: UPLOAD_TIMEOUT_MS, ...options });
  }

  get(documentId: string, options?: RequestOptions): Promise<KnowledgeDocument> {
    return this.#transport.request({ method: 'GET', path: ['documents', documentId], repeatable: true }, options);
  }

  update(documentId: string, changes: ChangeDocument, options?: RequestOptions): Promise<KnowledgeDocument> {
    const request = { method: 'PATCH', path: ['documents', documentId], body: changes, repeatable: true } as const;
    return this.#transport.request(request, options);
  }

  delete(documentId: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request({ method: 'DELETE', path: ['documents', documentId], repeatable: false }, options);
  }

  search(search: SearchDocuments, options?: RequestOptions): Promise<DocumentSearch> {
    const request = { method: 'POST', path: ['documents', 'search'], body: search, repeatable: true } as const;
    return this.#transport.request(request, options);
  }
}
