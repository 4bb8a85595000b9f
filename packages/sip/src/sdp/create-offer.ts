import type { AudioCodec, Direction } from '@parley/rtp';
import { OFFERED_PAYLOAD_TYPES, OFFERED_TELEPHONE_EVENT_PAYLOAD_TYPE, TELEPHONE_CLOCK_RATE_HZ } from './codecs.ts';
import { audioSection, type LocalMedia, writeSdp } from './write-sdp.ts';

export interface OfferOptions extends LocalMedia {
  readonly codecs: readonly AudioCodec[]; // the preferred one first
  readonly direction?: Direction; // default sendrecv
}

/** An offer of one audio stream with telephone events, 20 ms a packet. */
export function createOffer(options: OfferOptions): string {
  const codecs = options.codecs.map((name) => ({
    name,
    payloadType: OFFERED_PAYLOAD_TYPES[name],
    clockRateHz: TELEPHONE_CLOCK_RATE_HZ,
  }));
  const direction = options.direction ?? 'sendrecv';
  return writeSdp(options, [audioSection(options, codecs, OFFERED_TELEPHONE_EVENT_PAYLOAD_TYPE, direction)]);
}
