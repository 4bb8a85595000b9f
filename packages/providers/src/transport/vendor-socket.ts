import { ProviderEvents } from '@parley/conversation';
import WebSocket from 'ws';
import { type FailingVendor, networkFailure, reportedFailure, statusFailure } from './vendor-failure.ts';

/** A vendor that does not take the connection by then will not in time for the caller. */
const OPEN_TIMEOUT_MS = 5000;
/** What is not sent in that much is a vendor that no longer reads. */
const MAX_BUFFERED_BYTES = 1 << 20;

export interface VendorSocketOptions {
  /** `ws:` or `wss:`. */
  url: string;
  headers?: Record<string, string>;
  protocols?: string[];
  vendor: FailingVendor;
  /** An end that is no failure: the vendor closes in this way when it has been asked to. Default: codes 1000 and 1005. */
  isOrderly?: (code: number) => boolean;
}

export type VendorMessage = { type: 'text'; text: string } | { type: 'binary'; data: Buffer };

/**
 * A socket to a vendor. What is sent before it is open waits; the iteration ends with `close`, and throws a
 * ProviderError when the vendor refuses, breaks off or stops reading.
 */
export class VendorSocket implements AsyncIterable<VendorMessage> {
  readonly #socket: WebSocket;
  readonly #vendor: FailingVendor;
  readonly #messages = new ProviderEvents<VendorMessage>();
  readonly #opened = Promise.withResolvers<void>();
  #waiting: (string | Uint8Array)[] = [];
  #isClosed = false;

  constructor({ url, headers = {}, protocols = [], vendor, isOrderly = isNormal }: VendorSocketOptions) {
    this.#vendor = vendor;
    this.#socket = new WebSocket(url, protocols, {
      headers,
      handshakeTimeout: OPEN_TIMEOUT_MS,
      // Frames of audio are small and do not compress; inflating them would cost each media thread a context.
      perMessageDeflate: false,
    });
    this.#opened.promise.catch(() => undefined);
    this.#socket.on('open', () => this.#begin());
    this.#socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    this.#socket.on('unexpected-response', (request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('close', () => {
        const message = Buffer.concat(chunks).toString('utf8');
        const retryAfter = response.headers['retry-after'] ?? null;
        this.#fail(statusFailure(vendor, response.statusCode ?? 500, { message, retryAfter }));
        request.destroy();
      });
    });
    this.#socket.on('error', (error) => this.#fail(networkFailure(vendor, error)));
    this.#socket.on('close', (code, reason) => {
      if (isOrderly(code)) this.#end();
      else this.#fail(reportedFailure(vendor, `closed the connection: ${code} ${reason.toString('utf8')}`, true));
    });
  }

  /** Resolves when messages leave at once. Rejects with the ProviderError of the iteration. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** @param message a string as text, an object as JSON, bytes as binary */
  send(message: object | string | Uint8Array): void {
    if (this.#isClosed) return;
    const data = typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message);
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#waiting.push(data);
    else if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES)
      this.#fail(networkFailure(this.#vendor, new Error('stopped reading')));
    else this.#socket.send(data, () => undefined);
  }

  /** Idempotent. What has been sent still leaves; nothing is received any more. */
  close(): void {
    if (this.#isClosed) return;
    this.#end();
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate();
    else this.#socket.close(1000);
  }

  [Symbol.asyncIterator](): AsyncIterator<VendorMessage> {
    return this.#messages[Symbol.asyncIterator]();
  }

  #begin(): void {
    for (const data of this.#waiting.splice(0)) this.#socket.send(data, () => undefined);
    this.#opened.resolve();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#messages.push(isBinary ? { type: 'binary', data } : { type: 'text', text: data.toString('utf8') });
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting = [];
    this.#opened.reject(error);
    this.#messages.end(error);
    this.#socket.terminate();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting = [];
    this.#opened.reject(new Error('closed before it was open'));
    this.#messages.end();
  }
}

/** RFC 6455, 7.4.1: a normal closure, or one without a code. */
const isNormal = (code: number): boolean => code === 1000 || code === 1005;
