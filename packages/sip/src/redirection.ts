import type { LocationTarget } from './locating/location.ts';
import type { SipResponse } from './messages/message.ts';
import { type NameAddress, parseNameAddress } from './messages/name-address.ts';
import { parseUri, type Uri } from './messages/uri.ts';
import type { Hop, Protocol } from './transports/transport.ts';

/** The hops to the host that a Contact names; empty: it is not followed. */
export type RedirectTo = (target: LocationTarget) => readonly Hop[];

interface Redirect {
  readonly uri: string;
  readonly hops: readonly Hop[];
}

const MOST_REDIRECTS = 5;
const PROTOCOLS: readonly Protocol[] = ['udp', 'tcp', 'tls'];

/** The redirects of one request: RFC 3261 section 8.1.3.4. No URI is gone to twice. */
export class Redirection {
  readonly #redirectTo: RedirectTo | undefined;
  readonly #visited: Set<string>;
  #left = MOST_REDIRECTS;

  constructor(uri: string, redirectTo: RedirectTo | undefined) {
    this.#visited = new Set([uri]);
    this.#redirectTo = redirectTo;
  }

  /** Where a 3xx leads: to the first of its Contacts, by `q`, that may be followed. Null: it is the last word. */
  follow(response: SipResponse): Redirect | null {
    if (!this.#redirectTo || this.#left === 0 || response.status < 300 || response.status > 399) return null;
    const contacts = response.headers.all('contact').map(parseNameAddress);
    const ordered = contacts.filter((contact) => contact !== null).sort((a, b) => preference(b) - preference(a));
    for (const contact of ordered) {
      const uri = contact.uri.split('?', 1)[0]!; // what is behind it has no place in a Request-URI (section 19.1.1)
      const target = targetOf(parseUri(uri));
      const hops = target === null || this.#visited.has(uri) ? [] : this.#redirectTo(target);
      if (hops.length === 0) continue;
      this.#left -= 1;
      this.#visited.add(uri);
      return { uri, hops };
    }
    return null;
  }
}

/** `q`, which is 1 where it is left out. */
function preference({ params }: NameAddress): number {
  const q = Number(params.get('q') ?? 1);
  return q >= 0 && q <= 1 ? q : 0;
}

/** Null for what is no SIP address. One whose packets `maddr` sends elsewhere is not followed. */
function targetOf(uri: Uri | null): LocationTarget | null {
  if (!uri || (uri.scheme !== 'sip' && uri.scheme !== 'sips') || uri.params.has('maddr')) return null;
  const { host, port } = uri;
  if (uri.scheme === 'sips') return { host, port, protocol: 'tls' };
  const transport = uri.params.get('transport')?.toLowerCase();
  if (transport === undefined) return { host, port, protocol: null };
  const protocol = PROTOCOLS.find((known) => known === transport);
  return protocol ? { host, port, protocol } : null;
}
