import { randomUUID } from 'node:crypto';
import { type ClauseRequest, ProviderEvents, type SpeechChunk } from '@parley/conversation/provider';
import { networkFailure, reportedFailure } from '../transport/vendor-failure.ts';
import { type VendorMessage, VendorSocket } from '../transport/vendor-socket.ts';
import type { ClauseReader, ContextProtocol } from './context-protocol.ts';

/** A vendor that has said nothing for so long of a clause that is given up may have lost the connection. */
const LOST_MS = 2500;
/** A context that was given up and whose end was not reported by then is taken for ended. */
const FORGET_MS = 5000;

interface Context<M> {
  socket: VendorSocket;
  /** Null when nothing of it is wanted any more. */
  chunks: ProviderEvents<SpeechChunk> | null;
  reader: ClauseReader<M>;
  sinceMs: number;
}

/** A connection that carries clauses as contexts. It is made when it is needed, and again when it was lost. */
export class ContextSocket<M extends object> {
  readonly #protocol: ContextProtocol<M>;
  readonly #url: string;
  readonly #contexts = new Map<string, Context<M>>();
  #socket: VendorSocket | null = null;
  #keepAliveTimer: NodeJS.Timeout | null = null;
  /** Clauses that wait until the vendor has room for another context. */
  #waiting: (() => void)[] = [];
  #heardMs = 0;
  #isRetired = false;
  #isClosed = false;

  constructor(protocol: ContextProtocol<M>, url: string) {
    this.#protocol = protocol;
    this.#url = url;
  }

  /** Without effect where there is a connection already. */
  connect(): VendorSocket {
    if (this.#socket && !this.#socket.isClosed) return this.#socket;
    const { headers, vendor, keepAlive, greeting = [], isRetryable } = this.#protocol;
    const socket = new VendorSocket({ url: this.#url, headers, vendor, ...(isRetryable && { isRetryable }) });
    this.#socket = socket;
    for (const message of greeting) socket.send(message);
    if (keepAlive) {
      clearInterval(this.#keepAliveTimer ?? undefined);
      this.#keepAliveTimer = setInterval(() => socket.send(keepAlive.message), keepAlive.everyMs).unref();
    }
    void this.#consume(socket);
    return socket;
  }

  /** Ends with the clause's speech, or throws a ProviderError; when `signal` aborts it ends. */
  async *speak({ text, signal, ...options }: ClauseRequest): AsyncGenerator<SpeechChunk> {
    if (text.trim() === '') return;
    while (!this.hasRoom) {
      await this.#room(signal);
      if (signal.aborted || this.#isClosed) return;
    }
    const socket = this.connect();
    const id = randomUUID();
    const chunks = new ProviderEvents<SpeechChunk>();
    this.#contexts.set(id, {
      socket,
      chunks,
      reader: this.#protocol.reader(text, options),
      sinceMs: performance.now(),
    });
    const stop = (): void => this.#giveUp(id);
    signal.addEventListener('abort', stop, { once: true });
    for (const message of this.#protocol.say(id, text, options)) socket.send(message);
    try {
      yield* chunks;
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  /** Idempotent. Closes it as soon as nothing is being said over it. */
  retire(): void {
    this.#isRetired = true;
    this.#closeIfDone();
  }

  /** Idempotent. What is being said ends. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#socket) this.#end(this.#socket, null);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Another clause begins at once. */
  get hasRoom(): boolean {
    const nowMs = performance.now();
    for (const [id, { chunks, sinceMs }] of this.#contexts)
      if (!chunks && nowMs - sinceMs > FORGET_MS) this.#contexts.delete(id);
    return this.#contexts.size < this.#protocol.maxContexts;
  }

  /** Resolves when there may be room for another context, or `signal` aborts. */
  async #room(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve(), { once: true });
    this.#waiting.push(resolve);
    await promise;
  }

  #giveUp(id: string): void {
    const context = this.#contexts.get(id);
    if (!context?.chunks) return;
    context.chunks.end();
    context.chunks = null;
    const nowMs = performance.now();
    const isLost = nowMs - Math.max(context.sinceMs, this.#heardMs) > LOST_MS;
    context.sinceMs = nowMs;
    const message = this.#protocol.cancel(id);
    if (message) {
      context.socket.send(message);
      if (!this.#protocol.keepsCancelled) this.#forget(id);
    }
    const { vendor } = this.#protocol;
    if (isLost) this.#end(context.socket, networkFailure(vendor, new Error('the connection says nothing any more')));
    this.#closeIfDone();
  }

  #closeIfDone(): void {
    const isSaying = [...this.#contexts.values()].some(({ chunks }) => chunks !== null);
    if (this.#isRetired && !isSaying && this.#waiting.length === 0) this.close();
  }

  async #consume(socket: VendorSocket): Promise<void> {
    const { vendor } = this.#protocol;
    const parse = this.#protocol.parse ?? parsed<M>;
    try {
      for await (const message of socket) {
        this.#heardMs = performance.now();
        this.#hear(parse(message));
      }
      this.#end(socket, reportedFailure(vendor, 'closed the connection', true));
    } catch (cause) {
      this.#end(socket, cause as Error);
    }
  }

  #hear(message: M | null): void {
    if (!message) return;
    const { context: id, isEnd, failure } = this.#protocol.news(message);
    if (id === null) {
      if (failure) throw failure;
      return;
    }
    const context = this.#contexts.get(id);
    if (!context) return;
    const chunk = context.chunks && context.reader.read(message);
    if (chunk) context.chunks?.push(chunk);
    if (!isEnd && !failure) return;
    context.chunks?.end(failure);
    this.#forget(id);
  }

  #forget(id: string): void {
    this.#contexts.delete(id);
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.#closeIfDone();
  }

  /** What is being said on the connection ends, with `error` it fails; the next clause has a new one. */
  #end(socket: VendorSocket, error: Error | null): void {
    socket.close();
    if (this.#socket === socket) {
      clearInterval(this.#keepAliveTimer ?? undefined);
      this.#socket = null;
    }
    for (const [id, context] of this.#contexts) {
      if (context.socket !== socket) continue;
      context.chunks?.end(error);
      this.#forget(id);
    }
  }
}

/** Null: not what the vendor's documentation calls a message. */
function parsed<M extends object>(received: VendorMessage): M | null {
  if (received.type === 'binary') return null;
  try {
    const message: unknown = JSON.parse(received.text);
    return typeof message === 'object' ? (message as M) : null;
  } catch {
    return null;
  }
}
