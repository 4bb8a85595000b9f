import type { IncomingMessage } from 'node:http';
import { ProviderEvents } from '@parley/conversation/provider';
import WebSocket, { type ClientOptions } from 'ws';
import { blockedIn, guardOf } from './connection-guard.ts';
import { type FailingVendor, networkFailure, reportedFailure, statusFailure } from './vendor-failure.ts';

/** A vendor that does not take the connection by then will not in time for the caller. */
const OPEN_TIMEOUT_MS = 5000;
/** How long the vendor has to answer the end of a connection. */
const CLOSE_TIMEOUT_MS = 2000;
/** A vendor is asked so often whether it is there (RFC 6455, 5.5.2) … */
const PING_INTERVAL_MS = 3000;
/** … and has so long to answer: a connection that a router forgot takes everything, and tells nothing. */
const PONG_LIMIT_MS = 5000;
/** More of a refusal is not read: it is said in its first words. */
const MAX_REFUSAL_BYTES = 4096;
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
  /** Whether another connection may do better after this end. Default: it may. */
  isRetryable?: (code: number, reason: string) => boolean;
}

export type VendorMessage = { type: 'text'; text: string } | { type: 'binary'; data: Buffer };

/**
 * A socket to a vendor. What is sent before it is open waits; the iteration ends with `close`, and throws a
 * ProviderError when the vendor refuses, breaks off, stops reading or is no longer there.
 */
export class VendorSocket implements AsyncIterable<VendorMessage> {
  #socket: WebSocket | null = null;
  readonly #vendor: FailingVendor;
  readonly #messages = new ProviderEvents<VendorMessage>();
  readonly #opened = Promise.withResolvers<void>();
  /** Of what is waited for: the opening, then the next ping, or its answer. */
  #timer: NodeJS.Timeout;
  #awaitsPong = false;
  #waiting: (string | Uint8Array)[] = [];
  #isClosed = false;

  constructor(options: VendorSocketOptions) {
    this.#vendor = options.vendor;
    this.#opened.promise.catch(() => undefined);
    this.#timer = setTimeout(() => this.#giveUpOpening(), OPEN_TIMEOUT_MS);
    try {
      this.#socket = this.#connect(options);
    } catch (cause) {
      // An address or a key that no request can be made of.
      const { vendor } = options;
      this.#fail(blockedIn(cause) ? networkFailure(vendor, cause) : reportedFailure(vendor, String(cause), false));
    }
  }

  #connect({ url, headers = {}, protocols = [], ...options }: VendorSocketOptions): WebSocket {
    const { vendor, isOrderly = isNormal, isRetryable = () => true } = options;
    const guard = guardOf(url);
    // `closeTimeout` is not in the types of the library.
    const settings: ClientOptions & { closeTimeout: number } = {
      headers,
      closeTimeout: CLOSE_TIMEOUT_MS,
      // Frames of audio are small and do not compress; inflating them would cost each media thread a context.
      perMessageDeflate: false,
      ...(guard && { lookup: guard.lookup }),
    };
    const socket = new WebSocket(url, protocols, settings);
    socket.on('open', () => this.#begin(socket));
    socket.on('message', (data, isBinary) => this.#receive(socket, data as Buffer, isBinary));
    socket.on('pong', () => this.#hear(socket));
    socket.on('unexpected-response', (_request, response) => {
      const status = response.statusCode ?? 500;
      const retryAfter = response.headers['retry-after'] ?? null;
      void textOf(response).then((message) => this.#fail(statusFailure(vendor, status, { message, retryAfter })));
    });
    socket.on('error', (error) => this.#fail(networkFailure(vendor, error)));
    socket.on('close', (code, reasonBytes) => {
      const reason = reasonBytes.toString('utf8');
      const message = `closed the connection: ${code} ${reason}`.trim();
      if (isOrderly(code)) this.#end();
      else this.#fail(reportedFailure(vendor, message, isRetryable(code, reason)));
    });
    return socket;
  }

  /** Resolves when messages leave at once. Rejects with the ProviderError of the iteration. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** @param message a string as text, an object as JSON, bytes as binary */
  send(message: object | string | Uint8Array): void {
    const socket = this.#socket;
    if (this.#isClosed || !socket) return;
    const data = typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message);
    if (socket.readyState === WebSocket.CONNECTING) this.#waiting.push(data);
    else if (socket.bufferedAmount > MAX_BUFFERED_BYTES)
      this.#fail(networkFailure(this.#vendor, new Error('stopped reading')));
    else socket.send(data, () => undefined);
  }

  /** Idempotent. What has been sent still leaves; nothing is received any more. */
  close(): void {
    if (this.#isClosed) return;
    this.#end();
    if (this.#socket?.readyState === WebSocket.CONNECTING) this.#socket.terminate();
    else this.#socket?.close(1000);
  }

  [Symbol.asyncIterator](): AsyncIterator<VendorMessage> {
    return this.#messages[Symbol.asyncIterator]();
  }

  /** Whether it can no longer be used: it was closed, or has failed. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  #begin(socket: WebSocket): void {
    for (const data of this.#waiting.splice(0)) socket.send(data, () => undefined);
    this.#awaitPing(socket);
    this.#opened.resolve();
  }

  #giveUpOpening(): void {
    this.#fail(networkFailure(this.#vendor, new Error(`did not take the connection within ${OPEN_TIMEOUT_MS} ms`)));
  }

  #awaitPing(socket: WebSocket): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#ping(socket), PING_INTERVAL_MS).unref();
  }

  #ping(socket: WebSocket): void {
    this.#awaitsPong = true;
    socket.ping();
    // What has arrived is read before the verdict: this host may have been the one that was away.
    this.#timer = setTimeout(() => setImmediate(() => this.#missPong()), PONG_LIMIT_MS).unref();
  }

  #missPong(): void {
    if (this.#awaitsPong) this.#fail(networkFailure(this.#vendor, new Error('no longer answers')));
  }

  /** It is there. */
  #hear(socket: WebSocket): void {
    if (!this.#awaitsPong) return;
    this.#awaitsPong = false;
    this.#awaitPing(socket);
  }

  #receive(socket: WebSocket, data: Buffer, isBinary: boolean): void {
    this.#hear(socket);
    this.#messages.push(isBinary ? { type: 'binary', data } : { type: 'text', text: data.toString('utf8') });
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#opened.reject(error);
    this.#messages.end(error);
    this.#socket?.terminate();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#opened.reject(new Error('closed before it was open'));
    this.#messages.end();
  }
}

/** RFC 6455, 7.4.1: a normal closure, or one without a code. */
const isNormal = (code: number): boolean => code === 1000 || code === 1005;

/** The beginning of a refusal's body; what there is of it when it breaks off. */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_REFUSAL_BYTES) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(chunks).toString('utf8');
}
