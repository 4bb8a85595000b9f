import { addressBytes, mapped } from './ip-address.ts';

/** `application/vnd.tcpdump.pcap` (IANA), with times in microseconds. */
const MAGIC = 0xa1b2c3d4;
const SNAPSHOT_BYTES = 65_535;
/** Packets begin with their IP header. */
const LINKTYPE_RAW = 101;
const UDP = 17;
const UDP_HEADER_BYTES = 8;
const HOPS = 64;
/** What the length fields of IP and UDP can say. */
export const LONGEST_PAYLOAD_BYTES = 65_535 - UDP_HEADER_BYTES - 40;

/** With which a capture file begins. */
export function pcapHeader(): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32BE(MAGIC, 0);
  header.writeUInt16BE(2, 4);
  header.writeUInt16BE(4, 6);
  header.writeUInt32BE(SNAPSHOT_BYTES, 16);
  header.writeUInt32BE(LINKTYPE_RAW, 20);
  return header;
}

export interface PcapPacket {
  /** Milliseconds since 1970. */
  atMs: number;
  source: { host: string; port: number };
  destination: { host: string; port: number };
  payload: Buffer;
  /** On the wire; the payload may be cut. */
  payloadBytes: number;
  /** In the file, from 0 on. */
  index: number;
}

/** A datagram as a packet of a capture file, with headers of UDP and IP. */
export function pcapRecord(datagram: PcapPacket): Buffer {
  const { atMs, payload, payloadBytes } = datagram;
  const packet = ipPacket(datagram);
  const header = Buffer.alloc(16);
  header.writeUInt32BE(Math.floor(atMs / 1000), 0);
  header.writeUInt32BE(Math.floor((atMs % 1000) * 1000), 4);
  header.writeUInt32BE(packet.length, 8);
  header.writeUInt32BE(packet.length + payloadBytes - payload.length, 12);
  return Buffer.concat([header, packet]);
}

function ipPacket({ source, destination, payload, payloadBytes, index }: PcapPacket): Buffer {
  const addresses = [addressBytes(source.host), addressBytes(destination.host)];
  const isIpv6 = addresses.some(({ length }) => length === 16);
  const [from, to] = (isIpv6 ? addresses.map(mapped) : addresses) as [Buffer, Buffer];
  const udpBytes = UDP_HEADER_BYTES + payloadBytes;
  const udp = Buffer.alloc(UDP_HEADER_BYTES);
  udp.writeUInt16BE(source.port, 0);
  udp.writeUInt16BE(destination.port, 2);
  udp.writeUInt16BE(udpBytes, 4);
  const pseudo = Buffer.from([0, UDP, udpBytes >> 8, udpBytes & 0xff]);
  // RFC 768: a sum of zero is sent as ones. That of a message that is cut cannot be right.
  udp.writeUInt16BE(checksum(Buffer.concat([from, to, pseudo, udp, payload])) || 0xffff, 6);
  const ip = isIpv6 ? ipv6Header(from, to, udpBytes) : ipv4Header(from, to, udpBytes, index);
  return Buffer.concat([ip, udp, payload]);
}

/** RFC 791. */
function ipv4Header(from: Buffer, to: Buffer, udpBytes: number, index: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt8(0x45, 0);
  header.writeUInt16BE(20 + udpBytes, 2);
  header.writeUInt16BE(index & 0xffff, 4);
  header.writeUInt16BE(0x4000, 6); // not to be fragmented
  header.writeUInt8(HOPS, 8);
  header.writeUInt8(UDP, 9);
  header.writeUInt16BE(checksum(Buffer.concat([header, from, to])), 10);
  return Buffer.concat([header, from, to]);
}

/** RFC 8200. */
function ipv6Header(from: Buffer, to: Buffer, udpBytes: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(0x60, 0);
  header.writeUInt16BE(udpBytes, 4);
  header.writeUInt8(UDP, 6);
  header.writeUInt8(HOPS, 7);
  return Buffer.concat([header, from, to]);
}

/** RFC 1071. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 2) sum += (bytes[index]! << 8) | (bytes[index + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}
