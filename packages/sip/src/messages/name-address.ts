import { type Params, quote, Scanner, stopsAt, unquote } from './scanner.ts';
import { parseUri } from './uri.ts';

/** The value of From, To, Contact, Route, P-Asserted-Identity: `"Ann" <sip:ann@example.com>;tag=1`. */
export interface NameAddress {
  readonly displayName: string | null;
  readonly uri: string;
  readonly params: Params;
}

const DISPLAY_NAME_STOPS = stopsAt('<"');
const BRACKETED_STOPS = stopsAt('>');
const BARE_STOPS = stopsAt('; \t');

/** RFC 3261 section 20.10; null when malformed. */
export function parseNameAddress(text: string): NameAddress | null {
  const scanner = new Scanner(text);
  scanner.skipSpaces();
  let displayName: string | null = null;
  if (scanner.peek() === '"') {
    const quoted = scanner.takeQuoted();
    if (quoted === null) return null;
    displayName = unquote(quoted);
    scanner.skipSpaces();
    if (scanner.peek() !== '<') return null;
  } else if (text.includes('<')) {
    displayName = scanner.takeUntil(DISPLAY_NAME_STOPS).trim() || null;
  }
  const uri = scanner.take('<') ? takeBracketed(scanner) : takeBare(scanner);
  if (uri === null || !parseUri(uri)) return null;
  const params = scanner.takeParams();
  return params && { displayName, uri, params };
}

function takeBracketed(scanner: Scanner): string | null {
  const uri = scanner.takeUntil(BRACKETED_STOPS);
  return scanner.take('>') ? uri : null;
}

/** Without brackets, parameters belong to the header, and the URI must hold neither comma nor question mark (section 20). */
function takeBare(scanner: Scanner): string | null {
  const uri = scanner.takeUntil(BARE_STOPS);
  return uri.includes(',') || uri.includes('?') ? null : uri;
}

export function formatNameAddress(address: { uri: string; displayName?: string | null; tag?: string | null }): string {
  const name = address.displayName ? `${quote(address.displayName)} ` : '';
  const tag = address.tag ? `;tag=${address.tag}` : '';
  return `${name}<${address.uri}>${tag}`;
}
