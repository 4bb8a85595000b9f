import { BlockList, isIP, isIPv6 } from 'node:net';

/** RFC 1918, 6598, 3927, 4193 and 4291: what the internet carries no packets to. */
const unreachable = new BlockList();
unreachable.addSubnet('10.0.0.0', 8);
unreachable.addSubnet('172.16.0.0', 12);
unreachable.addSubnet('192.168.0.0', 16);
unreachable.addSubnet('100.64.0.0', 10);
unreachable.addSubnet('169.254.0.0', 16);
unreachable.addSubnet('127.0.0.0', 8);
unreachable.addSubnet('0.0.0.0', 8);
unreachable.addSubnet('fc00::', 7, 'ipv6');
unreachable.addSubnet('fe80::', 10, 'ipv6');
unreachable.addSubnet('::', 127, 'ipv6');

/** Whether an address is of a local network. False for a name. */
export function isPrivate(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && unreachable.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whether a numeric address is reached over the internet. */
export function isPublic(host: string): boolean {
  return isIP(host) !== 0 && !isPrivate(host);
}
