import type { AudioCodec, NegotiatedMedia } from './negotiated-media.ts';
import type { OutgoingFormat } from './outgoing-stream.ts';

/** Static, and of 8000 Hz (RFC 3551 table 4): sent by gateways that nothing was agreed with as well. */
const COMFORT_NOISE_PAYLOAD_TYPE = 13;

/** What was agreed upon, without the peer. */
export interface AgreedFormat extends OutgoingFormat {
  /** The codecs that may come in, by payload type. */
  heard: ReadonlyMap<number, AudioCodec>;
  /** Of comfort noise (RFC 3389); null where a codec has it. */
  comfortNoisePayloadType: number | null;
  mayReceive: boolean;
  maySend: boolean;
}

/** RangeError for a ptime that no packet has. */
export function agreedFormat(media: NegotiatedMedia): AgreedFormat {
  const { codec, payloadType, alternatives, telephoneEventPayloadType, ptimeMs, direction } = media;
  if (!(ptimeMs >= 10 && ptimeMs <= 200 && ptimeMs % 10 === 0))
    throw new RangeError(`ptime of ${ptimeMs} ms is not a multiple of 10 up to 200`);
  const heard = new Map(
    [...alternatives, { codec, payloadType }].map((payload) => [payload.payloadType, payload.codec]),
  );
  const isTaken = heard.has(COMFORT_NOISE_PAYLOAD_TYPE) || telephoneEventPayloadType === COMFORT_NOISE_PAYLOAD_TYPE;
  return {
    codec,
    payloadType,
    telephoneEventPayloadType,
    ptimeMs,
    heard,
    comfortNoisePayloadType: isTaken ? null : COMFORT_NOISE_PAYLOAD_TYPE,
    mayReceive: direction === 'sendrecv' || direction === 'recvonly',
    maySend: direction === 'sendrecv' || direction === 'sendonly',
  };
}
