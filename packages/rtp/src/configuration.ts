import type { G711 } from '@parley/audio';
import type { Endpoint } from './latch.ts';
import type { OutgoingFormat } from './outgoing-stream.ts';

export type RtpDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** Sound under a payload type. */
export interface Payload {
  codec: G711;
  payloadType: number;
}

export interface RtpConfiguration {
  /**
   * The peer as its SDP describes it, numeric. Null, port 0, the unspecified address, or a name: unknown, so that
   * nothing is sent before the peer has been heard.
   */
  remote: Endpoint | null;
  /**
   * Where the peer's packets may come from besides the address of `remote`, numeric addresses or networks such as
   * `192.0.2.0/24`: what signals with us, or the trunk's networks. Nowhere unless told.
   */
  networks?: readonly string[];
  /** What is sent. */
  codec: G711;
  payloadType: number;
  /** What the peer may send besides, packet by packet as it likes (RFC 3264 section 6.1). */
  alternatives?: readonly Payload[];
  /** Null when telephone-event was not negotiated. */
  telephoneEventPayloadType: number | null;
  /** Sound in one packet that is sent: multiples of 10 up to 200, 20 unless told. */
  ptimeMs?: number;
  /** As seen from here; 'sendrecv' unless told. */
  direction?: RtpDirection;
}

/** What was agreed upon, without the peer. */
export interface AgreedFormat extends OutgoingFormat {
  /** The laws that may come in, by payload type. */
  heard: ReadonlyMap<number, G711>;
  mayReceive: boolean;
  maySend: boolean;
}

/** Fills in what was left out. RangeError for a ptime that no packet has. */
export function agreedFormat(configuration: RtpConfiguration): AgreedFormat {
  const { codec, payloadType, alternatives = [], telephoneEventPayloadType } = configuration;
  const { ptimeMs = 20, direction = 'sendrecv' } = configuration;
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
