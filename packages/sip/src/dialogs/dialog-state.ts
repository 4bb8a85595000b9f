import type { Hop, HostPort } from '../transports/transport.ts';

/**
 * RFC 3261 section 12 as plain JSON: what a process must keep at answer so that it, or another one, can end the call later.
 * URIs are without brackets, tags without `tag=`.
 */
export interface DialogState {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string; // empty for a peer of RFC 2543
  readonly localUri: string;
  readonly remoteUri: string;
  readonly remoteTarget: string;
  readonly routeSet: readonly string[]; // Route values, the next hop first
  readonly localSeq: number; // CSeq of the last request sent
  readonly remoteSeq: number | null; // CSeq of the last request received
  /** Where the INVITE was sent to, or came from: used where route set and remote target lead nowhere. */
  readonly destination: Hop;
  /** What certificates of the peer are for, where `destination` is an address that the peer began from. Left out: not known. */
  readonly tlsName?: string;
}

/** As it may have been stored: before other transports were known, a destination had no protocol, and was one of UDP. */
export interface StoredDialogState extends Omit<DialogState, 'destination'> {
  readonly destination: HostPort & Partial<Hop>;
}

export function restoreDialogState(stored: StoredDialogState): DialogState {
  return { ...stored, destination: { protocol: 'udp', ...stored.destination } };
}
