import type { AudioCodec, Direction } from '@parley/rtp';
import { OFFERED_CODECS, OFFERED_TELEPHONE_EVENTS } from './codecs.ts';
import type { CryptoAttribute } from './crypto-attribute.ts';
import type { SrtpPolicy } from './srtp-policy.ts';
import { audioSection, type LocalMedia, writeSdp } from './write-sdp.ts';

export interface OfferOptions extends LocalMedia {
  readonly codecs: readonly AudioCodec[]; // the preferred one first
  readonly direction?: Direction; // default sendrecv
  readonly srtp?: SrtpPolicy; // default off
  /** What we can encrypt with, unless `srtp` is off. */
  readonly cryptos?: readonly CryptoAttribute[];
}

/** An offer of one audio stream with telephone events, 20 ms a packet. */
export function createOffer(options: OfferOptions): string {
  const codecs = options.codecs.map((name) => OFFERED_CODECS[name]);
  const events = OFFERED_TELEPHONE_EVENTS.filter(({ clockRateHz }) =>
    codecs.some((codec) => codec.clockRateHz === clockRateHz),
  );
  const { direction = 'sendrecv', srtp = 'off', cryptos = [] } = options;
  // Keys in plain RTP's profile leave it to the peer (RFC 8643); the secure profile leaves no choice (RFC 4568).
  const transport = {
    protocol: srtp === 'required' ? 'RTP/SAVP' : 'RTP/AVP',
    cryptos: srtp === 'off' ? [] : cryptos,
    rtcpMux: true,
    // It is for feedback messages (RFC 5506), which the profile that we offer does not have.
    rtcpReducedSize: false,
  };
  return writeSdp(options, [audioSection(options, codecs, events, direction, transport)]);
}
