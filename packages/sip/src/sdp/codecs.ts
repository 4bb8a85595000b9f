import type { AudioCodec } from '@parley/rtp';

/** A codec under the payload type that a description gives it. */
export interface CodecMapping {
  readonly name: string; // upper case
  readonly payloadType: number;
  readonly clockRateHz: number;
}

/** The static payload types of RFC 3551 table 4: they need no rtpmap. */
export const STATIC_CODECS: ReadonlyMap<number, CodecMapping> = new Map(
  [
    { name: 'PCMU', payloadType: 0, clockRateHz: 8000 },
    { name: 'GSM', payloadType: 3, clockRateHz: 8000 },
    { name: 'G723', payloadType: 4, clockRateHz: 8000 },
    { name: 'PCMA', payloadType: 8, clockRateHz: 8000 },
    { name: 'G722', payloadType: 9, clockRateHz: 8000 }, // samples at 16 kHz; RFC 3551 section 4.5.2 keeps the old mistake
    { name: 'CN', payloadType: 13, clockRateHz: 8000 },
    { name: 'G728', payloadType: 15, clockRateHz: 8000 },
    { name: 'G729', payloadType: 18, clockRateHz: 8000 },
  ].map((codec) => [codec.payloadType, codec]),
);

export const OFFERED_PAYLOAD_TYPES: Readonly<Record<AudioCodec, number>> = {
  PCMU: 0,
  PCMA: 8,
  G722: 9,
  OPUS: 111,
};

/** RFC 4733: DTMF as packets. The customary dynamic payload type. */
export const TELEPHONE_EVENT = 'telephone-event';
export const OFFERED_TELEPHONE_EVENT_PAYLOAD_TYPE = 101;
/** Digits, *, #, A–D and flash: RFC 4733 section 3.2. */
export const TELEPHONE_EVENT_RANGE = '0-16';
export const TELEPHONE_CLOCK_RATE_HZ = 8000;

/** 20 ms a packet: the default of RFC 3551 for these codecs, and what every gateway sends. */
export const PTIME_MS = 20;
