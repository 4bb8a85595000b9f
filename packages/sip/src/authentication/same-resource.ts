import { parseUri, percentDecoded } from '../messages/uri.ts';

/**
 * Whether the `uri` of credentials names what the Request-URI does (RFC 7616 section 3.4.6). Parameters say how it is reached, and proxies on the
 * way may have added some, or the port that was left out (RFC 3261 section 22.4): they are not compared.
 */
export function isSameResource(credentialUri: string, requestUri: string): boolean {
  if (credentialUri === requestUri) return true;
  const [one, other] = [parseUri(credentialUri), parseUri(requestUri)];
  if (!one || !other) return false;
  const isSamePort = one.port === null || other.port === null || one.port === other.port;
  const isSameHost = one.host.toLowerCase() === other.host.toLowerCase();
  return isSamePort && isSameHost && decodedUser(one.user) === decodedUser(other.user);
}

const decodedUser = (user: string | null) => user && percentDecoded(user);
