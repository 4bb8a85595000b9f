import type { ConnectionProblem } from './connection-remedies.ts';

/** One message of a leg's signalling as it was on the wire, without its secrets. */
export interface SignalledMessage {
  /** Unix time in milliseconds. */
  atMs: number;
  direction: 'sent' | 'received';
  protocol: 'udp' | 'tcp' | 'tls';
  /** The other side. */
  host: string;
  port: number;
  /** A character for each byte (ISO 8859-1). */
  text: string;
  /** On the wire: more than `text` has where the message was too long to be kept whole. */
  bytes: number;
  /** How often the same message went or came again. */
  copies: number;
  /** Why it never left, as part of a sentence. Left out: it did, or it came. */
  unsent?: string;
}

/** The other side of a connection, over TCP or TLS, that never came about. */
export interface UnreachedPeer {
  protocol: SignalledMessage['protocol'];
  host: string;
  port: number;
  problem: ConnectionProblem;
  detail: string;
}

/** What was signalled about one leg, in order: plain JSON. */
export interface Signalling {
  /** Our own end. */
  local: { host: string; port: number };
  messages: SignalledMessage[];
  /** Messages in the middle that are not kept. */
  omitted: number;
  /** Nothing more was awaited: a request without a response will have none. Left out: it is not known. */
  isOver?: boolean;
  /** Why the INVITE, which is among the messages, never left. */
  unreached?: UnreachedPeer;
}
