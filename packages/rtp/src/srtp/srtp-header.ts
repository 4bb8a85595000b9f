const FIXED_HEADER_BYTES = 12;

/** How much of an RTP packet is never encrypted: header, contributing sources and extension (RFC 3711 section 3.1). Null: it has no whole header. */
export function headerBytesOf(packet: Uint8Array): number | null {
  if (packet.length < FIXED_HEADER_BYTES || packet[0]! >> 6 !== 2) return null;
  let length = FIXED_HEADER_BYTES + 4 * (packet[0]! & 0x0f);
  if (packet[0]! & 0x10) {
    if (length + 4 > packet.length) return null;
    length += 4 + 4 * ((packet[length + 2]! << 8) | packet[length + 3]!);
  }
  return length > packet.length ? null : length;
}

export interface StreamPosition {
  ssrc: number;
  sequenceNumber: number;
}

/** Of a packet that has a whole header. */
export function positionOf(packet: Uint8Array): StreamPosition {
  const ssrc = ((packet[8]! << 24) | (packet[9]! << 16) | (packet[10]! << 8) | packet[11]!) >>> 0;
  return { ssrc, sequenceNumber: (packet[2]! << 8) | packet[3]! };
}
