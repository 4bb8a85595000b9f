import {
  type Bye,
  REPORT_BLOCK_BYTES,
  type ReportBlock,
  RTCP_HEADER_BYTES,
  RTCP_TYPES,
  RTCP_VERSION,
  type RtcpPacket,
  SDES_CNAME,
  type SourceDescription,
} from './rtcp-packet.ts';

const SENDER_INFO_BYTES = 20;

/** One packet of a datagram: what is behind its header, without padding. */
interface Section {
  count: number;
  type: number;
  body: DataView;
}

/**
 * Reads a datagram: a compound packet (RFC 3550 section 6.1), or one of reduced size, which may begin with any type (RFC 5506).
 * Packets of types that are not known are left out. Null when it is not whole; never throws.
 */
export function parseRtcp(bytes: Uint8Array): RtcpPacket[] | null {
  const sections = readSections(bytes);
  if (sections === null) return null;
  const packets: RtcpPacket[] = [];
  for (const section of sections) {
    const packet = readPacket(section);
    if (packet === 'malformed') return null;
    if (packet !== null) packets.push(packet);
  }
  return packets;
}

/** The checks of RFC 3550 appendix A.2: versions, lengths that add up, and padding in the last packet alone. */
function readSections(bytes: Uint8Array): Section[] | null {
  const sections: Section[] = [];
  let start = 0;
  while (start < bytes.length) {
    if (bytes.length - start < RTCP_HEADER_BYTES || bytes[start]! >> 6 !== RTCP_VERSION) return null;
    const end = start + 4 * (((bytes[start + 2]! << 8) | bytes[start + 3]!) + 1);
    if (end > bytes.length) return null;
    const isPadded = (bytes[start]! & 0x20) !== 0;
    const padding = isPadded ? bytes[end - 1]! : 0;
    if (isPadded && (end !== bytes.length || padding === 0 || padding % 4 !== 0)) return null;
    const bodyStart = start + RTCP_HEADER_BYTES;
    if (end - padding < bodyStart) return null;
    const body = new DataView(bytes.buffer, bytes.byteOffset + bodyStart, end - padding - bodyStart);
    sections.push({ count: bytes[start]! & 0x1f, type: bytes[start + 1]!, body });
    start = end;
  }
  return sections.length > 0 ? sections : null;
}

function readPacket(section: Section): RtcpPacket | 'malformed' | null {
  switch (section.type) {
    case RTCP_TYPES.sender_report:
      return readSenderReport(section) ?? 'malformed';
    case RTCP_TYPES.receiver_report:
      return readReceiverReport(section) ?? 'malformed';
    case RTCP_TYPES.source_description:
      return readSourceDescription(section) ?? 'malformed';
    case RTCP_TYPES.bye:
      return readBye(section) ?? 'malformed';
    default:
      return null;
  }
}

function readSenderReport({ count, body }: Section): RtcpPacket | null {
  const blocks = readBlocks(body, 4 + SENDER_INFO_BYTES, count);
  return (
    blocks && {
      type: 'sender_report',
      ssrc: body.getUint32(0),
      sentAt: { seconds: body.getUint32(4), fraction: body.getUint32(8) },
      rtpTimestamp: body.getUint32(12),
      packets: body.getUint32(16),
      octets: body.getUint32(20),
      blocks,
    }
  );
}

function readReceiverReport({ count, body }: Section): RtcpPacket | null {
  const blocks = readBlocks(body, 4, count);
  return blocks && { type: 'receiver_report', ssrc: body.getUint32(0), blocks };
}

/** What follows the blocks is an extension of a profile, which is passed over (RFC 3550 section 6.4.3). */
function readBlocks(body: DataView, start: number, count: number): ReportBlock[] | null {
  if (body.byteLength < start + count * REPORT_BLOCK_BYTES) return null;
  return Array.from({ length: count }, (_, index) => readBlock(body, start + index * REPORT_BLOCK_BYTES));
}

function readBlock(body: DataView, at: number): ReportBlock {
  return {
    ssrc: body.getUint32(at),
    fractionLost: body.getUint8(at + 4),
    // The sign is in the highest of 24 bits.
    packetsLost: (body.getInt32(at + 4) << 8) >> 8,
    highestSequence: body.getUint32(at + 8),
    jitter: body.getUint32(at + 12),
    lastReport: body.getUint32(at + 16),
    sinceLastReport: body.getUint32(at + 20),
  };
}

function readSourceDescription({ count, body }: Section): SourceDescription | null {
  const sources: SourceDescription['sources'] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const chunk = readChunk(body, at);
    if (chunk === null) return null;
    sources.push({ ssrc: chunk.ssrc, cname: chunk.cname });
    at = chunk.end;
  }
  return { type: 'source_description', sources };
}

/** RFC 3550 section 6.5: items up to one of type 0, then zeros up to the next 32-bit word. */
function readChunk(body: DataView, start: number): { ssrc: number; cname: string | null; end: number } | null {
  if (start + 4 > body.byteLength) return null;
  const ssrc = body.getUint32(start);
  let cname: string | null = null;
  let at = start + 4;
  while (at < body.byteLength && body.getUint8(at) !== 0) {
    if (at + 2 > body.byteLength) return null;
    const length = body.getUint8(at + 1);
    if (at + 2 + length > body.byteLength) return null;
    if (body.getUint8(at) === SDES_CNAME)
      cname ??= Buffer.from(body.buffer, body.byteOffset + at + 2, length).toString('utf8');
    at += 2 + length;
  }
  if (at >= body.byteLength) return null;
  return { ssrc, cname, end: (at & ~3) + 4 };
}

/** A reason may follow, which nothing here asks for. */
function readBye({ count, body }: Section): Bye | null {
  if (body.byteLength < 4 * count) return null;
  return { type: 'bye', ssrcs: Array.from({ length: count }, (_, index) => body.getUint32(4 * index)) };
}
