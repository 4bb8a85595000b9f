import { AUDIO_CODECS, type AudioCodec } from '@parley/audio';
import type { NegotiatedMedia, OpusReception } from './negotiated-media.ts';
import type { OutgoingFormat } from './outgoing-stream.ts';

/** Static, and of 8000 Hz (RFC 3551 table 4): sent by gateways that nothing was agreed with as well. */
const COMFORT_NOISE = { payloadType: 13, clockRateHz: 8000 };

const ANY_OPUS: OpusReception = { decodesFec: false, mostBitsPerSecond: null };

/** What was agreed upon, without the peer. */
export interface AgreedFormat extends OutgoingFormat {
  /** The codecs that may come in, by payload type. */
  heard: ReadonlyMap<number, AudioCodec>;
  /** The payload types of events that may come in. */
  telephoneEvents: ReadonlySet<number>;
  /** Of comfort noise (RFC 3389); null where a codec has it, or another clock. */
  comfortNoisePayloadType: number | null;
  /** How Opus may be sent. */
  opusReception: OpusReception;
  mayReceive: boolean;
  maySend: boolean;
}

/** RangeError for a ptime that no packet has. */
export function agreedFormat(media: NegotiatedMedia): AgreedFormat {
  const { codec, payloadType, alternatives, telephoneEventPayloadType, ptimeMs, direction } = media;
  const { telephoneEventClockRateHz = 8000, telephoneEventAlternatives = [] } = media;
  if (!(ptimeMs >= 10 && ptimeMs <= 200 && ptimeMs % 10 === 0))
    throw new RangeError(`ptime of ${ptimeMs} ms is not a multiple of 10 up to 200`);
  const heard = new Map(
    [...alternatives, { codec, payloadType }].map((payload) => [payload.payloadType, payload.codec]),
  );
  const telephoneEvents = new Set(telephoneEventAlternatives);
  if (telephoneEventPayloadType !== null) telephoneEvents.add(telephoneEventPayloadType);
  const isTaken = heard.has(COMFORT_NOISE.payloadType) || telephoneEvents.has(COMFORT_NOISE.payloadType);
  const hasNoise = !isTaken && AUDIO_CODECS[codec].clockRateHz === COMFORT_NOISE.clockRateHz;
  return {
    codec,
    payloadType,
    telephoneEventPayloadType,
    telephoneEventClockRateHz,
    ptimeMs,
    heard,
    telephoneEvents,
    comfortNoisePayloadType: hasNoise ? COMFORT_NOISE.payloadType : null,
    opusReception: media.opusReception ?? ANY_OPUS,
    mayReceive: direction === 'sendrecv' || direction === 'recvonly',
    maySend: direction === 'sendrecv' || direction === 'sendonly',
  };
}
