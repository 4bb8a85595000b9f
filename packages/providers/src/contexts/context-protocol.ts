import type { SpeechChunk, SpeechOptions, TextToSpeechCapabilities } from '@parley/conversation/provider';
import type { KeepAlive } from '../transport/keep-alive.ts';
import type { FailingVendor } from '../transport/vendor-failure.ts';
import type { VendorMessage } from '../transport/vendor-socket.ts';

/** What a message says of the context that it belongs to. */
export interface ContextNews {
  /** Null: it is about the connection. */
  context: string | null;
  /** Nothing comes for the context any more. */
  isEnd: boolean;
  /** The context, or without one the connection, has failed. */
  failure: Error | null;
}

/** Makes speech of one clause's messages. */
export interface ClauseReader<M> {
  /** Null: the message has none. */
  read(message: M): SpeechChunk | null;
}

/**
 * How a vendor speaks over a socket that carries several contexts at once. Each clause is a context: the vendors tell
 * when a context has ended, and count its words from its beginning.
 */
export interface ContextProtocol<M> {
  readonly name: string;
  readonly capabilities: TextToSpeechCapabilities;
  readonly vendor: FailingVendor;
  readonly headers: Record<string, string>;
  /** Contexts that one connection may have, those among them that are ending. */
  readonly maxContexts: number;
  /** Where one connection has too few of them; default: one. */
  readonly maxConnections?: number;
  /** A context that was cancelled has its place until its end is reported. */
  readonly keepsCancelled?: boolean;
  readonly keepAlive: KeepAlive | null;
  /** Sent first on each connection; strings as they are, objects as JSON. */
  readonly greeting?: readonly (object | string)[];
  /** Whether another connection may do better after this end. Default: it may. */
  readonly isRetryable?: (code: number, reason: string) => boolean;
  /** Speech with the same address shares a connection. */
  url(options: SpeechOptions): string;
  /** All messages that say `text` in a context of its own, and end it. */
  say(context: string, text: string, options: SpeechOptions): (object | string)[];
  /** Null: the vendor does not stop what it has begun, and the context ends by itself. */
  cancel(context: string): object | string | null;
  /** Default: JSON. Null: not what the vendor's documentation calls a message. */
  parse?(message: VendorMessage): M | null;
  news(message: M): ContextNews;
  reader(text: string, options: SpeechOptions): ClauseReader<M>;
}
