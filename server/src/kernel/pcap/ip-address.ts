import { isIP } from 'node:net';

const UNKNOWN = Buffer.alloc(4);

/** The bytes of a numeric address: 4 or 16. Four zeros for a name. */
export function addressBytes(host: string): Buffer {
  const address = host.replace(/^\[|\]$/g, '').split('%')[0]!;
  switch (isIP(address)) {
    case 4:
      return Buffer.from(address.split('.').map(Number));
    case 6:
      return ipv6Bytes(address);
    default:
      return UNKNOWN;
  }
}

/** RFC 4291 section 2.2: groups of 16 bits, `::` for the zeros that are missing, and an IPv4 address at the end. */
function ipv6Bytes(address: string): Buffer {
  const hex = address.replace(/\d+\.\d+\.\d+\.\d+$/, (ipv4) => {
    const [a, b, c, d] = ipv4.split('.').map(Number);
    return `${((a! << 8) | b!).toString(16)}:${((c! << 8) | d!).toString(16)}`;
  });
  const [head = [], tail = []] = hex.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  const bytes = Buffer.alloc(16);
  for (const [index, group] of groups.entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * index);
  return bytes;
}

/** RFC 4291 section 2.5.5.2. */
export function mapped(address: Buffer): Buffer {
  return address.length === 16 ? address : Buffer.concat([Buffer.alloc(10), Buffer.from([0xff, 0xff]), address]);
}
