import {
  REPORT_BLOCK_BYTES,
  type ReportBlock,
  RTCP_HEADER_BYTES,
  RTCP_TYPES,
  RTCP_VERSION,
  type RtcpPacket,
  SDES_CNAME,
} from './rtcp-packet.ts';

/** What the five bits for a count can say. */
const MOST_ENTRIES = 31;
const LONGEST_CNAME_BYTES = 255;

/**
 * Packets as one datagram, in their order, without padding. RangeError for more than 31 blocks or sources in one of them, and
 * for a CNAME of more than 255 bytes.
 */
export function writeRtcp(packets: readonly RtcpPacket[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(packets.map(writePacket)));
}

function writePacket(packet: RtcpPacket): Buffer {
  switch (packet.type) {
    case 'sender_report': {
      const info = Buffer.alloc(24);
      const { ssrc, sentAt, rtpTimestamp, packets, octets } = packet;
      [ssrc, sentAt.seconds, sentAt.fraction, rtpTimestamp, packets, octets].forEach((value, index) => {
        info.writeUInt32BE(value, 4 * index);
      });
      return framed(packet.type, packet.blocks.length, [info, ...packet.blocks.map(writeBlock)]);
    }
    case 'receiver_report':
      return framed(packet.type, packet.blocks.length, [word(packet.ssrc), ...packet.blocks.map(writeBlock)]);
    case 'source_description':
      return framed(packet.type, packet.sources.length, packet.sources.map(writeChunk));
    case 'bye':
      return framed(packet.type, packet.ssrcs.length, packet.ssrcs.map(word));
  }
}

function framed(type: RtcpPacket['type'], count: number, parts: Buffer[]): Buffer {
  if (count > MOST_ENTRIES) throw new RangeError(`${count} entries do not fit into one ${type}`);
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(RTCP_HEADER_BYTES);
  header.writeUInt8((RTCP_VERSION << 6) | count, 0);
  header.writeUInt8(RTCP_TYPES[type], 1);
  header.writeUInt16BE(body.length / 4, 2);
  return Buffer.concat([header, body]);
}

function writeBlock(block: ReportBlock): Buffer {
  const bytes = Buffer.alloc(REPORT_BLOCK_BYTES);
  bytes.writeUInt32BE(block.ssrc, 0);
  bytes.writeUInt8(block.fractionLost, 4);
  bytes.writeIntBE(block.packetsLost, 5, 3);
  bytes.writeUInt32BE(block.highestSequence, 8);
  bytes.writeUInt32BE(block.jitter, 12);
  bytes.writeUInt32BE(block.lastReport, 16);
  bytes.writeUInt32BE(block.sinceLastReport, 20);
  return bytes;
}

function writeChunk({ ssrc, cname }: { ssrc: number; cname: string | null }): Buffer {
  const name = Buffer.from(cname ?? '', 'utf8');
  if (name.length > LONGEST_CNAME_BYTES) throw new RangeError(`a CNAME of ${name.length} bytes`);
  const item = cname === null ? Buffer.alloc(0) : Buffer.concat([Buffer.of(SDES_CNAME, name.length), name]);
  // One zero at least ends the items.
  return Buffer.concat([word(ssrc), item, Buffer.alloc(4 - (item.length % 4))]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
