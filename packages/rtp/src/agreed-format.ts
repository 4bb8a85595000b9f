import type { AudioCodec, NegotiatedMedia } from './negotiated-media.ts';
import type { OutgoingFormat } from './outgoing-stream.ts';

/** What was agreed upon, without the peer. */
export interface AgreedFormat extends OutgoingFormat {
  /** The codecs that may come in, by payload type. */
  heard: ReadonlyMap<number, AudioCodec>;
  mayReceive: boolean;
  maySend: boolean;
}

/** RangeError for a ptime that no packet has. */
export function agreedFormat(media: NegotiatedMedia): AgreedFormat {
  const { codec, payloadType, alternatives, telephoneEventPayloadType, ptimeMs, direction } = media;
  if (!(ptimeMs >= 10 && ptimeMs <= 200 && ptimeMs % 10 === 0))
    throw new RangeError(`ptime of ${ptimeMs} ms is not a multiple of 10 up to 200`);
  return {
    codec,
    payloadType,
    telephoneEventPayloadType,
    ptimeMs,
    heard: new Map([...alternatives, { codec, payloadType }].map((payload) => [payload.payloadType, payload.codec])),
    mayReceive: direction === 'sendrecv' || direction === 'recvonly',
    maySend: direction === 'sendrecv' || direction === 'sendonly',
  };
}
