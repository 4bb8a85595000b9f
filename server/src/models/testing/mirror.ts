import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MirroredFile {
  content: Buffer;
  etag: string;
  headers?: Record<string, string>;
}

/** A mirror of models on loopback, which serves range requests and breaks off on command. */
export class Mirror {
  readonly files = new Map<string, MirroredFile>();
  /** What was asked for: path and `Range`. */
  readonly requests: { path: string; range: string | null }[] = [];
  /** Responses from here on end after so many bytes of the body. */
  breaksAfter: number | null = null;
  readonly #http = createServer((request, response) => this.#answer(request, response));

  static async start(): Promise<Mirror> {
    const mirror = new Mirror();
    mirror.#http.listen(0, '127.0.0.1');
    await once(mirror.#http, 'listening');
    return mirror;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/models`;
  }

  put(path: string, content: Buffer | string, etag = '"1"', headers: Record<string, string> = {}): void {
    this.files.set(`/models/${path}`, { content: Buffer.from(content), etag, headers });
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    this.requests.push({ path, range: request.headers.range ?? null });
    const file = this.files.get(path);
    if (!file) {
      response.writeHead(404).end('nothing');
      return;
    }
    const start = this.#startOf(request, file);
    const { length } = file.content;
    const body = file.content.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      ...file.headers,
      etag: file.etag,
      'content-length': body.length,
      ...(start > 0 && { 'content-range': `bytes ${start}-${length - 1}/${length}` }),
    });
    if (this.breaksAfter === null || path.endsWith('.txt')) response.end(body);
    else response.write(body.subarray(0, this.breaksAfter), () => response.destroy());
  }

  /** RFC 9110, 13.1.5: another version is sent whole. */
  #startOf({ headers }: IncomingMessage, { etag, content }: MirroredFile): number {
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    return headers['if-range'] === etag && start < content.length ? start : 0;
  }
}
