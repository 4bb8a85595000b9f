import type { AudioCodec } from '@parley/audio';
import type { Endpoint } from './latch.ts';
import type { SrtpSuite } from './srtp/suite.ts';

export type { AudioCodec } from '@parley/audio';

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** A codec under a payload type. */
export interface Payload {
  readonly codec: AudioCodec;
  /** 0 to 127. */
  readonly payloadType: number;
}

/** The keys of SRTP, master key and master salt each. They are secrets: never logged, and stored nowhere. */
export interface MediaCrypto {
  readonly suite: SrtpSuite;
  readonly send: Uint8Array;
  readonly receive: Uint8Array;
}

/** How RTCP goes: on the port of RTP where both sides can (RFC 5761), else to a place of its own (RFC 3605). */
export type NegotiatedRtcp = { readonly mux: true } | { readonly mux: false; readonly remote: Endpoint };

/**
 * What an offer and its answer have agreed upon: the one type from SDP to RTP. Plain data, so that it crosses to the
 * media thread as it is.
 */
/** What the peer says of the Opus that it hears (RFC 7587 section 6.1). */
export interface OpusReception {
  /** It recovers lost packets from those behind them: `useinbandfec`. */
  readonly decodesFec: boolean;
  /** `maxaveragebitrate`, in bits per second; null: what the sender likes. */
  readonly mostBitsPerSecond: number | null;
}

export interface NegotiatedMedia extends Payload {
  /** The peer as its SDP describes it. Port 0, the unspecified address, or a name: unknown, so nothing is sent before the peer is heard. */
  readonly remote: Endpoint;
  /**
   * Where the peer's packets may come from besides the address of `remote`, numeric addresses or networks such as
   * `192.0.2.0/24`: what signals with us, or the trunk's networks.
   */
  readonly networks: readonly string[];
  readonly rtcp: NegotiatedRtcp;
  /** What the peer may send besides `codec`, packet by packet as it likes (RFC 3264 section 6.1). */
  readonly alternatives: readonly Payload[];
  /** Of the events that are sent. Null when telephone-event was not negotiated. */
  readonly telephoneEventPayloadType: number | null;
  /** Of their durations. Default 8000; what is sent with Opus may have 48000. */
  readonly telephoneEventClockRateHz?: number;
  /** Further types under which events may come in: those of our offer, where its answer named others. */
  readonly telephoneEventAlternatives?: readonly number[];
  /** Sound in one packet that is sent: a multiple of 10 from 10 to 200. */
  readonly ptimeMs: number;
  /** Of a peer that hears Opus. Default: it does not recover lost packets, and takes any bitrate. */
  readonly opusReception?: OpusReception;
  /** Null: media is not encrypted. */
  readonly crypto: MediaCrypto | null;
  /** As seen from here: `recvonly` while the peer holds us. */
  readonly direction: Direction;
}
