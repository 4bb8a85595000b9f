import type { SipResponse } from '../messages/message.ts';
import { type NameAddress, parseNameAddress } from '../messages/name-address.ts';
import { parseUri, type Uri } from '../messages/uri.ts';
import { defaultPortOf } from '../transports/transport.ts';

/** What a registrar says of this contact among all bindings that it lists (RFC 3261 section 10.3); undefined: it does not list it. */
export function bindingOf(response: SipResponse, contact: string): NameAddress | undefined {
  const own = uriOf(parseNameAddress(contact));
  if (!own) return undefined;
  return response.headers
    .all('contact')
    .map(parseNameAddress)
    .find((binding): binding is NameAddress => {
      const uri = uriOf(binding);
      return uri !== null && isSameContact(uri, own);
    });
}

const uriOf = (address: NameAddress | null) => (address ? parseUri(address.uri) : null);

/** What of section 19.1.4 tells our own contacts apart: registrars give URIs back with parameters in another order, and with some of their own. */
function isSameContact(a: Uri, b: Uri): boolean {
  const transportOf = ({ params }: Uri) => params.get('transport')?.toLowerCase() ?? 'udp';
  const portOf = (uri: Uri) => uri.port ?? defaultPortOf(transportOf(uri) === 'tls' ? 'tls' : 'udp');
  return (
    a.scheme === b.scheme &&
    a.user === b.user &&
    a.host.toLowerCase() === b.host.toLowerCase() &&
    portOf(a) === portOf(b) &&
    transportOf(a) === transportOf(b)
  );
}
