import { isIPv6 } from 'node:net';
import { type Params, Scanner, type Stops, stopsAt } from './scanner.ts';

export interface Uri {
  readonly scheme: string; // lower case
  readonly user: string | null; // still percent-encoded; the number of a tel URI
  readonly host: string; // without the brackets of IPv6; empty for schemes other than sip and sips
  readonly port: number | null;
  readonly params: Params;
  readonly hasHeaders: boolean; // `?subject=…`
}

const NO_PARAMS: Params = new Map();
const MAX_PORT = 65_535;
const NEVER_IN_A_URI = /[\s\x00-\x1f\x7f<>"]/;

/** What ends a host, and a port. */
export interface HostPortStops {
  readonly host: Stops;
  readonly port: Stops;
}

export function hostPortStopsAt(characters: string): HostPortStops {
  return { host: stopsAt(`${characters} \t:`), port: stopsAt(`${characters} \t`) };
}

const ADDRESS_STOPS = hostPortStopsAt(';?');
const HEADERS_STOPS = stopsAt('?');
const IPV6_STOPS = stopsAt(']');

/** The grammar of RFC 3261 has a colon too many before an embedded IPv4 address, and is to be tolerated (RFC 5118 section 4.10). */
const THREE_COLONS = /:::(?=[0-9]+(?:\.[0-9]+){3}$)/;

/** RFC 3261 section 19.1. Null for text that is not a URI; the inside of schemes other than sip, sips and tel is not looked at. */
export function parseUri(text: string): Uri | null {
  const colon = text.indexOf(':');
  if (colon <= 0 || NEVER_IN_A_URI.test(text)) return null;
  const scheme = text.slice(0, colon).toLowerCase();
  if (!/^[a-z][a-z0-9+.-]*$/.test(scheme)) return null;
  const rest = text.slice(colon + 1);
  if (rest === '') return null;
  if (scheme === 'sip' || scheme === 'sips') return parseSipUri(scheme, rest);
  if (scheme === 'tel') {
    const user = rest.split(';', 1)[0] ?? '';
    return user === '' ? null : { scheme, user, host: '', port: null, params: NO_PARAMS, hasHeaders: false };
  }
  return { scheme, user: null, host: '', port: null, params: NO_PARAMS, hasHeaders: false };
}

function parseSipUri(scheme: string, rest: string): Uri | null {
  const at = rest.indexOf('@');
  const userInfo = at < 0 ? null : rest.slice(0, at);
  if (userInfo === '') return null;
  const scanner = new Scanner(rest.slice(at + 1));
  const address = takeHostPort(scanner, ADDRESS_STOPS);
  if (!address) return null;
  const params = scanner.takeUntil(HEADERS_STOPS);
  const parsedParams = params === '' ? NO_PARAMS : takeUriParams(params);
  return {
    scheme,
    user: userInfo?.split(':', 1)[0] ?? null,
    ...address,
    params: parsedParams,
    hasHeaders: !scanner.atEnd,
  };
}

/** URI parameters admit more characters than those of a header (`;a=[::1]/$:`), so they are simply cut at semicolons. */
function takeUriParams(text: string): Params {
  const params = new Map<string, string | null>();
  for (const param of text.split(';')) {
    if (param === '') continue;
    const equals = param.indexOf('=');
    const name = (equals < 0 ? param : param.slice(0, equals)).toLowerCase();
    if (!params.has(name)) params.set(name, equals < 0 ? null : param.slice(equals + 1));
  }
  return params;
}

/** `host[:port]`, as in a URI or in a Via. */
export function takeHostPort(scanner: Scanner, stops: HostPortStops): { host: string; port: number | null } | null {
  let host: string;
  if (scanner.take('[')) {
    host = scanner.takeUntil(IPV6_STOPS).replace(THREE_COLONS, '::');
    if (!scanner.take(']') || !isIPv6(host)) return null;
  } else {
    host = scanner.takeUntil(stops.host);
    if (!/^[A-Za-z0-9._-]+$/.test(host)) return null;
  }
  scanner.skipSpaces();
  if (!scanner.take(':')) return { host, port: null };
  scanner.skipSpaces();
  const port = parsePort(scanner.takeUntil(stops.port));
  return port === null ? null : { host, port };
}

export function parsePort(text: string): number | null {
  if (!/^[0-9]{1,5}$/.test(text)) return null;
  const port = Number(text);
  return port >= 1 && port <= MAX_PORT ? port : null;
}

/** An IPv6 address gets its brackets. */
export function formatHost(host: string): string {
  return host.includes(':') && isIPv6(host) ? `[${host}]` : host;
}

/** Text that is not validly encoded is returned as it is. */
export function percentDecoded(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}
