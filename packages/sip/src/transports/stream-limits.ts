/** What an unknown peer, or one that hangs, may cost. */
export interface StreamLimits {
  readonly connectMs: number; // with the handshake of TLS
  readonly firstMessageMs: number; // what a peer that connected may take to say something
  readonly messageMs: number; // from the first byte of a message to its last
  readonly idleMs: number;
  readonly pongMs: number; // from a ping of ours to its pong
  readonly backlogBytes: number; // sent and not yet taken by the peer, a connection
  readonly accepted: number; // connections that others opened, in all
  readonly acceptedOfOne: number; // of these, from one address
  readonly opened: number; // connections of ours; over it the one that was used least recently is closed
  readonly untrustedMessagesPerS: number; // of one connection, and three times as many at once
}

export const STREAM_LIMITS: StreamLimits = {
  connectMs: 5000,
  firstMessageMs: 10_000,
  messageMs: 10_000,
  // Longer than a call rings, and than the 2 minutes within which RFC 5626 section 4.4.1 has clients send keep-alives.
  idleMs: 300_000,
  pongMs: 10_000, // RFC 5626 section 4.4.1
  backlogBytes: 1 << 20,
  accepted: 1000,
  acceptedOfOne: 64,
  // A trunk has a few; peers name others in Contact and Record-Route.
  opened: 1000,
  // Other hosts of a trunk speak in dialogs: those of 20 calls a second, and none that floods.
  untrustedMessagesPerS: 200,
};
