const VERSION = 2;
const FIXED_HEADER_BYTES = 12;
const NO_CSRCS: readonly number[] = [];

/** An RTP packet (RFC 3550 section 5.1). Padding is removed on reading. */
export interface RtpPacket {
  marker: boolean;
  /** 0 to 127. */
  payloadType: number;
  /** 16 bits, wraps. */
  sequenceNumber: number;
  /** 32 bits, wraps; in samples. */
  timestamp: number;
  ssrc: number;
  /** At most 15 contributing sources. */
  csrcs: readonly number[];
  /** The header extension; its data is a multiple of four bytes. */
  extension: { profile: number; data: Uint8Array } | null;
  payload: Uint8Array;
}

/** The fields every packet of a stream has, without CSRCs and extension. */
export type RtpHeader = Pick<RtpPacket, 'marker' | 'payloadType' | 'sequenceNumber' | 'timestamp' | 'ssrc'>;

function readUint32(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!) >>> 0;
}

function writeUint16(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value >>> 8;
  bytes[offset + 1] = value;
}

function writeUint32(bytes: Uint8Array, offset: number, value: number): void {
  writeUint16(bytes, offset, value >>> 16);
  writeUint16(bytes, offset + 2, value & 0xffff);
}

function readCsrcs(bytes: Uint8Array, count: number): readonly number[] {
  if (count === 0) return NO_CSRCS;
  return Array.from({ length: count }, (_, i) => readUint32(bytes, FIXED_HEADER_BYTES + 4 * i));
}

/** Reads a datagram, whose memory `payload` and `extension` share. Null when it is not a whole RTP packet; never throws. */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  if (bytes.length < FIXED_HEADER_BYTES || bytes[0]! >> 6 !== VERSION) return null;
  const csrcCount = bytes[0]! & 0x0f;
  let start = FIXED_HEADER_BYTES + 4 * csrcCount;
  let end = bytes.length;
  let extension: RtpPacket['extension'] = null;
  if (bytes[0]! & 0x10) {
    if (start + 4 > end) return null;
    const dataStart = start + 4;
    const dataEnd = dataStart + 4 * ((bytes[start + 2]! << 8) | bytes[start + 3]!);
    if (dataEnd > end) return null;
    extension = { profile: (bytes[start]! << 8) | bytes[start + 1]!, data: bytes.subarray(dataStart, dataEnd) };
    start = dataEnd;
  }
  if (start > end) return null;
  if (bytes[0]! & 0x20) {
    const padding = bytes[end - 1]!;
    if (padding === 0 || start + padding > end) return null;
    end -= padding;
  }
  return {
    marker: (bytes[1]! & 0x80) !== 0,
    payloadType: bytes[1]! & 0x7f,
    sequenceNumber: (bytes[2]! << 8) | bytes[3]!,
    timestamp: readUint32(bytes, 4),
    ssrc: readUint32(bytes, 8),
    csrcs: readCsrcs(bytes, csrcCount),
    extension,
    payload: bytes.subarray(start, end),
  };
}

/** Writes the 12 bytes of a header without CSRCs and extension to the start of `out`; the payload follows at 12. */
export function writeRtpHeader(out: Uint8Array, header: RtpHeader): void {
  out[0] = VERSION << 6;
  out[1] = (header.marker ? 0x80 : 0) | header.payloadType;
  writeUint16(out, 2, header.sequenceNumber);
  writeUint32(out, 4, header.timestamp);
  writeUint32(out, 8, header.ssrc);
}

/**
 * A packet as bytes; `paddingBytes` (0 to 255) are added after the payload.
 * RangeError for more than 15 CSRCs, an extension that is not a multiple of four bytes, or padding out of range.
 */
export function writeRtp(
  packet: RtpHeader & Partial<Pick<RtpPacket, 'csrcs' | 'extension'>> & { payload: Uint8Array; paddingBytes?: number },
): Uint8Array {
  const { csrcs = NO_CSRCS, extension = null, payload, paddingBytes = 0 } = packet;
  if (csrcs.length > 15) throw new RangeError(`${csrcs.length} CSRCs do not fit into a header`);
  if (extension && (extension.data.length % 4 !== 0 || extension.data.length > 4 * 0xffff))
    throw new RangeError(`an extension of ${extension.data.length} bytes is not of 32-bit words`);
  if (paddingBytes < 0 || paddingBytes > 255) throw new RangeError(`padding of ${paddingBytes} bytes`);
  const extensionStart = FIXED_HEADER_BYTES + 4 * csrcs.length;
  const payloadStart = extensionStart + (extension ? 4 + extension.data.length : 0);
  const bytes = new Uint8Array(payloadStart + payload.length + paddingBytes);
  writeRtpHeader(bytes, packet);
  bytes[0]! |= csrcs.length;
  csrcs.forEach((csrc, i) => {
    writeUint32(bytes, FIXED_HEADER_BYTES + 4 * i, csrc);
  });
  if (extension) {
    bytes[0]! |= 0x10;
    writeUint16(bytes, extensionStart, extension.profile);
    writeUint16(bytes, extensionStart + 2, extension.data.length / 4);
    bytes.set(extension.data, extensionStart + 4);
  }
  bytes.set(payload, payloadStart);
  if (paddingBytes > 0) {
    bytes[0]! |= 0x20;
    bytes[bytes.length - 1] = paddingBytes;
  }
  return bytes;
}

/** Whether a datagram on an RTP port is RTCP instead (RFC 5761 section 4: the packet types RTP must not use there). */
export function isRtcp(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && bytes[0]! >> 6 === VERSION && bytes[1]! >= 192 && bytes[1]! <= 223;
}
