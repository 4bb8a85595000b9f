const LABEL = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';
const NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*\\.?$`);
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
export const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
/** Undefined for what is none, and for addresses of IPv4 that are written so. */
export function canonicalIpv6(text: string): string | undefined {
  if (!/^[0-9a-f:]+$/i.test(text) || !URL.canParse(`http://[${text}]`)) return undefined;
  const address = new URL(`http://[${text}]`).hostname.slice(1, -1);
  return address.startsWith('::ffff:') ? undefined : address;
}

/** Names that end in a number are addresses that lost a part: a resolver would take 10.1 for 10.0.0.1. */
export const isHost = (text: string) =>
  canonicalIpv6(text) !== undefined || IPV4.test(text) || (NAME.test(text) && !/(?:^|\.)[0-9]+\.?$/.test(text));
