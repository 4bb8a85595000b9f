import { isIPv6 } from 'node:net';
import type { Direction } from '@parley/rtp';
import type { CodecMapping, TelephoneEventMapping } from './codecs.ts';
import type { CryptoAttribute } from './crypto-attribute.ts';
import { SdpError } from './sdp-error.ts';

/** The audio of the peer. */
export interface RemoteMedia {
  readonly address: string;
  readonly port: number;
  /** In the peer's order of preference, telephone-event left out. */
  readonly codecs: readonly CodecMapping[];
  readonly telephoneEvents: readonly TelephoneEventMapping[];
  /** As the peer sees it: `sendonly` means that it holds us. */
  readonly direction: Direction;
  readonly ptimeMs: number;
  /** The keys that the peer can encrypt with, its favourite first; none: its media is plain. */
  readonly cryptos: readonly CryptoAttribute[];
  /** Where the peer takes RTCP, unless it goes with RTP. */
  readonly rtcp: { readonly address: string; readonly port: number };
  /** Whether RTCP may go with RTP (RFC 5761). */
  readonly hasMux: boolean;
  /** Whether RTCP packets may come alone, which is asked for with feedback (RFC 5506 section 5). */
  readonly hasReducedSize: boolean;
  /** All m-lines, which an answer must repeat in this order (RFC 3264 section 6), and which of them is the audio above. */
  readonly sections: readonly MediaSection[];
  readonly audioSection: number;
}

export interface MediaSection {
  readonly type: string;
  readonly protocol: string;
  readonly payloads: string;
}

/** Throws SdpError when media cannot go from our address to the peer's: one is of IPv4, the other of IPv6. */
export function requireReachable(remote: RemoteMedia, localAddress: string): void {
  if (isIPv6(remote.address) === isIPv6(localAddress)) return;
  throw new SdpError('unreachable', `media cannot go from ${localAddress} to ${remote.address}`);
}

/** RFC 3264 section 6.1: what one side only sends, the other only receives. */
const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

export function seenFromHere(direction: Direction): Direction {
  return OPPOSITE[direction];
}
