import type { SipResponse } from '../messages/message.ts';
import { parseNameAddress } from '../messages/name-address.ts';
import { parseUri } from '../messages/uri.ts';

/** More proxies than there are between us and any registrar. */
const MOST_ROUTES = 8;

/**
 * What calls out have as Route, as a 2xx to REGISTER says it (RFC 3608). Empty where it says nothing, or something that is no route
 * of loose routers (section 5): a call without it is better than one that goes astray.
 */
export function serviceRouteOf(response: SipResponse): readonly string[] {
  const routes = response.headers.all('service-route');
  return routes.length <= MOST_ROUTES && routes.every(isLooseRoute) ? routes : [];
}

function isLooseRoute(text: string): boolean {
  const uri = parseUri(parseNameAddress(text)?.uri ?? '');
  return uri !== null && (uri.scheme === 'sip' || uri.scheme === 'sips') && uri.params.has('lr');
}
