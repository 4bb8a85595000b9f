export const NO_ADDRESS = 'must be an http or https address, for example https://example.com/hooks/parley';
export const LONGEST_URL = 2048;

/** What is wrong with an address, for the user who typed it. Nothing is normalised silently. */
export function addressFault(address: string): string | undefined {
  if (/^\s|\s$|\p{Cc}/u.test(address)) return 'must have no blanks around it, and no tabs or line breaks';
  if (!/^https?:\/\//i.test(address)) return NO_ADDRESS;
  const authority = /^[^/]*[/\\]*([^/\\?#]*)/.exec(address)![1]!;
  if (authority.includes('@')) return 'must not hold a user name or password; Parley signs what it sends';
  const port = /:(\d+)$/.exec(authority)?.[1];
  if (port !== undefined && (Number(port) === 0 || Number(port) > 65_535)) return 'the port must be from 1 to 65535';
  if (URL.canParse(address)) return undefined;
  return 'is no address that can be read: check the host and the port behind http:// or https://';
}
