import type { RtpPacket } from '../packet.ts';

/** A packet with everything that a test does not care about filled in. */
export function packetOf(fields: Partial<RtpPacket>): RtpPacket {
  return {
    marker: false,
    payloadType: 0,
    sequenceNumber: 1,
    timestamp: 0,
    ssrc: 1,
    csrcs: [],
    extension: null,
    payload: new Uint8Array(160),
    ...fields,
  };
}
